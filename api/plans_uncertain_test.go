package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUncertainOverREST checks a proposal with uncertain files, its plan before and after all of one pattern are moved up,
// and what the folder remembers once it is applied.
func TestUncertainOverREST(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "Show.S01E01.mkv", "Show - 04 - OVA.mkv", "Show - 05 - OVA.mkv", "trailer.mkv")
	type body struct {
		TaskID    string
		FileCount int
		Uncertain []struct {
			Path, Why       string
			Season, Episode *int
		}
		Unrecognised, Reasons []string
		Plan                  struct{ Files []struct{ Path string } }
		Remember              []string
	}
	read := func(raw string) (b body) {
		if err := json.Unmarshal([]byte(raw), &b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	propose := func() body {
		return read(s.post(http.StatusCreated, "/api/v1/plans/recognitions/propose", fmt.Sprintf(`{"mediaFolderPath":%q}`, s.folder)))
	}
	out := propose()
	if out.FileCount != 1 || len(out.Uncertain) != 2 || out.Uncertain[0].Path != s.folder+"/Show - 04 - OVA.mkv" || out.Uncertain[0].Why == "" ||
		*out.Uncertain[1].Season != 0 || *out.Uncertain[1].Episode != 5 || !cmp.Equal(out.Reasons, []string{"a sample, a trailer or an extra"}) {
		t.Errorf("%+v", out)
	}
	view := read(ask(t, s.h, http.MethodGet, "/api/v1/plans/"+out.TaskID, "").Body.String())
	if diff := cmp.Diff(out.Uncertain, view.Uncertain); diff != "" || !cmp.Equal(out.Reasons, view.Reasons) || !cmp.Equal(out.Unrecognised, view.Unrecognised) {
		t.Errorf("the proposal (-) and the plan (+):\n%s", diff)
	}
	up := fmt.Sprintf(`{"up":[{"path":%q,"alike":true}],"remember":["specials"]}`, s.folder+"/Show - 04 - OVA.mkv")
	seen := s.seen(out.TaskID)
	edited := read(s.patch(http.StatusOK, out.TaskID, up, "If-Match: "+seen))
	if len(edited.Plan.Files) != 3 || len(edited.Uncertain) != 0 || !cmp.Equal(edited.Remember, []string{"specials"}) {
		t.Errorf("%+v", edited)
	}
	s.patch(http.StatusPreconditionFailed, out.TaskID, up, "If-Match: "+seen)
	s.patch(http.StatusBadRequest, out.TaskID, up)
	s.patch(http.StatusBadRequest, out.TaskID, `{"remember":["everything"]}`)
	s.post(http.StatusOK, "/api/v1/plans/"+out.TaskID+"/apply", "")
	if again := propose(); again.FileCount != 3 || len(again.Uncertain) != 0 {
		t.Errorf("the folder does not remember: %+v", again)
	}
}

// TestOnlyUncertainOverREST checks that a plan without a certain file is made, and cannot be applied before files are moved
// up.
func TestOnlyUncertainOverREST(t *testing.T) {
	t.Parallel()
	s := newShelf(t, "Show - 04 - OVA.mkv")
	var out struct{ TaskID string }
	raw := s.post(http.StatusCreated, "/api/v1/plans/recognitions/propose", fmt.Sprintf(`{"mediaFolderPath":%q}`, s.folder))
	if err := json.Unmarshal([]byte(raw), &out); err != nil {
		t.Fatal(err)
	}
	var refused struct {
		Problems    []string
		ProblemRows []int
	}
	raw = s.post(http.StatusConflict, "/api/v1/plans/"+out.TaskID+"/apply", "")
	if err := json.Unmarshal([]byte(raw), &refused); err != nil || !cmp.Equal(refused.ProblemRows, []int{-1}) ||
		!cmp.Equal(refused.Problems, []string{"No file of the plan is certain; move uncertain files up first"}) {
		t.Errorf("%v, %s", err, raw)
	}
	s.patch(http.StatusOK, out.TaskID, fmt.Sprintf(`{"up":[{"path":%q,"season":0,"episode":1}]}`, s.folder+"/Show - 04 - OVA.mkv"))
	s.post(http.StatusOK, "/api/v1/plans/"+out.TaskID+"/apply", "")
}
