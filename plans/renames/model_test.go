package renames_test

import (
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/internal/fault"
	"plotline/plans/renames"
)

// model is the expected content of a folder, and predicts the result of renames.
type model struct {
	folder string
	files  tree
}

var modelNames = []string{"a", "b", "c", "A", "x/a", "x/b", "x/y/a", "n/a", "n/m/b", "é", "e\u0301"}

// TestAnyMoves compares random moves with a model. Targets may exist or occur twice, another program may
// create a file at any step, and each mover is used.
func TestAnyMoves(t *testing.T) {
	t.Parallel()
	base := quickDir(t)
	round := 0
	rapid.Check(t, func(rt *rapid.T) {
		round++
		m := &model{folder: filepath.Join(base, strconv.Itoa(round), "media"), files: tree{}}
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(modelNames), rapid.ID).Draw(rt, "files") {
			m.files[name] = "content of " + name
		}
		plant(t, m.folder, m.files)
		mover := rapid.SampledFrom([]string{"own", "link", "look"}).Draw(rt, "way")
		intruder := rapid.SampledFrom(append([]string{""}, modelNames...)).Draw(rt, "intruder")
		when, steps, intruded := rapid.IntRange(1, 60).Draw(rt, "when"), 0, false
		j := renames.New(filepath.Join(filepath.Dir(m.folder), "journals"), slog.New(slog.DiscardHandler),
			renames.WithMover(renames.Movers()[mover]), renames.WithStep(func(string) {
				if steps++; steps == when && intruder != "" {
					intruded = m.intrude(intruder)
				}
			}))
		d := &desk{folder: m.folder}
		moves := drawMoves(rt)
		if rapid.IntRange(0, 4).Draw(rt, "refuse") == 0 {
			d.refuse = errors.New("refused")
		}
		err := j.Apply(t.Context(), d.request(moves...), d.commit)
		when = 0 // no intruder during the undo
		m.check(rt, moves, err, intruder, intruded, d.refuse)
		if err == nil && !intruded {
			d.refuse = nil
			if err := j.Undo(t.Context(), planID, nil, nil, d.commit); err != nil {
				rt.Fatalf("undo: %v", err)
			}
			m.compare(rt, m.files)
		}
	})
}

func drawMoves(rt *rapid.T) []renames.Move {
	name := rapid.SampledFrom(modelNames)
	moves := make([]renames.Move, rapid.IntRange(1, 6).Draw(rt, "moves"))
	for n := range moves {
		moves[n] = move(name.Draw(rt, "from"), name.Draw(rt, "to"))
	}
	return moves
}

// intrude creates a file as another program would, if there is none.
func (m *model) intrude(name string) bool {
	path := filepath.Join(m.folder, filepath.FromSlash(name))
	if os.MkdirAll(filepath.Dir(path), 0o750) != nil {
		return false
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false
	}
	_, err = file.WriteString("intruder")
	return errors.Join(err, file.Close()) == nil
}

// check checks that an apply did everything or nothing, whichever is correct.
func (m *model) check(rt *rapid.T, moves []renames.Move, err error, intruder string, intruded bool, refuse error) {
	want := m.files
	if err == nil {
		want = m.after(moves)
	}
	if !intruded {
		if legal := m.legal(moves); legal && refuse == nil && err != nil || (!legal || refuse != nil) && err == nil {
			rt.Fatalf("legal %t, commit %v: %v", legal, refuse, err)
		}
		m.compare(rt, want)
		return
	}
	found := m.contents(rt)
	if left := fault.From(err); err != nil && left.Extra["left"] != nil {
		// The intruder took a file's old name. That file has its hidden name, and no content is lost.
		if _, ours := m.files[intruder]; !ours {
			rt.Fatalf("%v, and %s was nobody's", err, intruder)
		}
		want := append(slices.Sorted(maps.Values(m.files)), "intruder")
		if diff := cmp.Diff(want, slices.Sorted(maps.Values(found))); diff != "" {
			rt.Fatalf("contents (-want +got):\n%s", diff)
		}
		return
	}
	want = maps.Clone(want)
	if _, ours := want[intruder]; ours {
		rt.Fatalf("%v, and the intruder took the place of %s", err, intruder)
	}
	want[intruder] = "intruder"
	if diff := cmp.Diff(want, found); diff != "" {
		rt.Fatalf("%v (-want +got):\n%s", err, diff)
	}
}

// legal reports whether the moves are possible, by the model alone.
func (m *model) legal(moves []renames.Move) bool {
	from, to := map[string]bool{}, map[string]bool{}
	for _, one := range moves {
		if _, is := m.files[one.From]; !is || one.From == one.To || from[one.From] || to[one.To] {
			return false
		}
		from[one.From], to[one.To] = true, true
	}
	for name := range to {
		if _, is := m.files[name]; is && !from[name] {
			return false
		}
	}
	return true
}

func (m *model) after(moves []renames.Move) tree {
	after := maps.Clone(m.files)
	for _, one := range moves {
		delete(after, one.From)
	}
	for _, one := range moves {
		after[one.To] = m.files[one.From]
	}
	return after
}

// contents returns the files of the folder, without empty folders.
func (m *model) contents(rt *rapid.T) tree {
	found := tree{}
	err := filepath.WalkDir(m.folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path) //nolint:gosec // nobody else is in this folder
		name, _ := filepath.Rel(m.folder, path)
		found[filepath.ToSlash(name)] = string(raw)
		return err
	})
	if err != nil {
		rt.Fatal(err)
	}
	return found
}

func (m *model) compare(rt *rapid.T, want tree) {
	found := m.contents(rt)
	if diff := cmp.Diff(want, found); diff != "" {
		rt.Fatalf("the folder holds (-want +got):\n%s", diff)
	}
	for name := range found {
		if strings.Contains(name, ".plotline-") {
			rt.Fatalf("%s is left", name)
		}
	}
}
