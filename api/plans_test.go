package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/api"
)

// shelf is a media folder with a server that makes plans for it.
type shelf struct {
	t      *testing.T
	h      http.Handler
	folder string
}

func newShelf(t *testing.T, files ...string) *shelf {
	t.Helper()
	s := &shelf{t: t, h: api.New(config(t)).Handler(), folder: t.TempDir()}
	for _, name := range files {
		s.put(name)
	}
	return s
}

func (s *shelf) put(name string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.folder, name), []byte(name), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// holds checks that the folder has exactly these files.
func (s *shelf) holds(want ...string) {
	s.t.Helper()
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		s.t.Fatal(err)
	}
	got := make([]string, 0, len(entries))
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("the folder (-want +got):\n%s", diff)
	}
}

// post sends a request, checks its status and returns the body.
func (s *shelf) post(status int, target, body string) string {
	s.t.Helper()
	w := ask(s.t, s.h, http.MethodPost, target, body)
	if w.Code != status {
		s.t.Fatalf("POST %s %s: %d %s", target, body, w.Code, w.Body)
	}
	return strings.TrimSuffix(w.Body.String(), "\n")
}

// rename begins a rename plan with pairs of names, without ending it.
func (s *shelf) rename(pairs ...string) (id string) {
	s.t.Helper()
	var begun struct {
		TaskID string `json:"taskId"`
	}
	raw := s.post(http.StatusCreated, "/api/v1/plans/renames", fmt.Sprintf(`{"mediaFolderPath":%q}`, s.folder))
	if err := json.Unmarshal([]byte(raw), &begun); err != nil || begun.TaskID == "" {
		s.t.Fatalf("%s: %v", raw, err)
	}
	for pair := range slices.Chunk(pairs, 2) {
		s.post(http.StatusOK, "/api/v1/plans/renames/"+begun.TaskID+"/files", fmt.Sprintf(`{"from":%q,"to":%q}`,
			filepath.Join(s.folder, pair[0]), filepath.Join(s.folder, pair[1])))
	}
	return begun.TaskID
}

// ready makes a complete rename plan.
func (s *shelf) ready(pairs ...string) (id string) {
	s.t.Helper()
	id = s.rename(pairs...)
	s.post(http.StatusOK, "/api/v1/plans/renames/"+id+"/end", "")
	return id
}

// seen returns the ETag of a plan, as a person who views the plan gets it.
func (s *shelf) seen(id string) string {
	s.t.Helper()
	w := ask(s.t, s.h, http.MethodGet, "/api/v1/plans/"+id, "")
	tag := w.Header().Get("ETag")
	if w.Code != http.StatusOK || tag == "" {
		s.t.Fatalf("%d %s", w.Code, w.Body)
	}
	if again := ask(s.t, s.h, http.MethodGet, "/api/v1/plans/"+id, "", "If-None-Match: "+tag); again.Code != http.StatusNotModified {
		s.t.Errorf("the same plan again: %d", again.Code)
	}
	return tag
}

// TestIfMatch checks that a plan that changed after a person viewed it is not applied or undone.
func TestIfMatch(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"apply", "undo"} {
		for name, test := range map[string]struct {
			header func(tag string) string
			status int
		}{
			"absent":             {func(string) string { return "" }, http.StatusOK},
			"empty":              {func(string) string { return "If-Match: " }, http.StatusOK},
			"the tag":            {func(tag string) string { return "If-Match: " + tag }, http.StatusOK},
			"the tag, strong":    {func(tag string) string { return "If-Match: " + strings.TrimPrefix(tag, "W/") }, http.StatusOK},
			"one of several":     {func(tag string) string { return `If-Match: "x", ` + tag }, http.StatusOK},
			"whatever it is":     {func(string) string { return "If-Match: *" }, http.StatusOK},
			"another":            {func(string) string { return `If-Match: "x"` }, http.StatusPreconditionFailed},
			"no tag at all":      {func(string) string { return "If-Match: x" }, http.StatusPreconditionFailed},
			"the one of a while": {func(tag string) string { return `If-Match: W/"` + strings.ToUpper(tag[3:]) }, http.StatusPreconditionFailed},
		} {
			t.Run(action+", "+name, func(t *testing.T) {
				t.Parallel()
				s := newShelf(t, "a.mkv")
				id := s.ready("a.mkv", "b.mkv")
				before, after := "a.mkv", "b.mkv"
				if action == "undo" {
					s.post(http.StatusOK, "/api/v1/plans/"+id+"/apply", "")
					before, after = after, before
				}
				var headers []string
				if header := test.header(s.seen(id)); header != "" {
					headers = append(headers, header)
				}
				w := ask(t, s.h, http.MethodPost, "/api/v1/plans/"+id+"/"+action, "", headers...)
				if w.Code != test.status {
					t.Fatalf("%d %s", w.Code, w.Body)
				}
				if test.status == http.StatusOK {
					s.holds(after)
					return
				}
				if p := problemOf(t, w); p.Code != "conflict" || p.Detail != "It has changed since you read it: read it again, then decide" {
					t.Errorf("got %+v", p)
				}
				s.holds(before)
			})
		}
	}
}

