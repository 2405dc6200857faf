package browser_test

import (
	"net/http"
	"net/url"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/access"
	"plotline/testing/browser/kit/browser"
)

// TestConfirmAndUndo checks a rename: it is applied, shown on other pages, and undone once.
func TestConfirmAndUndo(t *testing.T) {
	t.Parallel()
	w := begin(t, 2)
	folder := w.show("Cafe", "old1.mkv", "old1.en.srt", "old1.nfo", "old1-thumb.jpg", "old2.mkv", "other.mkv")
	before := w.files(folder)
	id := w.rename(folder, pair{"old1.mkv", "Cafe - S01E01.mkv"}, pair{"old2.mkv", "Cafe - S01E02.mkv"})
	p, other := w.open("/plans", browser.Desk), w.openToEvents("/plans/"+id)
	other.shows(id)
	other.wait("plan(%s) !== null", js(id))
	other.wait("(window.first = true)")

	p.shows(id)
	p.click(button("Rename 2 files"))
	p.says("test('notice')", "Renamed 2 files: Cafe")
	p.wait("plan(%s) === null", js(id))
	want := map[string]string{
		"Cafe - S01E01.mkv": "old1.mkv", "Cafe - S01E01.en.srt": "old1.en.srt", "Cafe - S01E01.nfo": "old1.nfo",
		"Cafe - S01E01-thumb.jpg": "old1-thumb.jpg", "Cafe - S01E02.mkv": "old2.mkv", "other.mkv": "other.mkv",
	}
	if diff := cmp.Diff(want, w.files(folder)); diff != "" {
		t.Errorf("after Confirm (-want +got):\n%s", diff)
	}
	if got := w.plan(id); got.Status != "completed" || got.AppliedAt == "" {
		t.Errorf("the plan is %+v", got)
	}
	other.wait("plan(%s) === null", js(id))
	other.says("test('decided')", "Renamed 2 files elsewhere, just now.")
	other.is("window.first && test('confirm') === null")

	p.click(button("Undo"))
	p.says("test('notice')", "Undone: the files in Cafe have their old names again.")
	p.is("test('undo') === null")
	if diff := cmp.Diff(before, w.files(folder)); diff != "" {
		t.Errorf("after Undo (-before +after):\n%s", diff)
	}
	if got := w.plan(id); got.Status != "completed" || got.UndoneAt == "" {
		t.Errorf("the plan is %+v", got)
	}
	// The other page was notified: it does not offer a second undo.
	other.says("test('decided')", "Undone elsewhere, just now.")
	other.says("test('history')", "Proposed by Go-http-client/1.1, just now Renamed 2 files, just now Undone, just now")
	other.wait("test('undo-decided') === null")
}

// TestUndoIsRejected checks the message if an undo is impossible: it was undone already without a
// notification, or the files have changed.
func TestUndoIsRejected(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	first := w.rename(folder, pair{"a.mkv", "A.mkv"})
	second := w.rename(folder, pair{"b.mkv", "B.mkv"})
	p := w.open("/plans", browser.Desk)
	p.expect("status of 409")
	p.look(first)
	p.click(button("Rename 1 file"))
	p.shows(second)
	p.click(button("Rename 1 file"))
	p.wait("all('[data-testid=undo]').length === 2") // the newest first

	p.hold() // otherwise the page would remove the notice
	ask[any](w, http.MethodPost, "/api/v1/plans/"+first+"/undo", nil)
	p.click("all('[data-testid=undo]')[1]")
	p.release()
	p.wait("all('[data-testid=notice]').some((it) => said(it).includes('The rename in Cafe was not undone.'))")
	p.wait("all('[data-testid=notice]').some((it) => /undone/i.test(it.querySelector('.muted')?.textContent ?? ''))")

	w.put(folder + "/B.mkv") // the same bytes, with another modification time
	w.show("Cafe", "b.mkv")  // and its old name is taken
	p.click("all('[data-testid=undo]')[0]")
	p.wait("all('.notice-error').length === 2")
	p.wait("all('.notice-error').some((it) => said(it).includes('b.mkv') || said(it).includes('B.mkv'))")
	w.checkNames(folder, "B.mkv", "a.mkv", "b.mkv")
}

