//go:build unix

package plans_test

import (
	"encoding/json"
	"slices"
	"testing"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// TestTools checks that the tools have the names of the contract, and that no tool decides. Routes offer
// the deciding use cases.
func TestTools(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	named := func(list []usecase.UseCase) []string {
		names := make([]string, 0, len(list))
		for _, uc := range list {
			names = append(names, uc.Name)
		}
		slices.Sort(names)
		return names
	}
	same(t, "the tools", []string{
		"addRecognizedMediaFile", "addRenameFileToTask", "addRenameFileToTaskV2", "beginRecognizeTask", "beginRenameFilesTask",
		"beginRenameFilesTaskV2", "endRecognizeTask", "endRenameFilesTask", "endRenameFilesTaskV2", "get-plan", "list-pending-plans",
		"proposeRecognizePlan",
	}, named(w.UseCases()))
	same(t, "the routes", []string{
		"addRecognizedMediaFile", "addRenameFileToTaskV2", "apply_plan", "beginRecognizeTask", "beginRenameFilesTaskV2", "check_plan", "edit_plan",
		"endRecognizeTask", "endRenameFilesTaskV2", "getPendingPlans", "get_plan", "list_decided_plans", "list_library", "list_plans", "proposeRecognizePlan",
		"propose_rename", "undo_plan", "updatePlan",
	}, named(w.ForRoutes()))
	for _, uc := range w.UseCases() {
		if uc.Decides {
			t.Errorf("the tool %s decides", uc.Name)
		}
	}
}

// TestOnTheWire checks that the fields of inputs and outputs have the names of the contract.
func TestOnTheWire(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "a.srt")
	call := func(by audit.Caller, name string, in map[string]any) map[string]any {
		t.Helper()
		list := slices.Concat(w.ForRoutes(), w.UseCases())
		at := slices.IndexFunc(list, func(uc usecase.UseCase) bool { return uc.Name == name })
		raw, err := json.Marshal(in)
		must(t, err)
		out, err := list[at].Call(t.Context(), by, raw)
		must(t, err)
		raw, err = json.Marshal(out)
		must(t, err)
		var fields map[string]any
		must(t, json.Unmarshal(raw, &fields))
		return fields
	}
	type fields = map[string]any
	id := call(agent, "beginRenameFilesTaskV2", fields{"mediaFolderPath": w.folder})["taskId"]
	added := call(agent, "addRenameFileToTaskV2", fields{"taskId": id, "from": w.at("a.mkv"), "to": w.at("c.mkv")})
	same(t, "added", fields{"success": true, "taskId": id, "problems": []any{}}, added)
	ended := call(agent, "endRenameFilesTaskV2", fields{"taskId": id})
	same(t, "ended", fields{"success": true, "taskId": id, "fileCount": 1.0, "problems": []any{}}, ended)
	applied := call(person, "apply_plan", fields{"taskId": id}) // sidecars and complete are true by default
	plan := fields{
		"id": id, "task": "rename-files", "status": "completed", "mediaFolderPath": w.folder, "workspace": "w",
		"files":     []any{fields{"from": w.at("a.mkv"), "to": w.at("c.mkv")}},
		"createdAt": "2026-11-21T09:00:01.000000+00:00", "readyAt": "2026-11-21T09:00:02.000000+00:00", "appliedAt": "2026-11-21T09:00:03.000000+00:00",
	}
	same(t, "applied", fields{
		"success": true, "plan": plan,
		"renamed":  []any{fields{"from": w.at("a.mkv"), "to": w.at("c.mkv")}},
		"sidecars": []any{fields{"from": w.at("a.srt"), "to": w.at("c.srt")}},
	}, applied)
	history := []any{
		fields{"at": plan["readyAt"], "by": "bot", "did": "proposed"}, fields{"at": plan["appliedAt"], "by": "ada", "did": "applied", "files": 1.0},
	}
	same(t, "one", fields{"plan": plan, "problems": []any{}, "problemRows": []any{}, "history": history}, call(person, "get_plan", fields{"taskId": id}))
	same(t, "list", fields{"plans": []any{plan}}, call(person, "list_plans", fields{"task": "rename-files", "status": "completed"}))
	plan["undoneAt"] = "2026-11-21T09:00:04.000000+00:00"
	same(t, "undone", fields{"success": true, "plan": plan}, call(person, "undo_plan", fields{"taskId": id}))

	id = call(agent, "beginRecognizeTask", fields{"mediaFolderPath": w.folder})["taskId"]
	call(agent, "addRecognizedMediaFile", fields{"taskId": id, "season": 0, "episode": 0, "path": w.at("b.mkv")})
	pending := fields{
		"id": id, "task": "recognize-media-file", "status": "pending", "mediaFolderPath": w.folder, "workspace": "w",
		"files": []any{fields{"season": 0.0, "episode": 0.0, "path": w.at("b.mkv")}}, "createdAt": "2026-11-21T09:00:05.000000+00:00",
	}
	same(t, "pending", fields{"data": []any{pending}, "renamePlans": []any{}}, call(person, "getPendingPlans", fields{}))
	same(t, "listed", fields{"plans": []any{pending}}, call(agent, "list-pending-plans", fields{}))
	same(t, "updated", fields{"data": fields{"success": true}}, call(person, "updatePlan", fields{"planId": id, "status": "rejected", "reason": "no"}))
	proposed := call(admin, "beginRenameFilesTask", fields{"mediaFolderPath": w.folder})
	same(t, "the older manner", fields{"success": true}, call(admin, "addRenameFileToTask", fields{"taskId": proposed["taskId"], "from": w.at("b.mkv"), "to": w.at("d.mkv")}))
}
