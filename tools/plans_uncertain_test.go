package tools_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUncertainFilesForAgents checks that an agent gets uncertain files and the reasons for the others, in the proposal and
// in the plan, and a note when it adds an uncertain file itself.
func TestUncertainFilesForAgents(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"Show.S01E01.mkv", "Show - 04 - OVA.mkv", "trailer.mkv"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, newServer(allTools(t)...))
	result := call(t, c, "proposeRecognizePlan", fmt.Sprintf(`{"mediaFolderPath":%q}`, folder))
	var out struct {
		TaskID string `json:"taskId"`
	}
	if err := json.Unmarshal(result.RawStructuredContent, &out); err != nil {
		t.Fatal(err)
	}
	for where, got := range map[string]string{
		"the proposal": text(t, result), "the plan": text(t, call(t, c, "get-plan", `{"taskId":"`+out.TaskID+`"}`)),
	} {
		for _, want := range []string{
			`"season":0,"episode":4,"why":"its name says that it is a special, but not which"`, `"reasons":["a sample, a trailer or an extra"]`,
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %s: %s", where, want, got)
			}
		}
	}
	id := begun(t, c, "beginRecognizeTask", folder)
	for name, notes := range map[string]bool{"Show.S01E01.mkv": false, "Show - 04 - OVA.mkv": true} {
		got := text(t, call(t, c, "addRecognizedMediaFile", fmt.Sprintf(`{"taskId":%q,"season":0,"episode":1,"path":%q}`, id, filepath.Join(folder, name))))
		if strings.Contains(got, `is uncertain: its name says that it is a special, but not which"]`) != notes || strings.Contains(got, `"notes"`) != notes {
			t.Errorf("%s: %s", name, got)
		}
	}
}