// TestUndoTheOthers checks that after a refused undo the page names the file that has changed, marks its row, and undoes the
// others, and that the plan says what stays and who decided.
func TestUndoTheOthers(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w, _, secrets := withTokens(t, access.Writer, access.Reviewer)
		w.token = secrets[0]
		folder := w.show("Cafe", "a.mkv", "b.mkv", "c.mkv", "d.mkv")
		id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"}, pair{"c.mkv", "C1.mkv"}, pair{"gone.mkv", "x.mkv"}, pair{"d.mkv", "D1.mkv"})
		p := w.openAs(secrets[1], "/plans/"+id, screen)
		p.expect("status of 409")
		p.shows(id)
		p.click(tick(4))
		p.click("test('confirm')")
		p.says("test('notice')", "Renamed 3 files: Cafe")
		if err := os.Rename(folder+"/B1.mkv", folder+"/elsewhere.mkv"); err != nil {
			t.Fatal(err)
		}
		p.click("test('undo')")
		p.says("test('notice')", `The rename in Cafe was not undone. "B1.mkv" is gone`)
		p.fitsOn(screen, "the notice of a refused undo")
		p.click("test('notice-link')")
		p.wait("test('part-problem')?.ariaPressed === 'true' && all('[data-testid=row]').length === 1")
		p.says(row(1), `"B1.mkv" is gone`)
		p.says("test('part-problem')", "1 file changed since")
		p.says("test('decided')", "Renamed 3 files by reviewer, just now.")
		p.audited("a refused undo", screen)
		p.click(button("Undo the other 2"))
		p.says("test('notice')", "Undone: 2 files in Cafe have their old names again, 1 kept the new one.")
		w.checkNames(folder, "a.mkv", "c.mkv", "d.mkv", "elsewhere.mkv")
		p.says("test('decided')", "Undone for 2 files by reviewer, just now.")
		p.says("test('part-problem')", "1 kept the new name")
		p.says(row(1), "This file kept its new name when the others were undone.")
		p.says("test('history')", "Proposed by writer, just now Renamed 3 files by reviewer, just now Undone for 2 files by reviewer, just now")
		p.fitsOn(screen, "a plan that is undone in part")
	})
}

// TestReasonsAreKept checks that a decided plan says how many rows a person left out, and which problem others had.
func TestReasonsAreKept(t *testing.T) {
	t.Parallel()
	w := begin(t, 2)
	folder := w.show("Cafe", "a.mkv", "b.mkv", "c.mkv", "C1.mkv")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"}, pair{"c.mkv", "C1.mkv"}, pair{"gone.mkv", "x.mkv"})
	p, other := w.openPlan(id, browser.Desk), w.openToEvents("/plans/"+id)
	p.click(tick(1))
	p.click("test('confirm')")
	p.says("test('notice')", "Renamed 1 file: Cafe")
	other.says("test('decided')", "Renamed 1 file elsewhere, just now. 1 left out by the reviewer, 2 had problems.")
	other.says("test('part-problem')", "2 had problems")
	other.says(row(2), "The name “C1.mkv” is taken.")
	other.says(row(3), "The file is gone.")
	other.is("test('leave-out') === null && test('remedy') === null")
	other.audited("the reasons of a decided plan")
}

