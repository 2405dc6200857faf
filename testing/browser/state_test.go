package browser_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"plotline/testing/kit/browser"
)

// TestUnfinishedPlanIsShown checks that an unfinished plan can be viewed, and that a finished one can be
// decided.
func TestUnfinishedPlanIsShown(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv")
	const plans = "/api/v1/plans/renames"
	id := ask[task](w, http.MethodPost, plans, map[string]any{"mediaFolderPath": folder}).ID
	p := w.open("/plans/"+id, browser.Desk)
	p.shows(id)
	p.says("test('writing')", "The agent is still writing this plan.")
	p.says("plan("+js(id)+")", "being written")
	p.is("test('confirm') === null && test('reject') === null")
	ask[any](w, http.MethodPost, plans+"/"+id+"/files", map[string]any{"from": folder + "/a.mkv", "to": folder + "/A1.mkv"})
	ask[any](w, http.MethodPost, plans+"/"+id+"/end", nil)
	p.wait("%s !== null && test('writing') === null", button("Rename 1 file"))
	p.wait("row(0) !== null && !said(plan(%s)).includes('being written')", js(id))
}

// TestMarkPlanAsDone checks that a plan which was applied but not completed is not applied again.
func TestMarkPlanAsDone(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	id := w.rename(folder, pair{"a.mkv", "b.mkv"}, pair{"b.mkv", "a.mkv"})
	p := w.openToEvents("/plans/" + id)
	p.shows(id)
	ask[any](w, http.MethodPost, "/api/v1/plans/"+id+"/apply", map[string]any{"complete": false})
	p.says("test('plan')", "but not marked as done yet.")
	p.says("plan("+js(id)+")", "not marked as done")
	p.is("test('confirm') === null && test('reject') === null")
	p.click(button("Mark as done"))
	p.says("test('notice')", "Marked as done: Cafe")
	if got := w.plan(id).Status; got != "completed" {
		t.Errorf("the plan is %s", got)
	}
	if got := w.files(folder); got["a.mkv"] != "b.mkv" || got["b.mkv"] != "a.mkv" {
		t.Errorf("the files are %v", got)
	}
}

// TestSidecarsStayOnRequest checks that files beside a video stay unchanged on request.
func TestSidecarsStayOnRequest(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "a.srt")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"})
	p := w.open("/plans/"+id, browser.Desk)
	p.shows(id)
	p.click("role('checkbox', 'Also rename subtitles, NFO files and thumbnails')")
	p.click(button("Rename 1 file"))
	p.says("test('notice')", "Renamed 1 file: Cafe")
	if got, want := slices.Sorted(maps.Keys(w.files(folder))), []string{"A1.mkv", "a.srt"}; !slices.Equal(got, want) {
		t.Errorf("files are %q, want %q", got, want)
	}
}
