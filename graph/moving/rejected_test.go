package moving_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/moving"
	"plotline/internal/fault"
)

// TestMoveIsRejected checks moves that cannot begin, and that they change nothing.
func TestMoveIsRejected(t *testing.T) {
	t.Parallel()
	one, other := embedded(t).open(t), embedded(t).open(t)
	at := func(s moving.Store, ws string) moving.End {
		return moving.End{Store: s, Workspace: ws, Place: ws}
	}
	write := func(s moving.Store, ws string) error { return create(t, s, ws, 2) }
	for _, end := range []moving.End{at(one, "a"), at(one, "b"), at(other, "used")} {
		ok(t, write(end.Store, end.Workspace))
	}
	rejects := func(from, to moving.End, want string, step func(string)) {
		t.Helper()
		if _, err := moving.Move(t.Context(), from, to, step); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s to %s: %v, want %q", from.Place, to.Place, err, want)
		}
	}
	rejects(at(one, "a"), at(one, "a"), "The two places are the same", nil)
	rejects(at(one, "a"), at(other, "used"), "has been used already", nil)
	ok(t, errors.Join(write(one, "a"), write(other, "used")))

	func() {
		defer func() { _ = recover() }()
		_, _ = moving.Move(t.Context(), at(one, "a"), at(other, "new"), func(step string) {
			if step == "go" {
				panic(killed{})
			}
		})
	}()
	rejects(at(one, "a"), at(other, "newer"), "is moving to new", nil)
	if err := write(one, "a"); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("a closed workspace: %v", err)
	}
	ok(t, moving.Cancel(t.Context(), at(one, "a")))
	if err := moving.Cancel(t.Context(), at(one, "a")); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("nothing to cancel: %v", err)
	}
	ok(t, write(one, "a"))
	if err := write(other, "new"); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("the place of a cancelled move: %v", err)
	}

	list, _, err := one.ListEpisodes(t.Context(), "a", graph.ListQuery{Limit: 1})
	ok(t, err)
	_, err = one.DeleteEpisode(t.Context(), "a", list[0].EpisodeID) // the cancelled move has copied it
	ok(t, err)
	_, err = moving.Move(t.Context(), at(one, "a"), at(other, "new"), nil)
	ok(t, err)
	if diff := cmp.Diff(contentOf(t, one, "a"), contentOf(t, other, "new")); diff != "" {
		t.Errorf("after a cancelled move: %s", diff)
	}
	again, err := moving.Move(t.Context(), at(one, "a"), at(other, "new"), nil)
	if err != nil || again.Episodes != 5 {
		t.Errorf("a finished move: %+v, %v", again, err)
	}
	rejects(at(one, "a"), at(other, "newer"), "was moved to new", nil)
}
