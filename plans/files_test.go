//go:build unix

package plans_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/plans"
	"plotline/testing/kit/bounds"
)

// write writes a plan file as another program would.
func (w *world) write(tb testing.TB, id, text string) {
	tb.Helper()
	must(tb, os.MkdirAll(filepath.Dir(w.planFile(id)), 0o750))
	must(tb, os.WriteFile(w.planFile(id), []byte(text), 0o600)) //nolint:gosec // G703: a folder of the test
}

// everybody holds callers of the default workspace, to which plans without a workspace belong.
var everybody = func() (c struct{ agent, person audit.Caller }) {
	c.agent, c.person = agent, person
	c.agent.Workspace, c.person.Workspace = "default", "default"
	return c
}()

// TestForeignFieldsSurvive checks that every rewrite preserves the fields of other programs, also in
// entries, and the form of paths.
func TestForeignFieldsSurvive(t *testing.T) {
	t.Parallel()
	w := newForeignWorld(t)
	w.write(t, unknown, fmt.Sprintf(`{ "id": %q, "task": "rename-files", "status": "pending", "smm": {"b": [1.50, null]},
		"mediaFolderPath": "/C/Users/x", "Zusatz": "ü",
		"files": [ {"from": "/C/Users/x/a.mkv", "to": "/C/Users/x/b.mkv", "note": "kept", "n": 1.0} ] }`, unknown))
	add := plans.AddRenameInput{TaskID: unknown, From: "/C/Users/x/c.mkv", To: "/C/Users/x/d <&>.mkv"}
	for range 2 { // first with what was read, then with what was written
		_, err := w.AddRename(t.Context(), everybody.agent, add)
		must(t, err)
		add.From, add.To = "/C/Users/x/e.mkv", "/C/Users/x/f.mkv"
	}
	_, err := w.UpdatePlan(t.Context(), everybody.person, plans.UpdatePlanInput{PlanID: unknown, Status: plans.Rejected, Reason: "no"})
	must(t, err)
	raw, err := os.ReadFile(w.planFile(unknown))
	must(t, err)
	var got map[string]any
	must(t, json.Unmarshal(raw, &got))
	if got["decidedAt"] == nil {
		t.Error("it does not say when it was decided")
	}
	delete(got, "decidedAt")
	if steps, _ := got["history"].([]any); len(steps) != 1 {
		t.Errorf("the history is %v", got["history"])
	}
	delete(got, "history")
	entry := func(from, to string) map[string]any {
		return map[string]any{"from": "/C/Users/x/" + from, "to": "/C/Users/x/" + to}
	}
	first := entry("a.mkv", "b.mkv")
	first["note"], first["n"] = "kept", 1.0
	same(t, "the file", map[string]any{
		"id": unknown, "task": "rename-files", "status": "rejected", "smm": map[string]any{"b": []any{1.5, nil}},
		"mediaFolderPath": "/C/Users/x", "Zusatz": "ü", "reason": "no", "workspace": "default",
		"files": []any{first, entry("c.mkv", "d <&>.mkv"), entry("e.mkv", "f.mkv")},
	}, got)
	if !strings.Contains(string(raw), "1.50") || !strings.Contains(string(raw), `"n": 1.0`) {
		t.Errorf("numbers are written anew: %s", raw)
	}
}

// TestForeignPaths checks that Windows paths are read in their own form and in SMM's; C:\Users\x is
// /C:/Users/x.
func TestForeignPaths(t *testing.T) {
	t.Parallel()
	w := newForeignWorld(t)
	for folder, want := range map[string]string{
		`C:\Users\x`: "/C:/Users/x", "C:/Users/x/": "/C:/Users/x", "/C:/Users/x": "/C:/Users/x", "/C/Users/x": "/C/Users/x", "/media/show/": "/media/show",
	} {
		text, _ := json.Marshal(folder)
		w.write(t, unknown, fmt.Sprintf(`{"id": %q, "task": "recognize-media-file", "status": "pending", "mediaFolderPath": %s,
			"files": [{"season": 1, "episode": 2, "path": %s}]}`, unknown, text, text))
		v, err := w.GetPlan(t.Context(), everybody.person, plans.TaskInput{TaskID: unknown})
		must(t, err)
		if string(v.Plan.MediaFolderPath) != want || string(v.Plan.Files[0].Path) != want {
			t.Errorf("%s is read as %+v", folder, v.Plan)
		}
	}
}