// TestImpossiblePlanShowsReason checks that an impossible plan stays with the reason, and can be applied
// without the blocking row.
func TestImpossiblePlanShowsReason(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"})
	p := w.openPlan(id, browser.Desk)
	p.expect("status of 409", "status of 412")
	p.wait("performance.getEntriesByType('resource').some((it) => it.name.endsWith('/check'))") // its first check has ended
	p.hold()                                                                                    // the page checks plans again by itself
	w.put(folder + "/B1.mkv")
	before := w.files(folder)

	p.click(button("Rename 2 files"))
	p.release()
	p.says("test('failure')", "No files were renamed.")
	p.wait("test('row-problem', row(1)) !== null")
	p.says(row(1), "The name “B1.mkv” is taken.")
	p.wait("%s !== null", button("Rename 1, leave out 1"))
	if diff := cmp.Diff(before, w.files(folder)); diff != "" {
		t.Errorf("a refused rename moved files (-before +after):\n%s", diff)
	}
	if got := w.plan(id); got.Status != "pending" || got.AppliedAt != "" {
		t.Errorf("the plan is %+v", got)
	}
	p.is("plan(%s) !== null && test('plan').dataset.planId === %s", js(id), js(id))

	p.click(tick(1))
	p.click(button("Rename 1 file"))
	p.says("test('notice')", "Renamed 1 file: Cafe")
	want := map[string]string{"A1.mkv": "a.mkv", "b.mkv": "b.mkv", "B1.mkv": "B1.mkv"}
	if diff := cmp.Diff(want, w.files(folder)); diff != "" {
		t.Errorf("after the second Confirm (-want +got):\n%s", diff)
	}
	if got := w.plan(id); got.Status != "completed" || !slices.Equal(got.Excluded, []int{1}) {
		t.Errorf("the plan is %+v", got)
	}
}

// TestRejectedPlanRenamesNothing checks that a rejection renames nothing, and is stored with its reason.
func TestRejectedPlanRenamesNothing(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv")
	before := w.files(folder)
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"})
	p := w.open("/plans", browser.Desk)
	p.shows(id)
	p.click(button("Reject…"))
	p.says("role('dialog', 'Reject this plan?')", "No files will be changed.")
	p.click("test('reason')")
	p.press("The year is missing")
	p.click(button("Reject plan"))
	p.says("test('notice')", "Rejected: Cafe. No files were changed.")
	p.wait("plan(%s) === null && test('reject-dialog') === null", js(id))
	p.says("test('empty')", "No pending plans")

	if diff := cmp.Diff(before, w.files(folder)); diff != "" {
		t.Errorf("a rejection moved files (-before +after):\n%s", diff)
	}
	if got := w.plan(id); got.Status != "rejected" || got.Reason != "The year is missing" {
		t.Errorf("the plan is %+v", got)
	}
	type episode struct {
		Reward     float64 `json:"reward"`
		Reflection string  `json:"reflection"`
		Tags       []string
	}
	listed := ask[struct {
		Episodes []struct {
			ID string `json:"episode_id"`
		}
	}](w, http.MethodGet, "/api/v1/episodes", nil).Episodes
	if len(listed) != 1 {
		t.Fatalf("remembered %v, want one episode", listed)
	}
	remembered := ask[episode](w, http.MethodGet, "/api/v1/episodes/"+listed[0].ID, nil)
	want := episode{Reward: -1, Reflection: "The year is missing", Tags: []string{"plan", "rename-files"}}
	if diff := cmp.Diff(want, remembered); diff != "" {
		t.Errorf("what is remembered (-want +got):\n%s", diff)
	}
}

