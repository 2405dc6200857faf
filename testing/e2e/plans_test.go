package e2e_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/tier"
)

// TestPlansWithOfficialClients runs the official clients in both eras. They propose plans over stdio for a
// later decision, and rename with the legacy tools, which ask the client's user.
func TestPlansWithOfficialClients(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for _, c := range officials() {
		for name, test := range map[string]struct {
			answer map[string]any
			moved  bool
		}{
			"yes": {map[string]any{"action": "accept", "content": map[string]any{"confirm": true}}, true},
			"no":  {map[string]any{"action": "decline"}, false},
		} {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				data, show := t.TempDir(), filepath.Join(t.TempDir(), "The Show")
				expect.WriteFiles(t, show, "The.Show.S01E01.mkv", "The.Show.S01E01.en.srt", "a.mkv", "a.nfo")
				transport := map[string]any{"command": binary, "args": []string{"mcp", "--store", "embedded", "--data-dir", data, "--toolsets", "all"}}
				steps := plansSteps(show, test.moved)
				got := c.driveAsking(t, transport, test.answer, steps)
				got.checkTools(t, offeredByAll)
				for i, a := range got.Answers {
					steps[i].check(t, a)
				}
				if want := "Rename 1 file in " + show + "?\na.mkv → b.mkv"; !slices.Equal(got.Asked, []string{want}) {
					t.Errorf("the user was asked %q, want %q", got.Asked, want)
				}
				want := []string{"The.Show.S01E01.en.srt", "The.Show.S01E01.mkv", "a.mkv", "a.nfo"}
				if test.moved {
					want = []string{"The.Show.S01E01.en.srt", "The.Show.S01E01.mkv", "b.mkv", "b.nfo"}
				}
				if holds := namesIn(t, show); !slices.Equal(holds, want) {
					t.Errorf("the folder has %q, want %q", holds, want)
				}
				listed := must(t, plotline(t, nil, "plans", "list", "--store", "embedded", "--data-dir", data))
				if strings.Count(listed, "recognise") != 1 || !strings.Contains(listed, show) {
					t.Errorf("plotline plans list:\n%s", listed)
				}
			})
		}
	}
}

func plansSteps(show string, moved bool) []step {
	type object = map[string]any
	folder := object{"mediaFolderPath": show}
	result := map[bool]string{true: `"confirmed":true,"renamed":[{"from":`, false: `"confirmed":false,"renamed":[]`}[moved]
	return []step{
		{Call: "open-media-folder", Arguments: folder, want: `"fileCount":`},
		{Call: "get-episodes", Arguments: object{"mediaFolderPath": "/no such folder"}, wantError: "not_found"},
		{Call: "proposeRecognizePlan", Arguments: folder, Save: map[string]string{"plan": "taskId"}, want: `"fileCount":1`},
		{Call: "get-plan", Arguments: object{"taskId": "${plan}"}, want: `"season":1,"episode":1`},
		{Read: "plotline://plans/${plan}", want: `"status":"pending"`},
		{Prompt: "review_plan", Arguments: object{"task_id": "${plan}"}, want: "Help me decide on a plan"},
		{Call: "list-pending-plans", want: `"task":"recognize-media-file"`},
		{Call: "addRecognizedMediaFile", Arguments: object{"taskId": "${plan}", "season": 1, "episode": 2, "path": show + "/a.mkv"}, wantError: "conflict"},
		{Call: "beginRenameFilesTask", Arguments: folder, Save: map[string]string{"task": "taskId"}, want: `"taskId":`},
		{Call: "addRenameFileToTask", Arguments: object{"taskId": "${task}", "from": show + "/a.mkv", "to": show + "/b.mkv"}, want: `"success":true`},
		{Call: "endRenameFilesTask", Arguments: object{"taskId": "${task}"}, want: result},
		{Call: "endRenameFilesTask", Arguments: object{"taskId": "${task}"}, wantError: "not_found"},
	}
}

func namesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names
}