// TestFilesThatAreNoPlans checks that corrupt, foreign and half-written files are skipped with a warning.
// Requests for them fail as for an unknown plan. The files are never deleted or changed.
func TestFilesThatAreNoPlans(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	good := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	whole, err := os.ReadFile(w.planFile(good))
	must(t, err)
	as := func(id, old, now string) string {
		return strings.Replace(strings.Replace(string(whole), good, id, 1), old, now, 1)
	}
	names := map[string]string{"not a uuid": string(whole), strings.ToUpper(unknown): string(whole), "": string(whole)}
	id := func(n int) string { return fmt.Sprintf("0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c%02d", n) }
	for n, text := range []func(id string) string{
		func(string) string { return "" },
		func(string) string { return "{" },
		func(string) string { return "null" },
		func(string) string { return "[]" },
		func(id string) string { return as(id, "x", "x")[:len(whole)/2] },
		func(string) string { return string(whole) }, // another plan's id
		func(id string) string { return as(id, `"rename-files"`, `"delete-files"`) },
		func(id string) string { return as(id, `"pending"`, `"building"`) },
		func(id string) string { return as(id, `"from":`, `"path":`) },
		func(id string) string { return as(id, w.folder, "relative") },
		func(id string) string { return as(id, w.at("a.mkv"), "../a.mkv") },
		func(id string) string { return as(id, `"workspace"`, `"Status":"completed","workspace"`) },
		func(id string) string { return as(id, `"files":[`, `"files":[null,`) },
		func(id string) string { return as(id, `"files":[`, `"files":{`) },
		func(id string) string { return as(id, "x", "x") + "{}" },
		func(string) string { return "\x00\xff\xfe" },
	} {
		names[id(n)] = text(id(n))
	}
	for name, text := range names {
		w.write(t, name, text)
	}
	must(t, os.MkdirAll(filepath.Join(w.planFile(id(90)), "in it"), 0o750))
	must(t, os.WriteFile(w.planFile(id(91)), nil, 0o600))
	must(t, os.Truncate(w.planFile(id(91)), plans.Largest+1))
	must(t, os.WriteFile(filepath.Join(w.shelf, "notes.txt"), []byte("hello"), 0o600))

	for range 2 {
		out, err := w.ListPlans(t.Context(), person, plans.ListInput{})
		must(t, err)
		same(t, "the plans", []string{good}, ids(out.Plans))
	}
	for name := range names {
		fails(t, w.decide(t, name, plans.Rejected, ""), fault.NotFound, "Plan not found: "+name)
		if n := w.log.Count(name + ".plan.json"); name != "" && n != 1 {
			t.Errorf("%d warnings of %s", n, name)
		}
	}
	for _, name := range []string{id(90), id(91)} {
		fails(t, w.decide(t, name, plans.Rejected, ""), fault.NotFound, "Plan not found: "+name)
		if n := w.log.Count(name + ".plan.json"); n != 1 {
			t.Errorf("%d warnings of %s", n, name)
		}
	}
	for name, text := range names {
		if raw, err := os.ReadFile(w.planFile(name)); err != nil || string(raw) != text {
			t.Errorf("%s holds %q, %v", name, raw, err)
		}
	}
}

// TestReadersSeeWholeFiles checks that readers always see a whole file while a plan is rewritten, and
// never fewer entries than before.
func TestReadersSeeWholeFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.begin(t, plans.Rename)
	ctx, done := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		defer close(failed)
		seen := 0
		for ctx.Err() == nil {
			raw, err := os.ReadFile(w.planFile(id))
			var p plans.Plan
			if err == nil {
				err = json.Unmarshal(raw, &p)
			}
			if err == nil && len(p.Files) < seen {
				err = errors.New("it has fewer entries than before")
			}
			if err != nil {
				failed <- err
				return
			}
			seen = len(p.Files)
		}
	}()
	for n := range 100 {
		_, err := w.add(t, id, row{from: fmt.Sprint(n, ".mkv"), to: fmt.Sprint("new", n, ".mkv")})
		must(t, err)
	}
	done()
	for err := range failed {
		t.Error(err)
	}
}

// FuzzDecode checks that a plan that was decoded and encoded decodes to the same plan.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{"id":"%s","task":"rename-files","status":"pending","mediaFolderPath":"/m","files":[{"from":"/m/a","to":"/m/b","x":[1]}],"o":{}}`,
		`{"id":"%s","task":"recognize-media-file","status":"rejected","mediaFolderPath":"C:\\x","files":[{"season":0,"episode":1,"path":"C:\\x\\y"}],"excluded":[0],"appliedAt":"2026-11-21T09:00:00Z"}`,
		`{"id":"%s","task":"rename-files","status":"completed","mediaFolderPath":"/","files":null,"reason":"\u2028<","foreign":null}`,
		"{", "null", `{"id":"%s","ID":"x"}`,
		`{"id":"%s","task":"rename-files","status":"pending","mediaFolderPath":"/m","files":[¦{"from":"/m/%","to":"/m/b%"},¦{"from":"/m/a","to":"/m/b"}]}`,
		`{"id":"%s","task":"recognize-media-file","status":"pending","mediaFolderPath":"/m","files":[{"season":%,"episode":¦%¦,"path":"/m/¦a/¦b"}],"excluded":[¦%,¦0]}`,
		`{"id":"%s","task":"rename-files","status":"pending","mediaFolderPath":"/m","files":[],"x":¦[¦1¦]¦,"y":¦{"a":¦%¦}¦}`,
	} {
		text = strings.Replace(text, "%s", unknown, 1)
		f.Add(text, uint64(7), uint64(5_000_000_000_000), uint16(1))
		f.Add(text, uint64(0), uint64(math.MaxUint64), uint16(20_000))
	}
	f.Fuzz(func(t *testing.T, text string, one, two uint64, times uint16) {
		raw := []byte(bounds.Grow(text, one, two, times))
		var first *plans.Plan
		var err error
		bounds.Bytes(t, 1<<20+128*len(raw), func() { first, err = plans.Decode(unknown+".plan.json", raw) })
		if err != nil {
			return
		}
		written, err := plans.Encode(first)
		if err != nil {
			t.Fatalf("%s cannot be written: %v", raw, err)
		}
		second, err := plans.Decode(unknown+".plan.json", written)
		if err != nil {
			t.Fatalf("%s cannot be read: %v", written, err)
		}
		same(t, "read again", *first, *second)
		again, err := plans.Encode(second)
		if err != nil || string(again) != string(written) {
			t.Errorf("%s is written again as %s, %v", written, again, err)
		}
	})
}
