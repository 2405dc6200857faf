package graph

import (
	"context"

	"plotline/graph/analysis"
)

// LanguageStore keeps, for each workspace, by which languages words are reduced to stems. A workspace gets its
// languages with its first episode (see Batch.Languages). A change goes on beside the work of others: until all
// texts are indexed for the next languages, queries are answered in the former ones, and what is written
// meanwhile is indexed for both. Then the next take their place, and the texts are indexed once more, without
// the stems of the former.
//
// The rules of Store hold for its methods too.
type LanguageStore interface {
	// Languages tells in which languages a workspace answers.
	Languages(ctx context.Context, ws string) (Indexing, error)

	// UseLanguages has the texts of a workspace indexed anew, and tells what holds then. Where the languages
	// given are other ones, they are to follow; a third set that was to follow is forgotten. Where they are those
	// in use, what was to follow is forgotten. Where they are what the texts are being indexed for already, that
	// goes on. No languages stand for those that are to follow or, when there are none, for those in use. In a
	// workspace without languages nothing is to be indexed: it has these from now on.
	UseLanguages(ctx context.Context, ws string, languages analysis.Languages) (Indexing, error)

	// ReindexTexts indexes the next episodes by serial number, at most limit, and tells what holds then. It may
	// stop early where texts are long. Behind the last one the next languages take the place of the former, or the
	// work is done.
	ReindexTexts(ctx context.Context, ws string, limit int) (Indexing, error)

	// Workspaces lists the workspaces that have episodes: at most limit, by the bytes of their names, behind one.
	Workspaces(ctx context.Context, after string, limit int) ([]string, error)
}

// Indexing says for which languages the texts of a workspace are indexed.
type Indexing struct {
	Languages analysis.Languages // in which queries are answered; none before the first episode
	Next      analysis.Languages // that are to follow; none for none
	// Left is how many episodes are still to be indexed, those counted twice that are indexed for Next and then
	// once more. It is at least 1 until the work is done, and then 0.
	Left int
}

// IndexingState is what a store keeps of a workspace. Its methods are the rules by which it changes, so that they
// are the same in every store.
type IndexingState struct {
	Languages, Next analysis.Languages
	// Pending tells whether the texts are being indexed anew; so far those up to the serial number After, Done of
	// them.
	Pending bool
	After   int64
	Done    int
}

// Sets are the languages for which texts are indexed.
func (s IndexingState) Sets() []analysis.Languages {
	if s.Next.None() {
		return []analysis.Languages{s.Languages}
	}
	return []analysis.Languages{s.Languages, s.Next}
}

// Judge is the verdict on clauses, or a writer's wish, in some languages; none are always right.
func (s IndexingState) Judge(ws string, wanted analysis.Languages) error {
	if wanted.None() || s.Languages.None() || wanted == s.Languages {
		return nil
	}
	return OtherLanguages(ws, s.Languages, wanted)
}

// JudgeWriter is Judge for one who writes, and who may be ahead.
func (s IndexingState) JudgeWriter(ws string, wanted analysis.Languages) error {
	if wanted == s.Next {
		return nil
	}
	return s.Judge(ws, wanted)
}

// Begin is UseLanguages.
func (s IndexingState) Begin(wanted analysis.Languages) IndexingState {
	wanted = wanted.Or(s.Next).Or(s.Languages)
	switch {
	case s.Languages.None():
		return IndexingState{Languages: wanted}
	case wanted == s.Next, wanted == s.Languages && s.Next.None() && s.Pending:
		return s
	case wanted == s.Languages:
		return IndexingState{Languages: wanted, Pending: true}
	}
	return IndexingState{Languages: s.Languages, Next: wanted, Pending: true}
}

// Advance says that some more were indexed, the last with a serial number, and whether there are more behind it.
func (s IndexingState) Advance(last int64, number int, more bool) IndexingState {
	switch {
	case more:
		s.After, s.Done = last, s.Done+number
		return s
	case s.Next.None():
		return IndexingState{Languages: s.Languages}
	}
	return IndexingState{Languages: s.Next, Pending: true}
}

// Indexing is the state as callers see it, of a workspace with so many episodes.
func (s IndexingState) Indexing(episodes int) Indexing {
	out := Indexing{Languages: s.Languages, Next: s.Next}
	if !s.Pending {
		return out
	}
	out.Left = max(episodes-s.Done, 1)
	if !s.Next.None() {
		out.Left += episodes
	}
	return out
}

// Writing is what a writer needs to know of the state: which texts are indexed anew so far is not part of it.
func (s IndexingState) Writing() IndexingState {
	return IndexingState{Languages: s.Languages, Next: s.Next}
}
