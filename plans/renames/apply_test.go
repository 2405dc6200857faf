package renames_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/plans/renames"
)

// scenario is an operation that must succeed.
type scenario struct {
	before tree
	moves  []renames.Move
}

func scenarios() map[string]scenario {
	long := strings.Repeat("é", 123) // 246 bytes, and the extension makes 250
	return map[string]scenario{
		"one":      {tree{"a.mkv": "a", "other": "o"}, []renames.Move{move("a.mkv", "b.mkv")}},
		"swap":     {tree{"a": "1", "b": "2"}, []renames.Move{move("a", "b"), move("b", "a")}},
		"chain":    {tree{"a": "1", "b": "2", "c": "3"}, []renames.Move{move("a", "b"), move("b", "c"), move("c", "d")}},
		"rotation": {tree{"a": "1", "b": "2", "c": "3"}, []renames.Move{move("a", "b"), move("b", "c"), move("c", "a")}},
		"case":     {tree{"a.mkv": "1", "B.MKV": "2"}, []renames.Move{move("a.mkv", "A.mkv"), move("B.MKV", "b.mkv")}},
		"new":      {tree{"a": "1", "b": "2"}, []renames.Move{move("a", "x/y/z/a"), move("b", "x/y/b")}},
		"up":       {tree{"x/y/a": "1"}, []renames.Move{move("x/y/a", "a")}},
		"across":   {tree{"x/a": "1", "y/a": "2"}, []renames.Move{move("x/a", "y/a"), move("y/a", "x/a")}},
		"normal":   {tree{"\u00e9": "nfc", "e\u03012": "nfd"}, []renames.Move{move("\u00e9", "e\u0301"), move("e\u03012", "\u00e92")}},
		"long":     {tree{long + ".mkv": "1"}, []renames.Move{move(long+".mkv", long+".mp4")}},
		"odd":      {tree{"a\nb%20 \"c\"": "1", "第1話.mkv": "2"}, []renames.Move{move("a\nb%20 \"c\"", "<é>|?*"), move("第1話.mkv", "S01E01 - 第1話.mkv")}},
		"empty":    {tree{"a": "", "b": "2"}, []renames.Move{move("a", "c")}},
		"sidecar":  {tree{"a.mkv": "v", "a.srt": "s"}, []renames.Move{move("a.mkv", "S/b.mkv"), {From: "a.srt", To: "S/b.srt", Sidecar: true}}},
	}
}

// TestApplyAndUndo tests each scenario with each mover.
func TestApplyAndUndo(t *testing.T) {
	t.Parallel()
	for moverName, mover := range renames.Movers() {
		for name, s := range scenarios() {
			t.Run(moverName+" "+name, func(t *testing.T) {
				t.Parallel()
				d := newDesk(t, s.before)
				j := d.journals(renames.WithMover(mover))
				applyAndUndo(t, d, j, s)
				applyAndUndo(t, d, j, s) // after an undo, apply is possible again
			})
		}
	}
}

func applyAndUndo(t *testing.T, d *desk, j *renames.Journals, s scenario) {
	t.Helper()
	d.committed = nil
	identity, err := os.Stat(d.path(s.moves[0].From))
	must(t, err)
	request := d.request(s.moves...)
	request.Note = json.RawMessage(`{"n":1}`)
	must(t, j.Apply(t.Context(), request, d.commit))
	holds(t, d.folder, s.before.moved(s.moves))
	if now, err := os.Stat(d.path(s.moves[0].To)); err != nil || !os.SameFile(identity, now) || !now.ModTime().Equal(identity.ModTime()) {
		t.Errorf("another file: %v, %v", now, err)
	}
	must(t, j.Undo(t.Context(), planID, nil, json.RawMessage(`{"n":2}`), d.commit))
	holds(t, d.folder, s.before)
	d.quiet(t)
	back := slices.Clone(s.moves)
	for n := range back {
		back[n].From, back[n].To = back[n].To, back[n].From
	}
	want := []renames.Outcome{
		{ID: planID, Folder: d.folder, Moves: s.moves, Note: json.RawMessage(`{"n":1}`)},
		{ID: planID, Undo: true, Folder: d.folder, Moves: back, Note: json.RawMessage(`{"n":2}`)},
	}
	if diff := cmp.Diff(want, d.committed); diff != "" {
		t.Errorf("committed (-want +got):\n%s", diff)
	}
}

