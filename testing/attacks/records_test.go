package attacks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/tier"
)

// planID returns the id of a plan in a file.
func planID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// plantPlans writes plans of a workspace that wait for a decision, each with so many entries of 200 bytes.
func plantPlans(t *testing.T, data, workspace, status string, from, count, entries int) {
	t.Helper()
	list := make([]string, entries)
	for i := range list {
		list[i] = fmt.Sprintf(`{"season":1,"episode":%d,"path":"/media/%0150d.mkv"}`, i, i)
	}
	dir := filepath.Join(data, "workspaces", workspace, "plans")
	expect.NoError(t, os.MkdirAll(dir, 0o700))
	for n := from; n < from+count; n++ {
		expect.WriteFile(t, filepath.Join(dir, planID(n)+".plan.json"), fmt.Sprintf(
			`{"id":%q,"task":"recognize-media-file","status":%q,"mediaFolderPath":"/media","workspace":%q,"readyAt":"2026-01-01T00:00:00Z","files":[%s]}`,
			planID(n), status, workspace, strings.Join(list, ",")))
	}
}

// plantProjects writes projects of a workspace, each with a scene of so many bytes, under the names of older versions.
func plantProjects(t *testing.T, data, workspace string, from, count, bytes int) {
	t.Helper()
	dir := filepath.Join(data, "projects")
	expect.NoError(t, os.MkdirAll(dir, 0o700))
	code := strings.Repeat("x", bytes)
	for n := from; n < from+count; n++ {
		expect.WriteFile(t, filepath.Join(dir, fmt.Sprintf("p-%032x.project.json", n)), fmt.Sprintf(
			`{"projectId":"p%d","workspace":%q,"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","scenes":[{"sceneId":"s",`+
				`"versions":[{"version":1,"sceneName":"S","duration":90,"tsxCode":%q,"tool":"create_project","createdAt":"2026-01-01T00:00:00Z"}]}]}`,
			n, workspace, code))
	}
}

// TestHostileFilesInFolder starts a server whose data folder has more plans and projects of one workspace than fit into the
// memory. Its background work reads them all. Another tenant sees only its own, and the workspace is told what to do.
func TestHostileFilesInFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	count := tier.Pick(50, 400)
	plantPlans(t, dir, "a", "pending", 0, count, 5000)
	plantPlans(t, dir, "a", "rejected", count, count, 100)
	plantPlans(t, dir, "b", "pending", 0, 1, 1)
	plantProjects(t, dir, "a", 0, count, 1<<20)
	plantProjects(t, dir, "b", count, 1, 10)
	s := plain.launchIn(t, dir, "--media-root", t.TempDir())
	attacker, other := s.token(t, "a", access.Admin), s.token(t, "b", access.Admin)
	s.checkOtherDuring(t, other, func(ctx context.Context) error {
		all := waited(t)
		for _, path := range []string{
			"/api/v1/plans", "/api/v1/plans?status=pending", "/api/v1/plans/decided?limit=1000", "/api/getPendingPlans", "/api/v1/projects",
			"/api/v1/plans/" + planID(0), "/api/v1/plans/" + planID(1), "/api/v1/projects/p0/scenes/s",
		} {
			for range 4 {
				all.Go(func() {
					for ctx.Err() == nil {
						_, _ = s.do(ctx, http.MethodGet, path, attacker, nil)
					}
				})
			}
		}
		for path, want := range map[string]string{"/api/v1/plans": planID(0), "/api/v1/projects": fmt.Sprintf(`"p%d"`, count)} {
			got := s.must(t, http.StatusOK, http.MethodGet, path, other, "") //nolint:contextcheck // the test's own context is meant
			if !strings.Contains(string(got.body), want) {
				t.Errorf("%s: %.300s", path, got.body)
			}
		}
		<-ctx.Done()
		all.Wait()
		return nil
	})
	for path, want := range map[string]string{
		"/api/v1/plans?status=pending": "select fewer by task and status", "/api/v1/plans?task=recognize-media-file": "list the decided plans without their entries",
	} {
		// On a slow machine a first read of all plans runs out of time, and says to try again.
		for tries := 1; tries < 5; tries++ {
			if got, err := s.do(t.Context(), http.MethodGet, path, attacker, nil); err == nil && got.status != http.StatusGatewayTimeout {
				break
			}
		}
		if got := s.must(t, http.StatusRequestEntityTooLarge, http.MethodGet, path, attacker, ""); !strings.Contains(string(got.body), want) {
			t.Errorf("%s: %s", path, got.body)
		}
	}
}

