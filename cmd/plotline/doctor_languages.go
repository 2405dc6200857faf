package main

import (
	"context"
	"fmt"

	"plotline/graph"
)

// speech reports the search languages of the workspace, and whether they match the settings.
func speech(ctx context.Context, s *settings, p *program, stored bool) finding {
	f := finding{Check: "languages", State: well, Found: p.languages.String()}
	if p.languages.None() {
		f.Found = "those of the workspace"
	}
	if !stored {
		return f
	}
	has, err := within(ctx, s.Timeout, func(ctx context.Context) (graph.Indexing, error) {
		return p.store.Languages(ctx, s.Workspace)
	})
	switch {
	case err != nil:
		f.State, f.Advice = bad, adviceOn(err)
		return f
	case has.Languages.None():
		return f
	}
	f.Found = has.Languages.String()
	switch {
	case !p.languages.None() && p.languages != has.Languages && p.languages != has.Next:
		f.State, f.Found = bad, fmt.Sprintf("%s, but %s asked for", f.Found, p.languages)
		f.Advice = graph.OtherLanguages(s.Workspace, has.Languages, p.languages).Details
	case has.Left > 0:
		f.State, f.Advice = note, amountOf(has.Left, "text")+" still to be indexed; `plotline reindex` goes on"
		if !has.Next.None() {
			f.Found += ", to be followed by " + has.Next.String()
		}
	}
	return f
}