// TestPlanETagFollowsFile checks that a plan's tag covers the problems found on disk.
func TestPlanETagFollowsFile(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "a.mkv")
	id := s.ready("a.mkv", "b.mkv")
	free := s.seen(id)
	s.put("b.mkv")
	blocked := s.seen(id)
	if free == blocked {
		t.Error("a target that is taken changes nothing of the tag")
	}
	w := ask(t, s.h, http.MethodPost, "/api/v1/plans/"+id+"/apply", "", "If-Match: "+free)
	if p := problemOf(t, w); w.Code != http.StatusPreconditionFailed || p.Code != "conflict" {
		t.Errorf("%d %+v", w.Code, p)
	}
	if err := os.Remove(filepath.Join(s.folder, "b.mkv")); err != nil {
		t.Fatal(err)
	}
	if s.seen(id) != free {
		t.Error("the tag does not come back with the state")
	}
}

// TestApplyRefusedListsProblems checks that a rejected plan lists its problems by row and moves nothing. The
// status is 409, not 412, because there is no precondition.
func TestApplyRefusedListsProblems(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "a.mkv", "b.mkv", "d.mkv")
	id := s.ready("a.mkv", "x.mkv", "b.mkv", "d.mkv", "gone.mkv", "y.mkv")
	for _, headers := range [][]string{nil, {"If-Match: *"}} {
		w := ask(t, s.h, http.MethodPost, "/api/v1/plans/"+id+"/apply", "", headers...)
		p := problemOf(t, w)
		var more struct {
			Problems []string `json:"problems"`
			Rows     []int    `json:"problemRows"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &more); err != nil {
			t.Fatal(err)
		}
		want := []string{
			fmt.Sprintf(`Target file "%s/d.mkv" already exists in the filesystem`, s.folder),
			fmt.Sprintf(`Source file "%s/gone.mkv" does not exist in the media folder`, s.folder),
		}
		if diff := cmp.Diff(want, more.Problems); diff != "" || w.Code != http.StatusConflict || p.Code != "conflict" ||
			p.Detail != "Plan cannot be applied: "+want[0] {
			t.Errorf("%d %+v (-want +got):\n%s", w.Code, p, diff)
		}
		if diff := cmp.Diff([]int{1, 2}, more.Rows); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
	}
	s.holds("a.mkv", "b.mkv", "d.mkv")
	s.post(http.StatusOK, "/api/v1/plans/"+id+"/apply", `{"exclude":[1,2]}`)
	s.holds("b.mkv", "d.mkv", "x.mkv")
}

// TestFixedRoutes checks the response shapes and texts that SMM's page depends on.
func TestFixedRoutes(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "a.mkv")
	pending := func() string { t.Helper(); return s.post(http.StatusOK, "/api/getPendingPlans", "") }
	if got := pending(); got != `{"data":[],"renamePlans":[]}` {
		t.Errorf("none: %s", got)
	}
	id := s.rename("a.mkv", "b.mkv")
	begun := pending()
	if !strings.HasPrefix(begun, `{"data":[],"renamePlans":[{"id":"`+id+`","task":"rename-files","status":"pending","mediaFolderPath":"`+s.folder+
		`","files":[{"from":"`+s.folder+`/a.mkv","to":"`+s.folder+`/b.mkv"}],"createdAt":"`) {
		t.Errorf("a plan that was begun: %s", begun)
	}
	if got := s.post(http.StatusOK, "/api/getPendingPlans", `{}`); got != begun {
		t.Errorf("with a body: %s", got)
	}
	const unknown = "00000000-0000-4000-8000-000000000000"
	for _, test := range []struct {
		body   string
		status int
		detail string
	}{
		{`{"planId":"` + unknown + `","status":"rejected"}`, http.StatusNotFound, "Plan not found: " + unknown},
		{`{"planId":"../secret","status":"rejected"}`, http.StatusNotFound, "Plan not found: ../secret"},
		{`{"planId":"` + id + `","status":"pending"}`, http.StatusBadRequest, "status must be one of rejected, completed"},
		{`{"planId":"` + id + `","status":"done"}`, http.StatusBadRequest, "status must be one of rejected, completed"},
		{`{"planId":"` + id + `"}`, http.StatusBadRequest, "status is required"},
		{`{"status":"rejected"}`, http.StatusBadRequest, "planId is required"},
		{``, http.StatusBadRequest, "planId is required"},
	} {
		w := ask(t, s.h, http.MethodPost, "/api/updatePlan", test.body)
		if p := problemOf(t, w); w.Code != test.status || !strings.HasPrefix(p.Detail, test.detail) {
			t.Errorf("%s: %d %s, want %d %s", test.body, w.Code, p.Detail, test.status, test.detail)
		}
	}
	decide := `{"planId":"` + id + `","status":"%s","reason":"Season 2 begins at episode 11"}`
	if got := s.post(http.StatusOK, "/api/updatePlan", fmt.Sprintf(decide, "rejected")); got != `{"data":{"success":true}}` {
		t.Errorf("got %s", got)
	}
	for _, status := range []string{"rejected", "completed"} {
		w := ask(t, s.h, http.MethodPost, "/api/updatePlan", fmt.Sprintf(decide, status))
		if p := problemOf(t, w); w.Code != http.StatusConflict || p.Code != "conflict" || p.Detail != "Plan cannot be updated: status is rejected" {
			t.Errorf("%s: %d %+v", status, w.Code, p)
		}
	}
	if got := pending(); got != `{"data":[],"renamePlans":[]}` {
		t.Errorf("after it: %s", got)
	}
	s.holds("a.mkv")
}

// TestPlansAreListed checks the filters by kind and status.
func TestPlansAreListed(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "a.mkv", "Show.S01E01.mkv")
	rename := s.rename("a.mkv", "b.mkv")
	var proposed struct {
		TaskID string `json:"taskId"`
	}
	raw := s.post(http.StatusCreated, "/api/v1/plans/recognitions/propose", fmt.Sprintf(`{"mediaFolderPath":%q}`, s.folder))
	if err := json.Unmarshal([]byte(raw), &proposed); err != nil {
		t.Fatal(err)
	}
	done := s.ready("a.mkv", "c.mkv")
	s.post(http.StatusOK, "/api/updatePlan", `{"planId":"`+done+`","status":"completed"}`)
	for query, want := range map[string][]string{
		"":                                  {rename, proposed.TaskID, done},
		"?status=pending":                   {rename, proposed.TaskID},
		"?status=completed":                 {done},
		"?status=rejected":                  {},
		"?task=rename-files":                {rename, done},
		"?task=recognize-media-file":        {proposed.TaskID},
		"?task=rename-files&status=pending": {rename},
	} {
		w := ask(t, s.h, http.MethodGet, "/api/v1/plans"+query, "")
		var list struct {
			Plans []struct {
				ID string `json:"id"`
			} `json:"plans"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		got := make([]string, 0, len(list.Plans))
		for _, p := range list.Plans {
			got = append(got, p.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

// TestEmptyBodies checks that an absent body counts as an empty object, and that errors name the missing
// argument.
func TestEmptyBodies(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "a.mkv")
	id := s.rename("a.mkv", "b.mkv")
	for target, want := range map[string]string{
		"/api/v1/plans/renames":                  "mediaFolderPath is required",
		"/api/v1/plans/recognitions":             "mediaFolderPath is required",
		"/api/v1/plans/recognitions/propose":     "mediaFolderPath is required",
		"/api/v1/media/open":                     "mediaFolderPath is required",
		"/api/v1/plans/renames/" + id + "/files": "from is required",
	} {
		w := ask(t, s.h, http.MethodPost, target, "")
		if p := problemOf(t, w); w.Code != http.StatusBadRequest || p.Detail != want {
			t.Errorf("%s: %d %s, want %s", target, w.Code, p.Detail, want)
		}
	}
	for _, body := range []string{"", `{}`} {
		if w := ask(t, s.h, http.MethodPost, "/api/v1/plans/"+id+"/undo", body); problemOf(t, w).Detail != "Plan cannot be undone: it was not applied" {
			t.Errorf("%q: %d %s", body, w.Code, w.Body)
		}
	}
}

// TestLocationOfPlan checks that the Location of a new plan leads to it.
func TestLocationOfPlan(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	for _, target := range []string{"/api/v1/plans/renames", "/api/v1/plans/recognitions"} {
		w := ask(t, s.h, http.MethodPost, target, fmt.Sprintf(`{"mediaFolderPath":%q}`, s.folder))
		at := w.Header().Get("Location")
		if !strings.HasPrefix(at, "/api/v1/plans/") || ask(t, s.h, http.MethodGet, at, "").Code != http.StatusOK {
			t.Errorf("%s is at %q: %s", target, at, w.Body)
		}
	}
}
