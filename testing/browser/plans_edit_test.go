package browser_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"plotline/testing/browser/kit/browser"
)

// TestBadRowsAreLeftOut checks that the button offers the rows that can be renamed, that another program's change is
// noticed while the plan is open, and that exactly the offered rows are renamed.
func TestBadRowsAreLeftOut(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Cafe", "a.mkv", "b.mkv", "c.mkv", "d.mkv")
		id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"}, pair{"gone.mkv", "x.mkv"}, pair{"c.mkv", "C1.mkv"}, pair{"d.mkv", "c.mkv"})
		p := w.openPlan(id, screen)
		p.says("test('confirm')", "Rename 4, leave out 1")
		p.says(row(2), "The file is gone.")
		w.put(folder + "/C1.mkv") // blocks row 3, and row 4, which needs the name of row 3
		p.says("test('confirm')", "Rename 2, leave out 3")
		p.says(row(3), "The name “C1.mkv” is taken.")
		p.says(row(4), "This name is taken by the file of a row that is left out.")
		p.fitsOn(screen, "the plan")
		p.click(tick(1))
		p.says("test('confirm')", "Rename 1, leave out 3")
		p.click("test('confirm')")
		p.says("test('notice')", "Renamed 1 file: Cafe")
		w.checkNames(folder, "A1.mkv", "C1.mkv", "b.mkv", "c.mkv", "d.mkv")
		if got := w.plan(id); got.Status != "completed" || !slices.Equal(got.Excluded, []int{1, 2, 3, 4}) {
			t.Errorf("the plan is %+v", got)
		}
	})
}

// TestPlanParts checks that the head counts what will happen to the rows, that each count filters them, that rows with
// problems come first with what solves each, and that rows and groups can be ticked as a whole.
func TestPlanParts(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Cafe", "a.mkv", "b.mkv", "c.mkv", "C1.mkv")
		id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"}, pair{"c.mkv", "C1.mkv"}, pair{"gone.mkv", "x.mkv"})
		p := w.openPlan(id, screen)
		const order = "all('[data-testid=row]').map((it) => it.dataset.index).join(' ')"
		p.says("test('part-ready')", "2 of 4 will be renamed")
		p.says("test('part-problem')", "2 problems")
		p.wait("test('part-out') === null && %s === '2 3 0 1'", order)
		p.is("all('[data-testid=group-row]').map(said).join() === 'Problems 2 files,Other files 2 files'")
		p.fitsOn(screen, "the parts of a plan")

		p.click("test('part-ready')")
		p.wait("%s === '0 1' && test('part-ready').ariaPressed === 'true'", order)
		p.click("test('part-ready')")
		p.wait("%s === '2 3 0 1'", order)
		p.click(row(0) + ".querySelector('.to bdi')") // anywhere on the row
		p.says("test('part-out')", "1 left out")
		p.click(row(0) + ".querySelector('.to bdi')")
		p.wait("test('part-out') === null")

		p.click("test('leave-out', row(3))")
		p.wait("!(%s).checked && test('leave-out', row(3)) === null", tick(3))
		p.is("said(test('part-problem')) === '1 problem' && said(test('part-out')) === '1 left out'")
		p.click("test('remedy', row(2))")
		p.fill("test('edit-target')", "C2.mkv"+kb.Enter)
		p.says("test('part-ready')", "3 of 4 will be renamed")
		p.wait("test('part-problem') === null")
		p.audited("the parts of a plan")

		p.click("all('[data-testid=check-group]').at(-1)")
		p.says("test('part-ready')", "0 of 4 will be renamed")
		p.click("all('[data-testid=check-group]').at(-1)")
		p.click("test('confirm')")
		p.says("test('notice')", "Renamed 3 files: Cafe")
		w.checkNames(folder, "A1.mkv", "B1.mkv", "C1.mkv", "C2.mkv")
	})
}

// TestProblemCountsAreCurrent checks that the list counts the problems of a plan again after a rename of its files, and
// after the undo.
func TestProblemCountsAreCurrent(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	first := w.rename(folder, pair{"a.mkv", "A1.mkv"})
	second := w.rename(folder, pair{"a.mkv", "A2.mkv"}, pair{"b.mkv", "B2.mkv"})
	third := w.rename(folder, pair{"b.mkv", "A1.mkv"})
	p := w.openToEvents("/plans/" + first)
	p.shows(first)
	p.is("!said(plan(%s)).includes('problem')", js(second))
	p.click(button("Rename 1 file"))
	p.says("plan("+js(second)+")", "1 problem")
	p.says("plan("+js(third)+")", "1 problem")
	p.shows(second)
	p.says("test('confirm')", "Rename 1, leave out 1")
	p.click(button("Undo"))
	p.wait("!said(plan(%s)).includes('problem') && !said(plan(%s)).includes('problem')", js(second), js(third))
	p.says("test('confirm')", "Rename 2 files")
}

// proposed makes a recognition plan from the names of files.
func (w *world) proposed(folder string) (id string) {
	w.t.Helper()
	return ask[task](w, http.MethodPost, "/api/v1/plans/recognitions/propose", map[string]any{"mediaFolderPath": folder}).ID
}

