package main

import (
	"context"
	"fmt"

	"plotline/graph"
)

// languagesFinding reports the search languages of the workspace, and whether they match the settings.
func languagesFinding(ctx context.Context, s *settings, p *program, stored bool) finding {
	f := finding{Check: "languages", State: well, Found: p.languages.String()}
	if p.languages.None() {
		f.Found = "those of the workspace"
	}
	if !stored {
		return f
	}
	has, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Indexing, error) {
		return p.store.Languages(ctx, s.Workspace)
	})
	switch {
	case err != nil:
		f.State, f.Advice = bad, storeAdvice(err)
		return f
	case has.Languages.None() && has.Left > 0:
		f.State, f.Found, f.Advice = note, "lost, because another program deleted them", "to index all texts again, run: plotline reindex"
		return f
	case has.Languages.None():
		return f
	}
	f.Found = has.Languages.String()
	switch {
	case !p.languages.None() && p.languages != has.Languages && p.languages != has.Next:
		f.State, f.Found = bad, fmt.Sprintf("%s, but this command uses %s", f.Found, p.languages)
		f.Advice = graph.OtherLanguages(s.Workspace, has.Languages, p.languages).Details
	case has.Left > 0:
		f.State, f.Advice = note, countNoun(has.Left, "text")+" not indexed yet; to continue, run: plotline reindex"
		if !has.Next.None() {
			f.Found += ", to be followed by " + has.Next.String()
		}
	}
	return f
}