// TestPlansAndProjectsAreBounded checks that a workspace with as many open plans, or projects, as it may have gets no other,
// and that it can go on as the error says.
func TestPlansAndProjectsAreBounded(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		dir, root := t.TempDir(), t.TempDir()
		expect.WriteFiles(t, root, "Show S01E01.mkv")
		plantPlans(t, dir, "a", "pending", 0, 1000, 1)
		plantProjects(t, dir, "a", 0, 1000, 10)
		s := p.launchIn(t, dir, "--media-root", "a="+root, "--media-root", "b="+root)
		admin, other := s.token(t, "a", access.Admin), s.token(t, "b", access.Writer)
		for _, kind := range []string{"renames", "recognitions", "recognitions/propose"} {
			got := s.must(t, http.StatusRequestEntityTooLarge, http.MethodPost, "/api/v1/plans/"+kind, admin, inFolder(root))
			if !strings.Contains(string(got.body), "Reject or complete some of them first") {
				t.Errorf("%s: %s", kind, got.body)
			}
			s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/plans/"+kind, other, inFolder(root))
		}
		s.must(t, http.StatusOK, http.MethodPost, "/api/updatePlan", admin, fmt.Sprintf(`{"planId":%q,"status":"rejected"}`, planID(7)))
		s.begin(t, admin, "renames", root)
		for _, body := range []string{`{"projectId":"new"}`, `{"projectId":"new","example":true}`} {
			got := s.must(t, http.StatusRequestEntityTooLarge, http.MethodPost, "/api/v1/projects", admin, body)
			if !strings.Contains(string(got.body), "1000 projects, which is the limit") {
				t.Errorf("%s: %s", body, got.body)
			}
		}
		s.sceneRoute(t, other)
		s.checkAlive(t)
	})
}

// TestLargeEditsOfPlans lets a reviewer add as many files that do not exist to plans as these may have, and reads and checks
// these plans, all at once. Another tenant still reads and writes.
func TestLargeEditsOfPlans(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		root := t.TempDir()
		expect.WriteFiles(t, root, "Show S01E01.mkv")
		s := p.start(t, "--media-root", "a="+root)
		admin, other := s.token(t, "a", access.Admin), s.token(t, "b", access.Writer)
		type row struct {
			Season  int    `json:"season"`
			Episode int    `json:"episode"`
			Path    string `json:"path"`
		}
		edit := func(season int) []byte {
			rows := make([]row, 7<<19/(len(root)+50))
			for i := range rows {
				rows[i] = row{season, i, filepath.Join(root, fmt.Sprintf("%d.mkv", i))}
			}
			raw, _ := json.Marshal(map[string]any{"add": rows})
			return raw
		}
		bodies := [][]byte{edit(1), edit(2)}
		plans := make([]string, p.size(2, 4))
		for i := range plans {
			var made struct{ TaskID string }
			got := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/plans/recognitions/propose", admin, inFolder(root))
			expect.NoError(t, json.Unmarshal(got.body, &made))
			plans[i] = "/api/v1/plans/" + made.TaskID
		}
		s.must(t, http.StatusOK, http.MethodPatch, plans[0], admin, string(bodies[0]))
		if got := s.must(t, http.StatusRequestEntityTooLarge, http.MethodPatch, plans[0], admin, string(bodies[1])); !strings.Contains(string(got.body), "the maximum is") {
			t.Errorf("%.600s", got.body)
		}
		s.checkOtherDuring(t, other, func(ctx context.Context) error {
			all := waited(t)
			for _, path := range plans {
				for _, call := range []struct {
					method, path string
					body         []byte
				}{
					{http.MethodPatch, path, bodies[0]},
					{http.MethodPatch, path, bodies[1]},
					{http.MethodGet, path, nil},
					{http.MethodGet, path, nil},
					{http.MethodPost, path + "/check", []byte(`{"exclude":[1]}`)},
					{http.MethodGet, "/api/v1/plans", nil},
				} {
					all.Go(func() {
						for ctx.Err() == nil {
							_, _ = s.do(ctx, call.method, call.path, admin, call.body)
						}
					})
				}
			}
			<-ctx.Done()
			all.Wait()
			return nil
		})
	})
}
