package graphtest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"plotline/graph/analysis"
)

var tongues = []analysis.Languages{english, german, both, russian}

// someLanguages draws a set of languages, or none.
func someLanguages(r *rapid.T) analysis.Languages {
	return rapid.SampledFrom(append(slices.Clone(tongues), "")).Draw(r, "languages")
}

// queryLanguages draws the languages of a query, mostly those in use in the workspace.
func (m *machine) queryLanguages(r *rapid.T) (read, named analysis.Languages) {
	read = m.here().indexing.Languages.Or(analysis.English)
	if below(r, 8, "other languages") == 0 {
		read = rapid.SampledFrom(tongues).Draw(r, "languages")
	}
	if below(r, 3, "unnamed") == 0 {
		return read, ""
	}
	return read, read
}

// writerLanguages draws the languages that a writer names: mostly none, or those in use.
func (m *machine) writerLanguages(r *rapid.T) analysis.Languages {
	switch below(r, 6, "writer") {
	case 0:
		return someLanguages(r)
	case 1:
		return m.here().indexing.Languages
	case 2:
		return m.here().indexing.Next
	}
	return ""
}

func (m *machine) languages(r *rapid.T) {
	got, gotErr := m.store.Languages(m.ctx, m.ws)
	want, wantErr := m.model.Languages(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "languages", got, want)
	}
}

func (m *machine) useLanguages(r *rapid.T) { m.useLanguagesBy(r, someLanguages(r)) }

func (m *machine) useLanguagesBy(r *rapid.T, set analysis.Languages) {
	got, gotErr := m.store.UseLanguages(m.ctx, m.ws, set)
	want, wantErr := m.model.UseLanguages(m.ctx, m.ws, set)
	if m.agree(r, gotErr, wantErr) {
		same(r, "use of "+set.String(), got, want)
	}
}

func (m *machine) reindex(r *rapid.T) {
	limit := 1 + below(r, pool, "limit")
	got, gotErr := m.store.ReindexTexts(m.ctx, m.ws, limit)
	want, wantErr := m.model.ReindexTexts(m.ctx, m.ws, limit)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("%d indexed anew", limit), got, want)
	}
}

func (m *machine) workspaces(r *rapid.T) {
	for _, ws := range m.spaces {
		got, gotErr := m.store.Workspaces(m.ctx, ws[:len(ws)-1], 1)
		want, wantErr := m.model.Workspaces(m.ctx, ws[:len(ws)-1], 1)
		if m.agree(r, gotErr, wantErr) {
			notNil(r, "workspaces", got)
			is := func(list []string) bool { return slices.Contains(list, ws) }
			same(r, "there is "+ws, is(got), is(want))
		}
	}
}
