package browser_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// recognised returns how many files of a folder are recognised.
func (w *world) recognised(folder string) int {
	w.t.Helper()
	type listed struct {
		MediaFolders []struct {
			MediaFolderPath string `json:"mediaFolderPath"`
			RecognisedCount int    `json:"recognisedCount"`
		} `json:"mediaFolders"`
	}
	for _, f := range ask[listed](w, http.MethodGet, "/api/v1/media", nil).MediaFolders {
		if f.MediaFolderPath == folder {
			return f.RecognisedCount
		}
	}
	return 0
}

// darkFiles are a certain file of a show, and three uncertain ones of one pattern.
var darkFiles = []string{"Season 1/Dark S01E11.mkv", "Disc 2/01.mkv", "Disc 2/02.mkv", "Disc 2/03.mkv"}

// TestUncertainFilesMoveUp moves all files of a pattern up, and saves them.
func TestUncertainFilesMoveUp(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Dark", darkFiles...)
		p := w.openPlan(w.proposed(folder), screen)
		p.says("test('uncertain')", "Uncertain: 3 files")
		p.says("test('why')", "Its folder is a disc or a part, which may count from 1 again.")
		p.says("test('confirm')", "Save 1 TV episode")
		p.fitsOn(screen, "a plan with uncertain files")
		p.click("test('move-alike')")
		p.says("test('confirm')", "Save 4 TV episodes")
		p.wait("test('uncertain') === null && all('[data-testid=row]').length === 4")
		p.click("test('confirm')")
		p.says("test('notice')", "Saved 4 TV episodes: Dark")
		if got := w.recognised(folder); got != 4 {
			t.Errorf("%d files are recognised", got)
		}
	})
}

// TestUndoOfRecognition takes a recognition back, once from its message and once at its own address.
func TestUndoOfRecognition(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Dark", darkFiles[0])
	p := w.openPlan(w.proposed(folder), browser.Desk)
	p.click("test('confirm')")
	p.says("test('notice')", "Saved 1 TV episode: Dark")
	p.click(button("Undo"))
	p.says("test('notice')", "Undone: ")
	if got := w.recognised(folder); got != 0 {
		t.Errorf("%d files are recognised after the undo", got)
	}
	id := w.proposed(folder)
	p.must(p.Go(w.server.URL + "/plans/" + id))
	p.click("test('confirm')")
	p.says("test('notice')", "Saved 1 TV episode: Dark")
	p.must(p.Go(w.server.URL + "/plans/" + id))
	p.click("test('undo-decided')")
	p.says("test('decided')", "Undone")
	p.wait("test('undo-decided') === null")
	if got := w.recognised(folder); got != 0 {
		t.Errorf("%d files are recognised after the second undo", got)
	}
}

// TestUncertainFileByKeyboard corrects the guess of one file and moves it up, with the keyboard alone.
func TestUncertainFileByKeyboard(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	p := w.openPlan(w.proposed(w.show("Dark", darkFiles...)), browser.Desk)
	p.says("test('uncertain')", "Uncertain: 3 files")
	p.press("u")
	p.hasFocus("document.getElementById('uncertain')")
	p.tabTo("test('add-episode', test('uncertain'))")
	p.press("c") // a key of the field, which confirms nothing
	p.fill("test('add-episode', test('uncertain'))", "7")
	p.press(kb.Enter)
	p.says("test('uncertain')", "Uncertain: 2 files")
	p.wait("all('[data-testid=row]').some((it) => said(it).includes('01.mkv') && said(it).includes('7'))")
	p.says("test('confirm')", "Save 2 TV episodes")
}

// TestDoubleEpisodeTyped gives a file without an episode two, and an uncertain file two, by typing them. The rows are saved
// values, no drafts.
func TestDoubleEpisodeTyped(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	p := w.openPlan(w.proposed(w.show("Dark", darkFiles[0], darkFiles[1], "Season 1/Pilot.mkv")), browser.Desk)
	p.fill("test('add-season', test('unrecognised'))", "0")
	p.fill("test('add-episode', test('unrecognised'))", "x")
	p.click("test('add-file', test('unrecognised'))")
	p.says("test('unrecognised')", "Several episodes: 1-2 or 1, 3.")
	p.fill("test('add-episode', test('unrecognised'))", "1, 3")
	p.click("test('add-file', test('unrecognised'))")
	p.wait("all('[data-testid=row]').filter((it) => said(it).includes('Pilot.mkv')).length === 2")
	p.fill("test('add-season', test('uncertain'))", "1")
	p.fill("test('add-episode', test('uncertain'))", "7-8")
	p.click("test('add-file', test('uncertain'))")
	p.wait("all('[data-testid=row]').filter((it) => said(it).includes('01.mkv')).length === 2")
	p.wait("test('row-form') === null")
	p.says("test('confirm')", "Save 5 TV episodes")
}

// TestUncertainOfOneReason moves files up together that have other names and the same reason.
func TestUncertainOfOneReason(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	p := w.openPlan(w.proposed(w.show("Dark", darkFiles[0], "Disc 2/01 Secrets.mkv", "Disc 2/02 Lies.mkv")), browser.Desk)
	p.says("test('uncertain')", "Uncertain: 2 files")
	p.click("test('move-alike')")
	p.says("test('confirm')", "Save 3 TV episodes")
	p.wait("test('uncertain') === null")
}

// TestFolderRemembersNumbering checks that what a person decided for a folder makes its files certain the next time.
func TestFolderRemembersNumbering(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Dark", darkFiles...)
	p := w.openPlan(w.proposed(folder), browser.Desk)
	p.click("test('remember')")
	p.click("test('move-alike')")
	p.says("test('remembers')", "The folder will remember that its numbers count through the whole show.")
	p.says("test('confirm')", "Save 4 TV episodes")
	p.click("test('confirm')")
	p.says("test('notice')", "Saved 4 TV episodes: Dark")
	w.put(folder + "/Disc 2/04.mkv")
	p.must(p.Go(w.server.URL + "/plans/" + w.proposed(folder)))
	p.says("test('confirm')", "Save 5 TV episodes")
	p.is("test('uncertain') === null")
}

// TestOnlyUncertainFiles checks a plan without rows: it says what to do first.
func TestOnlyUncertainFiles(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	p := w.openPlan(w.proposed(w.show("Dark", darkFiles[1:]...)), browser.Desk)
	p.says("test('plan-problem')", "No file of this folder is certain. Move uncertain files up first.")
	p.says("test('confirm')", "Move files up first")
	p.is("test('confirm').disabled")
	p.audited("a plan with only uncertain files", browser.Desk, browser.Phone)
	p.click("test('add-file', test('uncertain'))")
	p.says("test('confirm')", "Save 1 TV episode")
}

// TestTwoEditorsOfUncertainFiles checks that the second of two persons is told, and that what they typed stays.
func TestTwoEditorsOfUncertainFiles(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	id := w.proposed(w.show("Dark", darkFiles...))
	p := w.openPlan(id, browser.Desk)
	p.expect("status of 412")
	p.fill("all('[data-testid=add-episode]')[1]", "9")
	p.hold()
	ask[any](w, http.MethodPatch, "/api/v1/plans/"+id, map[string]any{"changes": []any{map[string]any{"row": 0, "episode": 12}}})
	p.press(kb.Enter)
	p.release()
	p.says("test('uncertain')", "The plan or its folder has changed, and your change was not saved.")
	p.wait("all('[data-testid=add-episode]')[1].value === '9'")
	p.press(kb.Enter)
	p.says("test('uncertain')", "Uncertain: 2 files")
}
