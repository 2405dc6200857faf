//go:build unix

package plans_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/plans"
)

// TestUndoOfRecognition checks that the undo of a recognition gives every file the episodes that it had before, also those
// that lost an episode, and that a change since then is named with its row.
func TestUndoOfRecognition(t *testing.T) {
	t.Parallel()
	first := []row{{path: "a.mkv", season: 1, episode: 1}}
	double := []row{{path: "a.mkv", season: 1, episode: 1}, {path: "a.mkv", season: 1, episode: 2}, {path: "b.mkv", season: 1, episode: 3}}
	cases := map[string]struct {
		before, rows []row
		since        []row // another recognition, applied since
		leave        []int // by the undo
		say          string
		leaveOut     []int
		want         map[string]string
	}{
		"new entries go":      {rows: first, want: map[string]string{}},
		"the numbers before":  {before: []row{{path: "a.mkv", season: 9, episode: 9}}, rows: first, want: map[string]string{"a.mkv": "[9,9]"}},
		"a file that lost":    {before: []row{{path: "b.mkv", season: 1, episode: 1}}, rows: first, want: map[string]string{"b.mkv": "[1,1]"}},
		"two entries, as one": {before: double[:2], rows: []row{{path: "a.mkv", season: 1, episode: 7}}, want: map[string]string{"a.mkv": "[1,1][1,2]"}},
		"one entry, as two":   {before: first, rows: double, want: map[string]string{"a.mkv": "[1,1]"}},
		"a swap": {
			before: []row{{path: "a.mkv", season: 1, episode: 1}, {path: "b.mkv", season: 1, episode: 2}},
			rows:   []row{{path: "a.mkv", season: 1, episode: 2}, {path: "b.mkv", season: 1, episode: 1}},
			want:   map[string]string{"a.mkv": "[1,1]", "b.mkv": "[1,2]"},
		},
		"others since": {rows: first, since: []row{{path: "b.mkv", season: 1, episode: 2}}, want: map[string]string{"b.mkv": "[1,2]"}},
		"changed since": {
			rows: double, since: []row{{path: "b.mkv", season: 2, episode: 1}}, leaveOut: []int{2},
			say: `"b.mkv" is S02E01 now`, want: map[string]string{"a.mkv": "[1,1][1,2]", "b.mkv": "[2,1]"},
		},
		"changed since, without it": {
			rows: double, since: []row{{path: "b.mkv", season: 2, episode: 1}}, leave: []int{2}, want: map[string]string{"b.mkv": "[2,1]"},
		},
		"a double episode stays whole": {rows: double, leave: []int{1}, want: map[string]string{"a.mkv": "[1,1][1,2]"}},
		"its episode is another's": {
			before: []row{{path: "a.mkv", season: 9, episode: 9}}, rows: first, since: []row{{path: "b.mkv", season: 9, episode: 9}}, leaveOut: []int{0},
			say: `"a.mkv" cannot be S09E09 again, which "b.mkv" is now`, want: map[string]string{"a.mkv": "[1,1]", "b.mkv": "[9,9]"},
		},
		"the one that lost has another": {
			before: []row{{path: "b.mkv", season: 1, episode: 1}}, rows: first, since: []row{{path: "b.mkv", season: 3, episode: 3}}, leaveOut: []int{0},
			say: `"b.mkv" is S03E03 now`, want: map[string]string{"a.mkv": "[1,1]", "b.mkv": "[3,3]"},
		},
		"nothing is left": {rows: first, leave: []int{0}, say: "nothing would be undone", want: map[string]string{"a.mkv": "[1,1]"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "b.mkv")
			w.remember(t, c.before...)
			id := w.ready(t, plans.Recognise, c.rows...)
			_, err := w.apply(t, id)
			must(t, err)
			if c.since != nil {
				_, err = w.apply(t, w.ready(t, plans.Recognise, c.since...))
				must(t, err)
			}
			same(t, "it can be undone", c.say == "" && c.leave == nil || c.say == "nothing would be undone" || name == "a double episode stays whole", canUndo(t, w, id))
			out, err := w.Undo(t.Context(), person, plans.UndoInput{TaskID: id, Exclude: c.leave})
			if c.say == "" {
				must(t, err)
				if !out.Success || out.Plan.UndoneAt == nil || canUndo(t, w, id) {
					t.Errorf("the reply is %+v", out)
				}
				_, err = w.undo(t, id)
				refuses(t, err, fault.Conflict, "it was undone at")
			} else {
				code := fault.Conflict
				if c.leaveOut == nil {
					code = fault.InvalidArgument
				} else {
					same(t, "to leave out", c.leaveOut, fault.From(err).Extra["leaveOut"].([]int))
				}
				refuses(t, err, code, c.say)
			}
			same(t, "the metadata", c.want, w.remembered(t))
		})
	}
}

