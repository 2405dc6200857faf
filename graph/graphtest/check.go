package graphtest

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/internal/fault"
)

// tester is the part of *testing.T that cases use.
type tester interface {
	rapid.TB
	Context() context.Context
	Cleanup(f func())
}

// These types drop the domain's Equal methods, which ignore some fields.
type (
	episodeFields graph.Episode
	relFields     graph.Relationship
	nodeFields    graph.Node
)

// exact compares floats by their bits and texts by their bytes. An empty list equals nil.
var exact = cmp.Options{
	cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }),
	cmp.Transformer("Episode", func(e graph.Episode) episodeFields { return episodeFields(e) }),
	cmp.Transformer("Relationship", func(r graph.Relationship) relFields { return relFields(r) }),
	cmp.Transformer("Node", func(n graph.Node) nodeFields { return nodeFields(n) }),
}

// verdict is the part of an error that a client sees.
type verdict struct {
	Code    fault.Code
	Details string
	Extra   map[string]any
}

func verdictOf(err error) verdict {
	if err == nil {
		return verdict{}
	}
	f := fault.From(err)
	return verdict{f.Code, f.Details, f.Extra}
}

// ok stops the case on an unexpected error.
func ok(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

// second returns the error of a call with a result.
func second[T any](_ T, err error) error { return err }

// same reports the differences between got and want.
func same(t rapid.TB, what string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(got, want) { // nearly always, and ten times as fast
		return
	}
	if d := cmp.Diff(want, got, exact); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// refused expects exactly this error: its code, details and extra fields. The error must be a *fault.Error,
// not one that is only converted to it.
func refused(t rapid.TB, err error, want *fault.Error) {
	t.Helper()
	var own *fault.Error
	if err == nil || !errors.As(err, &own) {
		t.Errorf("got error %v, want %v", err, want)
		return
	}
	same(t, "error", verdictOf(err), verdictOf(want))
}

// notNil expects a list that is not nil. It may be empty.
func notNil[T any](t rapid.TB, what string, list []T) {
	t.Helper()
	if list == nil {
		t.Errorf("%s is nil, want it empty", what)
	}
}

// brief returns full without the fields that got leaves empty, as a list may. Wrong values stay a
// difference.
func brief(t rapid.TB, got, full []graph.Episode) []graph.Episode {
	t.Helper()
	want := slices.Clone(full)
	for i, g := range got {
		if i < len(want) && g.Reflection == "" {
			want[i].Reflection = ""
		}
		if i < len(want) && len(g.Tags) == 0 {
			want[i].Tags = nil
		}
		if i < len(want) && len(g.Metadata) == 0 {
			want[i].Metadata = nil
		}
	}
	return want
}

// sameEpisodes compares lists whose Reflection, Tags and Metadata may be empty.
func sameEpisodes(t rapid.TB, what string, got, want []graph.Episode) {
	t.Helper()
	notNil(t, what, got)
	same(t, what, got, brief(t, got, want))
}

// byEpisodeID sorts a list whose order the contract leaves open.
func byEpisodeID(list []graph.Episode) []graph.Episode {
	return slices.SortedFunc(slices.Values(list), func(a, b graph.Episode) int {
		return strings.Compare(string(a.EpisodeID), string(b.EpisodeID))
	})
}

// byID sorts relationships for a comparison.
func byID(list []graph.Relationship) []graph.Relationship {
	return slices.SortedFunc(slices.Values(list), func(a, b graph.Relationship) int {
		return strings.Compare(string(a.ID), string(b.ID))
	})
}

// idsOf lists the ids of episodes.
func idsOf(list []graph.Episode) []graph.ID {
	ids := make([]graph.ID, len(list))
	for i, e := range list {
		ids[i] = e.EpisodeID
	}
	return ids
}

// namesOf lists the names of episodes.
func namesOf(list []graph.Episode) []string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	return names
}