// TestRefused checks that impossible moves are rejected before any file is touched.
func TestRefused(t *testing.T) {
	t.Parallel()
	before := tree{"a": "1", "b": "2", "c": "3", "d/e": "4"}
	tests := map[string]struct {
		moves []renames.Move
		code  fault.Code
		words string
	}{
		"nothing":          {nil, fault.InvalidArgument, "no files"},
		"too many":         {make([]renames.Move, 100_001), fault.TooLarge, "A rename has at most 100000 files"},
		"absolute source":  {[]renames.Move{move("/a", "x")}, fault.InvalidArgument, `Source path "/a" is abnormal`},
		"upwards":          {[]renames.Move{move("a", "../x")}, fault.InvalidArgument, `Destination path "../x" is abnormal`},
		"dots":             {[]renames.Move{move("a", "d/./x")}, fault.InvalidArgument, "abnormal"},
		"itself a folder":  {[]renames.Move{move("a", ".")}, fault.InvalidArgument, "abnormal"},
		"NUL":              {[]renames.Move{move("a", "x\x00y")}, fault.InvalidArgument, "abnormal"},
		"not UTF-8":        {[]renames.Move{move("a", "x\xff")}, fault.InvalidArgument, "abnormal"},
		"its own name":     {[]renames.Move{move("a", "a")}, fault.InvalidArgument, `"a"`},
		"a source twice":   {[]renames.Move{move("a", "x"), move("a", "y")}, fault.AlreadyExists, `Source file "a" appears multiple times`},
		"a target twice":   {[]renames.Move{move("a", "x"), move("b", "x")}, fault.AlreadyExists, `Target file "x" appears multiple times`},
		"target there":     {[]renames.Move{move("c", "x"), move("a", "b")}, fault.Conflict, `Target file "b" already exists in the filesystem`},
		"target a folder":  {[]renames.Move{move("a", "d")}, fault.Conflict, `"d" already exists`},
		"no source":        {[]renames.Move{move("a", "x"), move("z", "y")}, fault.Conflict, `Source file "z" does not exist in the media folder`},
		"below a file":     {[]renames.Move{move("b/z", "y")}, fault.Conflict, `"b/z" does not exist`},
		"a folder":         {[]renames.Move{move("d", "x")}, fault.Conflict, `"d" is not a regular file`},
		"a link":           {[]renames.Move{move("in", "x")}, fault.Conflict, `"in" is not a regular file`},
		"by a link out":    {[]renames.Move{move("out/secret", "x")}, fault.PermissionDenied, `"out/secret" is outside the media folder`},
		"to a link out":    {[]renames.Move{move("a", "out/x")}, fault.PermissionDenied, "is outside the media folder"},
		"to a broken link": {[]renames.Move{move("a", "broken/x")}, fault.Conflict, "broken link"},
		"under a file":     {[]renames.Move{move("a", "b/x")}, fault.Conflict, `needs a folder "b"`},
		"under one moving": {[]renames.Move{move("a", "b/x"), move("b", "y")}, fault.Conflict, "in a separate plan"},
		"under a target":   {[]renames.Move{move("a", "n/x"), move("b", "n")}, fault.Conflict, `needs a folder "n"`},
		"too long":         {[]renames.Move{move("a", strings.Repeat("x", 256))}, fault.InvalidArgument, "longer than"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, before)
			outside := t.TempDir()
			plant(t, outside, tree{"secret": "s"})
			must(t, os.Symlink(outside, d.path("out")))
			must(t, os.Symlink("a", d.path("in")))
			must(t, os.Symlink("nowhere", d.path("broken")))
			as := look(t, d.folder)
			err := d.journals().Apply(t.Context(), d.request(test.moves...), d.commit)
			refuses(t, err, test.code, test.words, "nothing was changed")
			holds(t, d.folder, as)
			holds(t, outside, tree{"secret": "s"})
			d.quiet(t)
			if d.committed != nil {
				t.Errorf("committed %v", d.committed)
			}
		})
	}
}