// TestRecognitionSavesEpisodes checks that episodes are saved, except for the excluded row, and that this can be undone.
func TestRecognitionSavesEpisodes(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "one.mkv", "two.mkv", "three.mkv")
	w.describe(folder, `{"name":"Cafe","number_of_seasons":1,"number_of_episodes":3,"seasons":[{"season_number":1,"name":"1","episodes":[
		{"episode_number":1,"name":"Un"},{"episode_number":2,"name":"Deux"},{"episode_number":3,"name":"Trois"}]}]}`)
	id := w.recognise(folder, "one.mkv", "two.mkv", "three.mkv")
	p := w.open("/plans/"+id, browser.Desk)
	p.says(row(1), "1 2 Deux two.mkv")
	p.click(tick(1))
	p.says("test('plan')", "1 left out")
	p.click(button("Save 2 TV episodes"))
	p.says("test('notice')", "Saved 2 TV episodes: Cafe")

	type episode struct {
		Season, Episode int
		VideoFilePath   string
	}
	check := func(want ...episode) {
		t.Helper()
		got := ask[struct{ Episodes []episode }](w, http.MethodGet, "/api/v1/media/episodes?mediaFolderPath="+url.QueryEscape(folder), nil)
		if diff := cmp.Diff(want, got.Episodes); diff != "" {
			t.Errorf("the episodes (-want +got):\n%s", diff)
		}
	}
	check(episode{1, 1, folder + "/one.mkv"}, episode{1, 2, ""}, episode{1, 3, folder + "/three.mkv"})
	if got := w.plan(id); got.Status != "completed" || !slices.Equal(got.Excluded, []int{1}) {
		t.Errorf("the plan is %+v", got)
	}
	p.click("test('undo')")
	p.says("test('notice')", "Undone: the files in Cafe have their old numbers again.")
	check(episode{1, 1, ""}, episode{1, 2, ""}, episode{1, 3, ""})
}

// TestTwoDecideAtOnce checks that one of two people succeeds, and the other is notified.
func TestTwoDecideAtOnce(t *testing.T) {
	t.Parallel()
	w := begin(t, 2)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	id := w.rename(folder, pair{"a.mkv", "b.mkv"}, pair{"b.mkv", "a.mkv"}) // applied twice, it would be undone
	people := []*tab{w.open("/plans/"+id, browser.Desk), w.open("/plans/"+id, browser.Desk)}
	for _, p := range people {
		p.expect("status of 409", "status of 412")
		p.shows(id)
		p.wait("!test('confirm').disabled")
		p.hold() // so that both requests precede either reply
		p.click(button("Rename 2 files"))
		p.wait("window.held.length > 0")
	}
	for _, p := range people {
		p.release()
	}
	won := 0
	for _, p := range people {
		p.wait("test('notice') ?? test('failure')")
		if value[bool](p, "said(test('notice')).startsWith('Renamed 2 files')") {
			won++
			continue
		}
		p.says("test('failure')", "Someone else decided first.")
		p.says("test('decided')", "Renamed 2 files elsewhere")
	}
	if won != 1 {
		t.Errorf("%d pages say that they renamed, want 1", won)
	}
	if diff := cmp.Diff(map[string]string{"a.mkv": "b.mkv", "b.mkv": "a.mkv"}, w.files(folder)); diff != "" {
		t.Errorf("the files (-want +got):\n%s", diff)
	}
	if got := ask[struct{ Episodes []any }](w, http.MethodGet, "/api/v1/episodes", nil).Episodes; len(got) != 1 {
		t.Errorf("remembered %v, want one episode", got)
	}
}

// TestUnfinishedPlanIsShown checks that an unfinished plan can be viewed, and that a finished one can be
// decided.
func TestUnfinishedPlanIsShown(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv")
	const plans = "/api/v1/plans/renames"
	id := ask[task](w, http.MethodPost, plans, map[string]any{"mediaFolderPath": folder}).ID
	p := w.openPlan(id, browser.Desk)
	p.says("test('writing')", "The agent has not finished this plan.")
	p.says("plan("+js(id)+")", "not finished")
	p.is("test('confirm') === null && test('edit-row') === null && said(test('reject')) === 'Discard…'")
	ask[any](w, http.MethodPost, plans+"/"+id+"/files", map[string]any{"from": folder + "/a.mkv", "to": folder + "/A1.mkv"})
	ask[any](w, http.MethodPost, plans+"/"+id+"/end", nil)
	p.wait("%s !== null && test('writing') === null", button("Rename 1 file"))
	p.wait("row(0) !== null && !said(plan(%s)).includes('not finished')", js(id))
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
	p := w.openPlan(id, browser.Desk)
	p.click("role('checkbox', 'Also rename subtitles, NFO files and thumbnails')")
	p.click(button("Rename 1 file"))
	p.says("test('notice')", "Renamed 1 file: Cafe")
	w.checkNames(folder, "A1.mkv", "a.srt")
}
