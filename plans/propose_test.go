//go:build unix

package plans_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/plans"
)

var bothTasks = []plans.Task{plans.Recognise, plans.Rename}

// withBothTasks runs a test for each kind of plan.
func withBothTasks(t *testing.T, test func(t *testing.T, task plans.Task)) {
	t.Helper()
	t.Parallel()
	for _, task := range bothTasks {
		t.Run(string(task), func(t *testing.T) {
			t.Parallel()
			test(t, task)
		})
	}
}

// rowOf returns an entry of a kind for one file.
func rowOf(task plans.Task, name string) row {
	if task == plans.Recognise {
		return row{path: name, season: 1, episode: 1}
	}
	return row{from: name, to: "new " + name}
}

// TestPlanLifecycle checks begin, add and end. The plan is in plans/{taskId}.plan.json of its workspace.
func TestPlanLifecycle(t *testing.T) {
	withBothTasks(t, func(t *testing.T, task plans.Task) {
		t.Helper()
		w := newWorld(t, "a.mkv")
		id := w.begin(t, task)
		added, err := w.add(t, id, rowOf(task, "a.mkv"))
		must(t, err)
		same(t, "add says", plans.AddOutput{Success: true, TaskID: id, Problems: []string{}}, added)
		ended, err := w.end(t, id, task)
		must(t, err)
		same(t, "end says", plans.EndOutput{Success: true, TaskID: id, FileCount: 1, Problems: []string{}}, ended)
		if _, err := os.Stat(w.planFile(id)); err != nil {
			t.Error(err)
		}
		p := w.view(t, id).Plan
		if p.ID != id || p.Task != task || p.Status != plans.Pending || string(p.MediaFolderPath) != w.folder || p.Workspace != "w" ||
			p.CreatedAt == nil || p.ReadyAt == nil || *p.ReadyAt <= *p.CreatedAt || p.AppliedAt != nil || p.UndoneAt != nil {
			t.Errorf("the plan is %+v", p)
		}
		entry := p.Files[0]
		if task == plans.Rename && (string(entry.From) != w.at("a.mkv") || string(entry.To) != w.at("new a.mkv") || entry.Path != "") ||
			task == plans.Recognise && (string(entry.Path) != w.at("a.mkv") || *entry.Season != 1 || *entry.Episode != 1 || entry.From != "") {
			t.Errorf("the entry is %+v", entry)
		}
	})
}

// TestUnknownTask checks for not_found with `Task not found: <id>`, also for an id that is not a UUID and
// for a task of another workspace.
func TestUnknownTask(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	theirs := w.ready(t, plans.Rename, rowOf(plans.Rename, "a.mkv"))
	cases := []struct {
		name, id string
		by       audit.Caller
	}{
		{"never was", unknown, agent},
		{"no UUID", "../../etc/passwd", agent},
		{"an absolute path", "/etc/passwd", agent},
		{"empty", "", agent},
		{"a UUID in braces", "{" + unknown + "}", agent},
		{"a UUID without dashes", strings.ReplaceAll(unknown, "-", ""), agent},
		{"a lock's name", theirs + ".decision", agent},
		{"of another workspace", theirs, otherTenant},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := plans.TaskInput{TaskID: c.id}
			calls := map[string]func() error{
				"add recognised": func() error {
					_, err := w.AddRecognised(t.Context(), c.by, plans.AddRecognisedInput{TaskID: c.id, Path: w.at("a.mkv")})
					return err
				},
				"add rename": func() error {
					_, err := w.AddRename(t.Context(), c.by, plans.AddRenameInput{TaskID: c.id, From: "nonsense", To: "nonsense"})
					return err
				},
				"end recognise": func() error { _, err := w.EndRecognise(t.Context(), c.by, in); return err },
				"end rename":    func() error { _, err := w.EndRename(t.Context(), c.by, in); return err },
				"get":           func() error { _, err := w.GetTask(t.Context(), c.by, in); return err },
			}
			for name, call := range calls {
				t.Log(name)
				fails(t, call(), fault.NotFound, "Task not found: "+c.id)
			}
		})
	}
}

// TestNoTaskMakesNoFile checks that a request for an unknown task leaves no file in the data folder.
func TestNoTaskMakesNoFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.AddRename(t.Context(), agent, plans.AddRenameInput{TaskID: unknown})
	fails(t, err, fault.NotFound, "Task not found: "+unknown)
	fails(t, w.decide(t, unknown, plans.Rejected, ""), fault.NotFound, "Plan not found: "+unknown)
	if _, err := os.Stat(w.config.DataDir); !os.IsNotExist(err) {
		t.Errorf("the data folder was made: %v", err)
	}
}

// TestUpperCaseID checks that the case of a UUID does not matter.
func TestUpperCaseID(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.begin(t, plans.Rename)
	out, err := w.add(t, strings.ToUpper(id), rowOf(plans.Rename, "a.mkv"))
	must(t, err)
	if out.TaskID != id {
		t.Errorf("task %s", out.TaskID)
	}
	_, err = w.end(t, strings.ToUpper(id), plans.Rename)
	must(t, err)
	_, err = w.apply(t, strings.ToUpper(id))
	must(t, err)
	w.holds(t, map[string]string{"new a.mkv": "a.mkv"})
}