func TestInvalidRequests(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	j := d.journals()
	for _, id := range []string{"", "../x", "{" + planID + "}", strings.ToUpper(planID)} {
		request := d.request(move("a", "b"))
		request.ID = id
		refuses(t, j.Apply(t.Context(), request, d.commit), fault.InvalidArgument, "UUID")
		refuses(t, j.Undo(t.Context(), id, nil, nil, d.commit), fault.NotFound)
	}
	request := d.request(move("a", "b"))
	request.Folder = d.path("gone")
	refuses(t, j.Apply(t.Context(), request, d.commit), fault.Conflict, "gone")
	request.Folder = d.path("a")
	refuses(t, j.Apply(t.Context(), request, d.commit), fault.Conflict, "not a folder")
	t.Run("not an absolute path", func(t *testing.T) {
		t.Parallel()
		refuses(t, j.Apply(t.Context(), renames.Request{ID: otherID, Folder: ".", Moves: request.Moves}, d.commit), fault.InvalidArgument, "absolute")
	})
	request = d.request(move("a", "b"))
	request.Note = json.RawMessage(`{`)
	refuses(t, j.Apply(t.Context(), request, d.commit), fault.Unavailable, "journal")
	refuses(t, j.Undo(t.Context(), planID, nil, nil, d.commit), fault.NotFound, planID)
	holds(t, d.folder, tree{"a": "1"})
	d.quiet(t)
}

// newRenamed returns a desk whose moves were applied, and its journals.
func newRenamed(t *testing.T, files tree, moves ...renames.Move) (*desk, *renames.Journals) {
	t.Helper()
	d := newDesk(t, files)
	j := d.journals()
	must(t, j.Apply(t.Context(), d.request(moves...), d.commit))
	return d, j
}

func TestApplyRepeated(t *testing.T) {
	t.Parallel()
	d, j := newRenamed(t, tree{"a": "1"}, move("a", "b"))
	refuses(t, j.Apply(t.Context(), d.request(move("b", "c")), d.commit), fault.Conflict, "already renamed")
	must(t, j.Undo(t.Context(), planID, nil, nil, d.commit))
	refuses(t, j.Undo(t.Context(), planID, nil, nil, d.commit), fault.NotFound)
	holds(t, d.folder, tree{"a": "1"})
}

func TestCommitThatFails(t *testing.T) {
	t.Parallel()
	for name, s := range scenarios() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, s.before)
			cause := errors.New("no disk")
			d.refuse = fault.New(fault.TooLarge, "the plan is too large").Because(cause)
			j := d.journals()
			err := j.Apply(t.Context(), d.request(s.moves...), d.commit)
			refuses(t, err, fault.TooLarge, "the plan is too large; nothing was changed")
			if !errors.Is(err, cause) || len(d.committed) != 1 {
				t.Errorf("%v, committed %d times", err, len(d.committed))
			}
			holds(t, d.folder, s.before)
			d.quiet(t)
			d.refuse = nil
			must(t, j.Apply(t.Context(), d.request(s.moves...), d.commit))
			d.refuse = cause
			refuses(t, j.Undo(t.Context(), planID, nil, nil, d.commit), fault.Internal, "Nothing was changed")
			holds(t, d.folder, s.before.moved(s.moves))
			d.refuse = nil
			must(t, j.Undo(t.Context(), planID, nil, nil, d.commit))
		})
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	refuses(t, d.journals().Apply(ctx, d.request(move("a", "b")), d.commit), fault.Cancelled, "nothing was changed")
	holds(t, d.folder, tree{"a": "1"})

	// After the first move, cancelling changes nothing.
	ctx, cancel = context.WithCancel(t.Context())
	alive := func(ctx context.Context, done renames.Outcome) error {
		return errors.Join(ctx.Err(), d.commit(ctx, done))
	}
	must(t, d.journals(at("before stage", cancel)).Apply(ctx, d.request(move("a", "b")), alive))
	if ctx.Err() == nil {
		t.Error("the step never came")
	}
	holds(t, d.folder, tree{"b": "1"})
}