// fill replaces the text of a field.
func (p *tab) fill(element, text string) {
	p.t.Helper()
	p.click(element)
	p.is("(%s).select() === undefined", element)
	p.press(text)
}

// TestEditRecognition checks that a person changes a number, shifts a season, and adds a file that was not recognised,
// and that the result is what get-episodes lists, without TMDB.
func TestEditRecognition(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Cafe", "Cafe.S01E01.mkv", "Cafe.S01E02.mkv", "Cafe.S02E01.mkv", "Cafe.S02E02.mkv", "finale.mkv")
		id := w.proposed(folder)
		p := w.openPlan(id, screen)
		p.is("said(test('plan-warning')) === 'The episodes of this show are not known, so there are no titles, and absolute numbers and dates in names could not be used.'")
		p.click("test('plan-warning').querySelector('summary')")
		p.says("test('plan-warning')", "PLOTLINE_TMDB_KEY")
		p.wait("all('[data-testid=group-row]').map(said).join() === 'Season 1 2 files,Season 2 2 files'")

		p.click("test('edit-row', row(1))")
		p.fill("test('edit-episode')", "1")
		p.fitsOn(screen, "the fields of a row")
		p.click("test('edit-save')")
		p.says(row(1), `Season 1 episode 1 is given to two files: "Cafe.S01E01.mkv" and "Cafe.S01E02.mkv"`)
		p.says(row(1), "was S01E02")
		p.says("test('confirm')", "Save 3, leave out 1")
		p.click("test('edit-row', row(1))")
		p.fill("test('edit-episode')", "x")
		p.click("test('edit-save')")
		p.says("test('edit-failure')", "Season and episode must be whole numbers")
		p.fill("test('edit-episode')", "3"+kb.Enter)
		p.wait("test('row-form') === null && test('row-problem', row(1)) === null")
		p.hasFocus(tick(1))

		p.click("test('shift')")
		p.wait("test('shift-dialog') !== null")
		p.is("(test('shift-rows').value = '2', test('shift-rows').dispatchEvent(new Event('change', { bubbles: true })))")
		p.fill("test('shift-season')", "-1")
		p.fill("test('shift-episode')", "9")
		p.says("test('shift-preview')", "S02E01 → S01E10, S02E02 → S01E11")
		p.fitsOn(screen, "the dialog")
		p.click("test('shift-confirm')")
		p.wait("test('shift-dialog') === null && test('group-row') === null")
		p.says(row(3), "was S02E02")

		p.says("test('unrecognised')", "finale.mkv")
		p.fitsOn(screen, "the files that were not recognised")
		p.fill("test('add-season')", "1")
		p.fill("test('add-episode')", "12")
		p.click("test('add-file')")
		p.wait("test('unrecognised') === null")
		p.says(row(4), "added by you or another person")
		p.click(button("Save 5 TV episodes"))
		p.says("test('notice')", "Saved 5 TV episodes: Cafe")

		type episode struct {
			Season, Episode int
			VideoFilePath   string
		}
		got := ask[struct{ Episodes []episode }](w, http.MethodGet, "/api/v1/media/episodes?mediaFolderPath="+url.QueryEscape(folder), nil)
		want := []episode{
			{1, 1, folder + "/Cafe.S01E01.mkv"},
			{1, 3, folder + "/Cafe.S01E02.mkv"},
			{1, 10, folder + "/Cafe.S02E01.mkv"},
			{1, 11, folder + "/Cafe.S02E02.mkv"},
			{1, 12, folder + "/finale.mkv"},
		}
		if diff := cmp.Diff(want, got.Episodes); diff != "" {
			t.Errorf("the episodes (-want +got):\n%s", diff)
		}
	})
}

// TestGuessIsTypedIn checks that a file whose name gives no certain episode has a guess typed in, which one click adds, and
// that a guess alone is no edit.
func TestGuessIsTypedIn(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "Cafe.S01E01.mkv", "Cafe.S01E09.mkv", "Cafe - Trois.mkv", "other.mkv")
	w.describe(folder, `{"name":"Cafe","number_of_seasons":1,"number_of_episodes":3,"seasons":[{"season_number":1,"name":"1","episodes":[
		{"episode_number":1,"name":"Un"},{"episode_number":2,"name":"Deux"},{"episode_number":3,"name":"Trois"}]}]}`)
	p := w.openPlan(w.proposed(folder), browser.Desk)
	p.wait("all('[data-testid=unrecognised-file]').map((it) => [test('guess', it)?.textContent, test('add-season', it).value, test('add-episode', it).value].join()).join(' ') === 'S01E03?,1,3 S01E09?,1,9 ,,'")
	p.audited("guesses")
	p.click("test('add-file')")
	p.says(row(1), "1 3 Trois Cafe - Trois.mkv")
	p.wait("all('[data-testid=unrecognised-file]').length === 2")
	p.click(button("Save 2 TV episodes"))
	p.wait("test('notice') !== null && !document.body.innerText.includes('not saved')")
}

