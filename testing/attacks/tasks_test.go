package attacks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"plotline/internal/access"
)

// TestQuestionsOfOldTasksTakeLittleMemory fills a task of the older rename tools with long paths, and ends it many times at
// once: without a page, and with pages that do not read what they are asked.
func TestQuestionsOfOldTasksTakeLittleMemory(t *testing.T) {
	t.Parallel()
	for name, pages := range map[string]int{"no page": 0, "pages that do not read": 40} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			everyHTTP(t, func(t *testing.T, p protocol) {
				t.Helper()
				root := t.TempDir()
				s := p.start(t, "--media-root", "large="+root)
				admin, victim := s.token(t, "large", access.Admin), s.token(t, "victim", access.Writer)
				task := s.oldTask(t, admin, root)
				for range pages {
					if answer, err := s.socket(t.Context(), admin); err != nil || !strings.HasPrefix(answer, `40{"sid"`) {
						t.Fatalf("%s %v", answer, err)
					}
				}
				s.checkOtherDuring(t, victim, func(ctx context.Context) error {
					all := waited(t)
					for range 32 {
						all.Go(func() {
							for ctx.Err() == nil {
								_, _ = s.oldTool(ctx, admin, "endRenameFilesTask", fmt.Sprintf(`{"taskId":%q}`, task))
							}
						})
					}
					all.Wait()
					return nil
				})
				s.checkPeakMemory(t, 350<<20)
			})
		})
	}
}

// oldTask begins a task of the older rename tools, with as many of the longest paths as it takes, and returns its id.
func (s *server) oldTask(t *testing.T, token, folder string) (id string) {
	t.Helper()
	begun, err := s.oldTool(t.Context(), token, "beginRenameFilesTask", inFolder(folder))
	found := regexp.MustCompile(`taskId[^0-9a-f]+([0-9a-f-]{36})`).FindSubmatch(begun)
	if err != nil || found == nil {
		t.Fatalf("%v: %s", err, begun)
	}
	id = string(found[1])
	long := strings.Repeat("/"+strings.Repeat("<", 200), 17)
	for i := range 1_000 {
		from, to := filepath.Join(folder, fmt.Sprint("a", i), long), filepath.Join(folder, fmt.Sprint("b", i), strings.ReplaceAll(long, "<", "x"))
		added, err := s.oldTool(t.Context(), token, "addRenameFileToTask", fmt.Sprintf(`{"taskId":%q,"from":"%s.mkv","to":"%s.mkv"}`, id, from, to))
		switch {
		case err != nil:
			t.Fatal(err)
		case strings.Contains(string(added), "holds too many files"):
			return id
		case strings.Contains(string(added), `"isError":true`):
			t.Fatalf("%.600s", added)
		}
	}
	return id
}

// oldTool calls a tool that only the toolset legacy has.
func (s *server) oldTool(ctx context.Context, token, name, args string) ([]byte, error) {
	call := statelessCall("tools/call", name, `"name":"`+name+`","arguments":`+args)
	got, err := s.send(ctx, http.MethodPost, call.path+"?toolsets=legacy", token, call.body, call.headers...)
	return got.body, err
}

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
