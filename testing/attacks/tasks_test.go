package attacks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

// inFolder returns the arguments of a call about a media folder.
func inFolder(path string) string { return fmt.Sprintf(`{"mediaFolderPath":%q}`, path) }

// begin begins a plan of a kind, renames or recognitions, and returns its id.
func (s *server) begin(t *testing.T, token, kind, folder string) (id string) {
	t.Helper()
	begun := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/plans/"+kind, token, inFolder(folder))
	var task struct {
		ID string `json:"taskId"`
	}
	if err := json.Unmarshal(begun.body, &task); err != nil || task.ID == "" {
		t.Fatalf("%v: %s", err, begun.body)
	}
	return task.ID
}

// renamePlan creates a plan with one rename that waits for a decision, and returns its id.
func (s *server) renamePlan(t *testing.T, token, folder, from, to string) (id string) {
	t.Helper()
	id = s.begin(t, token, "renames", folder)
	at := "/api/v1/plans/renames/" + id
	s.must(t, http.StatusOK, http.MethodPost, at+"/files", token, fmt.Sprintf(`{"from":%q,"to":%q}`, from, to))
	s.must(t, http.StatusOK, http.MethodPost, at+"/end", token, `{}`)
	return id
}
