package graph

import (
	"context"

	"plotline/graph/analysis"
)

// LanguageStore stores the languages of each workspace, which decide how words are reduced to stems. A
// workspace gets its languages with its first episode (see Batch.Languages). A change runs beside other work.
// Until all texts are indexed for the next languages, queries use the old ones, and new writes are indexed
// for both. Then the next languages replace the old ones, and the texts are indexed once more, without the
// stems of the old languages.
//
// The rules of Store hold for its methods too.
type LanguageStore interface {
	// Languages returns the languages of a workspace.
	Languages(ctx context.Context, ws string) (Indexing, error)

	// UseLanguages starts to index the texts of a workspace again, and returns the resulting state. The cases
	// are:
	//   - languages are neither in use nor next: they become the next ones, and earlier next ones are
	//     dropped.
	//   - languages are in use: the next ones are dropped.
	//   - The texts are already being indexed for languages: that continues.
	//   - languages is none: it stands for the next ones or, if there are none, for those in use.
	//   - The workspace has no languages: it uses these from now on, and nothing needs indexing.
	UseLanguages(ctx context.Context, ws string, languages analysis.Languages) (Indexing, error)

	// ReindexTexts indexes the next episodes by serial number, at most limit, and returns the resulting
	// state. It may stop early if texts are long. After the last episode, the next languages replace the old
	// ones, or the work is done.
	ReindexTexts(ctx context.Context, ws string, limit int) (Indexing, error)

	// Workspaces lists at most limit workspaces that have episodes and whose name sorts behind after. They are
	// sorted by the bytes of their names.
	Workspaces(ctx context.Context, after string, limit int) ([]string, error)
}

// Indexing is the state of a workspace's text index.
type Indexing struct {
	Languages analysis.Languages // of queries; none before the first episode
	Next      analysis.Languages // the languages to change to; none if there is no change
	// Left is the number of episodes still to be indexed. An episode that is indexed for Next, and later once
	// more, counts twice. Left is at least 1 until the work is done, and then 0.
	Left int
}

// IndexingState is what a store saves for a workspace. Its methods are the rules for changing it, so that
// they are the same in every store.
type IndexingState struct {
	Languages, Next analysis.Languages
	// Pending reports whether the texts are being indexed again. Episodes up to the serial number After are
	// done, and Done is their number.
	Pending bool
	After   int64
	Done    int
}

// Sets returns the languages to index texts for.
func (s IndexingState) Sets() []analysis.Languages {
	if s.Next.None() {
		return []analysis.Languages{s.Languages}
	}
	return []analysis.Languages{s.Languages, s.Next}
}

// CheckReader checks the languages of clauses. None is always valid.
func (s IndexingState) CheckReader(ws string, wanted analysis.Languages) error {
	if wanted.None() || s.Languages.None() || wanted == s.Languages {
		return nil
	}
	return OtherLanguages(ws, s.Languages, wanted)
}

// CheckWriter checks the languages of a writer, which may already use the next ones.
func (s IndexingState) CheckWriter(ws string, wanted analysis.Languages) error {
	if wanted == s.Next {
		return nil
	}
	return s.CheckReader(ws, wanted)
}

// Begin applies UseLanguages.
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

// Advance records that number more episodes were indexed, up to serial number last, and whether more follow.
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

// Indexing returns the state for callers, given the number of episodes of the workspace.
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

// Writing returns the part of the state that a writer needs. It omits the progress of indexing.
func (s IndexingState) Writing() IndexingState {
	return IndexingState{Languages: s.Languages, Next: s.Next}
}