// canUndo returns what the list of decided plans says of a plan.
func canUndo(t *testing.T, w *world, id string) bool {
	t.Helper()
	out, err := w.ListDecided(t.Context(), person, plans.ListDecidedInput{Limit: 50})
	must(t, err)
	for _, p := range out.Plans {
		if p.ID == id {
			return p.CanUndo
		}
	}
	t.Error("the plan is not listed")
	return false
}

// TestUndoOfPendingRecognition checks that a recognition that stays pending can be applied and undone again, that a rename in
// between does not hinder it, and what the history and the folder remember.
func TestUndoOfPendingRecognition(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	w.remember(t, row{path: "a.mkv", season: 9, episode: 9})
	id := w.ready(t, plans.Recognise, row{path: "a.mkv", season: 1, episode: 1})
	_, err := w.Edit(t.Context(), person, plans.EditInput{TaskID: id, Remember: []plans.Remember{plans.RememberAbsolute}})
	must(t, err)
	numbering := func() media.Numbering {
		m, err := w.config.Libraries.Of(agent.Workspace).Read(t.Context(), media.Path(w.folder))
		must(t, err)
		return m.Numbering
	}
	for range 2 {
		_, err = w.apply(t, id, pending)
		must(t, err)
		same(t, "after apply", media.Numbering{Absolute: true}, numbering())
		_, err = w.undo(t, id)
		must(t, err)
		same(t, "the metadata", map[string]string{"a.mkv": "[9,9]"}, w.remembered(t))
		same(t, "after undo", media.Numbering{}, numbering())
		if p := w.view(t, id).Plan; p.AppliedAt != nil || p.UndoneAt == nil || p.Status != plans.Pending {
			t.Errorf("it is %+v", p)
		}
	}
	_, err = w.apply(t, id)
	must(t, err)
	_, err = w.apply(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}))
	must(t, err)
	_, err = w.undo(t, id)
	must(t, err)
	same(t, "the metadata", map[string]string{"b.mkv": "[9,9]"}, w.remembered(t))
	history := w.view(t, id).History
	if last := history[len(history)-1]; last.Did != plans.DidUndo || last.By != "ada" || last.Files != 1 {
		t.Errorf("the history ends with %+v", last)
	}
}

// TestUndoOfRecognitionWithoutRecord checks the error if another program removed what undo needs.
func TestUndoOfRecognitionWithoutRecord(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]any{"gone": nil, "of another form": "x"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv")
			id := w.ready(t, plans.Recognise, row{path: "a.mkv", season: 1, episode: 1})
			_, err := w.apply(t, id)
			must(t, err)
			files, err := filepath.Glob(filepath.Join(w.config.DataDir, "workspaces", agent.Workspace, "metadata", "*.json"))
			must(t, err)
			raw, err := os.ReadFile(files[0])
			must(t, err)
			var m map[string]any
			must(t, json.Unmarshal(raw, &m))
			if m["replaced"] == nil {
				t.Fatalf("the metadata is %s", raw)
			}
			m["replaced"] = value
			raw, err = json.Marshal(m)
			must(t, err)
			must(t, os.WriteFile(files[0], raw, 0o600))
			_, err = w.undo(t, id)
			refuses(t, err, fault.Conflict, "the metadata no longer has what it replaced")
			same(t, "the metadata", map[string]string{"a.mkv": "[1,1]"}, w.remembered(t))
		})
	}
}