// TestEndedPlanRejectsEntries checks that adding and ending are a conflict for a task of the other kind, and for a
// plan that was ended, completed or rejected. The text tells the agent to stop.
func TestEndedPlanRejectsEntries(t *testing.T) {
	t.Parallel()
	for _, task := range bothTasks {
		cases := map[string]struct {
			make func(t *testing.T, w *world) string
			say  string
		}{
			"other kind": {func(t *testing.T, w *world) string {
				t.Helper()
				other := plans.Recognise
				if task == plans.Recognise {
					other = plans.Rename
				}
				return w.begun(t, other, rowOf(other, "a.mkv"))
			}, "use the tools for that kind"},
			"ended": {func(t *testing.T, w *world) string { t.Helper(); return w.ready(t, task, rowOf(task, "a.mkv")) }, "waits for a person"},
			"completed": {func(t *testing.T, w *world) string {
				t.Helper()
				id := w.begun(t, task, rowOf(task, "a.mkv"))
				must(t, w.decide(t, id, plans.Completed, ""))
				return id
			}, "is completed: it takes no more files. Stop adding"},
			"rejected": {func(t *testing.T, w *world) string {
				t.Helper()
				id := w.ready(t, task, rowOf(task, "a.mkv"))
				must(t, w.decide(t, id, plans.Rejected, ""))
				return id
			}, "is rejected: it takes no more files. Stop adding"},
		}
		for name, c := range cases {
			t.Run(string(task)+" "+name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, "a.mkv", "b.mkv")
				id := c.make(t, w)
				_, err := w.add(t, id, rowOf(task, "b.mkv"))
				refuses(t, err, fault.Conflict, c.say, id)
				_, err = w.end(t, id, task)
				refuses(t, err, fault.Conflict, c.say, id)
				if n := len(w.view(t, id).Plan.Files); n != 1 {
					t.Errorf("%d entries", n)
				}
			})
		}
	}
}

// TestEmptyEnd checks that `end` of an empty plan is invalid_argument and does not make it ready.
func TestEmptyEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for task, text := range map[plans.Task]string{plans.Recognise: "No recognized files in task", plans.Rename: "No files in task"} {
		id := w.begin(t, task)
		_, err := w.end(t, id, task)
		fails(t, err, fault.InvalidArgument, text)
		if w.view(t, id).Plan.ReadyAt != nil {
			t.Error("it is ready")
		}
	}
}

// TestBeginRefuses checks that begin rejects a path that is not absolute or is outside the roots. The
// folder need not exist.
func TestBeginRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{"", "relative", "/a/../b", "/a/./b", "/a/..", "C:relative"} {
		_, err := w.BeginRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: path})
		refuses(t, err, fault.InvalidArgument, `"`+path+`" is abnormal`)
	}
	out, err := w.BeginRecognise(t.Context(), agent, plans.BeginInput{MediaFolderPath: `C:\Users\x\Show`})
	must(t, err)
	if folder := w.view(t, out.TaskID).Plan.MediaFolderPath; folder != "/C:/Users/x/Show" {
		t.Errorf("folder %q: the contract keeps C:\\Users\\x as /C:/Users/x", folder)
	}
	rooted := w.with(func(c *plans.Config) { c.Folders = foldersOf(t, agent.Workspace+"="+w.folder) })
	for path, inside := range map[string]bool{w.folder: true, w.at("show"): true, w.folder + "2": false, filepath.Dir(w.folder): false} {
		_, err := rooted.BeginRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: path})
		if inside != (err == nil) {
			t.Errorf("%s: %v", path, err)
		}
		if !inside {
			refuses(t, err, fault.PermissionDenied, path)
		}
	}
}

// TestRoles checks that an agent can propose but not decide, and that a person can decide but not
// propose.
func TestRoles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.ready(t, plans.Rename, rowOf(plans.Rename, "a.mkv"))
	_, err := w.BeginRename(t.Context(), person, plans.BeginInput{MediaFolderPath: w.folder})
	refuses(t, err, fault.PermissionDenied, "reviewer", "beginRenameFilesTaskV2")
	_, err = w.Apply(t.Context(), agent, plans.ApplyInput{TaskID: id})
	refuses(t, err, fault.PermissionDenied, "writer", "apply_plan")
	_, err = w.Undo(t.Context(), agent, plans.UndoInput{TaskID: id})
	refuses(t, err, fault.PermissionDenied, "undo_plan")
	_, err = w.UpdatePlan(t.Context(), agent, plans.UpdatePlanInput{PlanID: id, Status: plans.Rejected})
	refuses(t, err, fault.PermissionDenied, "updatePlan")
	w.holds(t, as("a.mkv"))
}
