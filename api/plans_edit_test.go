package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// patch edits a plan, checks the status and returns the body.
func (s *shelf) patch(status int, id, body string, headers ...string) string {
	s.t.Helper()
	w := ask(s.t, s.h, http.MethodPatch, "/api/v1/plans/"+id, body, headers...)
	if w.Code != status {
		s.t.Fatalf("PATCH %s: %d %s, want %d", body, w.Code, w.Body, status)
	}
	return w.Body.String()
}

// TestEditOverREST checks that an edit answers as a read of the plan does, and needs the state that was seen.
func TestEditOverREST(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "a.mkv", "b.mkv", "taken.mkv")
	id := s.ready("a.mkv", "x.mkv", "b.mkv", "y.mkv")
	seen := s.seen(id)
	to := func(row int, name string) string {
		return fmt.Sprintf(`{"changes":[{"row":%d,"to":%q}]}`, row, s.folder+"/"+name)
	}
	got := s.patch(http.StatusOK, id, to(1, "taken.mkv"), "If-Match: "+seen)
	read := ask(t, s.h, http.MethodGet, "/api/v1/plans/"+id, "")
	if diff := cmp.Diff(read.Body.String(), got); diff != "" {
		t.Errorf("a read (-) and the edit (+):\n%s", diff)
	}
	var view struct {
		Problems    []string
		ProblemRows []int
		Edited      []struct {
			Row int
			Was string
		}
	}
	if err := json.Unmarshal([]byte(got), &view); err != nil || len(view.Problems) != 1 || view.ProblemRows[0] != 1 ||
		len(view.Edited) != 1 || view.Edited[0].Was != s.folder+"/y.mkv" {
		t.Errorf("%v, %+v", err, view)
	}
	s.patch(http.StatusPreconditionFailed, id, to(0, "z.mkv"), "If-Match: "+seen)
	s.patch(http.StatusConflict, id, to(0, "taken.mkv"))
	s.patch(http.StatusForbidden, id, `{"changes":[{"row":0,"to":"/elsewhere/z.mkv"}]}`)
	s.patch(http.StatusBadRequest, id, `{}`)
	s.patch(http.StatusBadRequest, id, to(2, "z.mkv"))
	s.patch(http.StatusNotFound, "01930000-0000-7000-8000-000000000001", to(0, "z.mkv"))
}

// TestCheckAndDecidedOverREST checks that what a check says to leave out can be applied, and the list of what was
// decided.
func TestCheckAndDecidedOverREST(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "a.mkv", "b.mkv", "y.mkv")
	id := s.ready("a.mkv", "x.mkv", "b.mkv", "y.mkv")
	var check struct {
		LeaveOut    []int
		ProblemRows []int
	}
	if err := json.Unmarshal([]byte(s.post(http.StatusOK, "/api/v1/plans/"+id+"/check", "")), &check); err != nil ||
		!cmp.Equal(check.LeaveOut, []int{1}) || !cmp.Equal(check.ProblemRows, []int{1}) {
		t.Errorf("%v, %+v", err, check)
	}
	s.post(http.StatusConflict, "/api/v1/plans/"+id+"/apply", "")
	s.post(http.StatusOK, "/api/v1/plans/"+id+"/apply", `{"exclude":[1]}`)
	s.holds("b.mkv", "x.mkv", "y.mkv")
	var decided struct {
		Plans []struct {
			ID        string
			FileCount int
			CanUndo   bool
		}
		Total int
	}
	w := ask(t, s.h, http.MethodGet, "/api/v1/plans/decided?status=completed", "")
	if err := json.Unmarshal(w.Body.Bytes(), &decided); err != nil || decided.Total != 1 || decided.Plans[0].ID != id ||
		decided.Plans[0].FileCount != 1 || !decided.Plans[0].CanUndo {
		t.Errorf("%v, %s", err, w.Body)
	}
}