func TestUndoIsRejected(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1", "b": "2", "c": "3", "d": "4", "e": "5"})
	j := d.journals()
	moves := []renames.Move{move("a", "n/a"), move("b", "n/b"), move("c", "n/c"), move("d", "n/d"), move("e", "f")}
	must(t, j.Apply(t.Context(), d.request(moves...), d.commit))
	must(t, os.Remove(d.path("n/a")))
	must(t, os.WriteFile(d.path("n/b"), []byte("twenty"), 0o600))
	must(t, os.Rename(d.path("n/c"), d.path("n/x")))
	must(t, os.WriteFile(d.path("n/c"), []byte("3"), 0o600))
	must(t, os.WriteFile(d.path("e"), nil, 0o600))
	as := look(t, d.folder)
	want := []string{`"n/a" is gone`, `"n/b" was changed`, `"n/c" was replaced`, `"e" is there again`}
	err := j.Undo(t.Context(), planID, nil, nil, d.commit)
	refuses(t, err, fault.Conflict, want...)
	refuses(t, err, fault.Conflict, "nothing was changed")
	if diff := cmp.Diff(map[string]any{"changed": want}, fault.From(err).Extra); diff != "" {
		t.Errorf("beside the error (-want +got):\n%s", diff)
	}
	holds(t, d.folder, as)
	d.quiet(t)
}

// TestUndoOfSome checks that a refused undo names the videos to leave, with those that need their place and those whose
// sidecar has changed, and that the others can be undone without them.
func TestUndoOfSome(t *testing.T) {
	t.Parallel()
	side := renames.Move{From: "s.en.srt", To: "n/s.en.srt", Sidecar: true}
	files := tree{"a": "1", "b": "2", "c": "3", "d": "4", "s.mkv": "5", "s.en.srt": "6"}
	d, j := newRenamed(t, files, move("a", "x"), move("b", "a"), move("c", "b"), move("d", "y"), move("s.mkv", "n/s.mkv"), side)
	must(t, os.WriteFile(d.path("b"), []byte("three"), 0o600)) // c
	must(t, os.Remove(d.path("n/s.en.srt")))
	before := look(t, d.folder)
	err := j.Undo(t.Context(), planID, nil, nil, d.commit)
	refuses(t, err, fault.Conflict, "nothing was changed")
	var changed *renames.ChangedError
	if !errors.As(err, &changed) {
		t.Fatal(err)
	}
	want := []renames.Changed{
		{Video: "c", Text: `"b" was changed`},
		{Video: "s.mkv", Text: `"n/s.en.srt" is gone`},
		{Video: "b", Text: `"b" is the name of a file that stays`},
		{Video: "a", Text: `"a" is the name of a file that stays`},
	}
	if diff := cmp.Diff(want, changed.Files); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	refuses(t, j.Undo(t.Context(), planID, []string{"c", "s.mkv"}, nil, d.commit), fault.Conflict, `"b" is there again`)
	refuses(t, j.Undo(t.Context(), planID, []string{"a", "b", "c", "d", "s.mkv"}, nil, d.commit), fault.InvalidArgument)
	holds(t, d.folder, before)
	must(t, j.Undo(t.Context(), planID, []string{"a", "b", "c", "s.mkv"}, nil, d.commit))
	holds(t, d.folder, tree{"x": "1", "a": "2", "b": "three", "d": "4", "n/s.mkv": "5"})
	refuses(t, j.Undo(t.Context(), planID, nil, nil, d.commit), fault.NotFound)
	d.quiet(t)
}

// TestUndoBringsBackAFolder checks that undo recreates an old folder that was empty and has been removed.
func TestUndoBringsBackAFolder(t *testing.T) {
	t.Parallel()
	d, j := newRenamed(t, tree{"x/y/a": "1"}, move("x/y/a", "n/a"))
	must(t, os.RemoveAll(d.path("x")))
	plant(t, d.folder, tree{"n/mine": "m"})
	must(t, j.Undo(t.Context(), planID, nil, nil, d.commit))
	holds(t, d.folder, tree{"x/y/a": "1", "n/mine": "m"})
}