// TestEditRename checks that a person corrects a target, by keyboard alone, and that the server's refusal is shown.
func TestEditRename(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"})
	p := w.openPlan(id, browser.Desk)
	p.expect("status of 409")
	p.pressAt(kb.ArrowDown, tick(0))
	p.wait("%s", focused(tick(1)))
	p.press("e")
	p.wait("%s", focused("test('edit-target')"))
	p.is("test('edit-target').value === 'B1.mkv' && test('edit-target').select() === undefined")
	p.press("A1.mkv" + kb.Enter)
	p.says("test('edit-failure')", `Target file "A1.mkv" appears multiple times in the batch`)
	p.is("test('edit-target').select() === undefined")
	p.press("Season 1/B2.mkv" + kb.Enter)
	p.says(row(1), "Season 1/B2.mkv")
	p.says(row(1), "was B1.mkv")
	p.wait("%s", focused(tick(1)))
	p.press("e")
	p.wait("%s", focused("test('edit-target')"))
	p.press(kb.Escape)
	p.wait("test('row-form') === null")
	p.press("c")
	p.says("test('notice')", "Renamed 2 files: Cafe")
	if got, want := w.files(folder), map[string]string{"A1.mkv": "a.mkv", "Season 1/B2.mkv": "b.mkv"}; !maps.Equal(got, want) {
		t.Errorf("files are %v, want %v", got, want)
	}
}

// TestTitlesBesideNumbers checks that a recognition shows the titles in the metadata, also for the filter.
func TestTitlesBesideNumbers(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		files, episodes := make([]string, 0, 10), make([]string, 0, 10)
		for i := range 10 {
			files = append(files, fmt.Sprintf("f%d.mkv", i))
			episodes = append(episodes, fmt.Sprintf(`{"episode_number":%d,"name":"Title %c"}`, i+1, 'A'+i))
		}
		folder := w.show("Cafe", files...)
		w.describe(folder, `{"name":"Cafe","number_of_seasons":1,"number_of_episodes":10,"seasons":[{"season_number":1,"name":"1","episodes":[`+
			strings.Join(episodes, ",")+`]}]}`)
		id := w.recognise(folder, files...)
		p := w.open("/plans/"+id, screen)
		p.says(row(2), "1 3 Title C f2.mkv")
		p.is("test('plan-warning') === null")
		p.fitsOn(screen, "the plan")
		p.fill("test('filter')", "title j")
		p.wait("row(0) === null && row(9) !== null")
	})
}

// TestDecidedPlans checks the list of decided plans: it shows what became of each, and undoes a rename.
func TestDecidedPlans(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Cafe", "a.mkv", "b.mkv")
		rejected := w.rename(folder, pair{"a.mkv", "bad.mkv"})
		ask[any](w, http.MethodPost, "/api/updatePlan", map[string]any{"planId": rejected, "status": "rejected", "reason": "Too short"})
		renamed := w.rename(folder, pair{"a.mkv", "A1.mkv"})
		ask[any](w, http.MethodPost, "/api/v1/plans/"+renamed+"/apply", nil)
		waits := w.rename(folder, pair{"b.mkv", "B1.mkv"})
		p := w.open("/plans", screen)
		p.wait("plan(%s) !== null", js(waits))
		p.click("test('decided-list').querySelector('summary')")
		const items = "all('[data-testid=decided-item]')"
		p.wait("%s.length === 2 && said(%s[0]).includes('completed') && said(%s[1]).includes('rejected by Go-http-client/1.1: Too short')", items, items, items)
		p.is("all('[data-testid=undo-listed]').length === 1")
		p.fitsOn(screen, "the list")
		p.click("test('undo-listed')")
		p.says("test('notice')", "Undone: the files in Cafe have their old names again.")
		p.wait("said(%s[0]).includes('undone') && test('undo-listed') === null", items)
		w.checkNames(folder, "a.mkv", "b.mkv")
		p.click(items + "[1]")
		p.shows(rejected)
		p.says("test('decided')", "Too short")
	})
}

// TestUnfinishedPlansAreLast checks that the page opens on a plan that can be decided, although an agent has begun
// another before, and that the other can be discarded.
func TestUnfinishedPlansAreLast(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv")
	begun := ask[task](w, http.MethodPost, "/api/v1/plans/renames", map[string]any{"mediaFolderPath": folder}).ID
	ready := w.rename(folder, pair{"a.mkv", "A1.mkv"})
	p := w.open("/plans", browser.Desk)
	p.shows(ready)
	p.wait("all('[data-testid=plan-item]').map((it) => it.dataset.planId).join() === %s", js(ready+","+begun))
	p.look(begun)
	p.click(button("Discard…"))
	p.says("role('dialog', 'Discard this plan?')", "The agent has not finished it")
	p.click(button("Discard plan"))
	p.wait("plan(%s) === null", js(begun))
	if got := w.plan(begun).Status; got != "rejected" {
		t.Errorf("the plan is %s", got)
	}
	p.shows(ready)
	if err := os.Remove(folder + "/a.mkv"); err != nil { // another program
		t.Fatal(err)
	}
	p.says("test('confirm')", "Nothing to rename")
	p.wait("test('confirm').disabled")
}
