package browser_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"plotline/testing/browser/kit/browser"
)

// library returns a world whose media root has three shows: one with only certain files, one with an uncertain one, and
// one without any episode.
func library(t *testing.T) *world {
	t.Helper()
	w := begin(t, 1)
	if err := w.server.Stop(); err != nil {
		t.Fatal(err)
	}
	w.args = append(w.args, "--media-root", w.media)
	w.start()
	w.show("Bron", "Bron S01E01.mkv", "Bron S01E02.mkv")
	w.show("Dark", darkFiles[:2]...)
	w.show("Alien (1979)", "Alien.mkv")
	return w
}

// folderRow finds the row of a folder in the list.
func folderRow(name string) string {
	return "all('[data-testid=library-folder]').find((it) => it.dataset.folder.endsWith(" + js("/"+name) + "))"
}

// TestLibraryInTwoClicks makes plans for all certain files, and confirms those of which nothing is uncertain.
func TestLibraryInTwoClicks(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := library(t)
		p := w.open("/plans", screen)
		p.click("test('to-library')")
		p.says("test('library-state')", "3 folders with 5 videos")
		p.says("test('total-certain')", "Certain 3")
		p.says("test('total-uncertain')", "Uncertain 1")
		p.says("test('total-left-out')", "Left out 1")
		p.fitsOn(screen, "the list of all media folders")
		p.click("test('propose-all')")
		p.says("test('batch')", "Made 2 plans")
		p.says(folderRow("Bron"), "2 rows, all certain")
		p.says(folderRow("Dark"), "1 row, to be looked at")
		p.click("test('confirm-all')")
		p.says("test('batch')", "Saved 2 TV episodes of 1 plan")
		p.says("test('total-recognised')", "Recognised 2")
		p.wait("test('confirm-all') === null && test('propose-all') === null")
		p.fitsOn(screen, "the list of all media folders with a plan")
		if got := w.recognised(w.media + "/Bron"); got != 2 {
			t.Errorf("%d files are recognised", got)
		}
		if got := w.recognised(w.media + "/Dark"); got != 0 {
			t.Errorf("%d files of the show with an uncertain one are recognised", got)
		}
		p.click("test('open-plan', " + folderRow("Dark") + ")")
		p.says("test('uncertain')", "Uncertain: 1 file")
	})
}

// TestLibraryNamesFiles recognises a folder, and names its files after their episodes from the list and from the decided plan.
func TestLibraryNamesFiles(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := library(t)
		p := w.open("/plans/library", screen)
		p.click("test('propose-one', " + folderRow("Bron") + ")")
		const part = "all('.part').find((it) => said(it).startsWith(%q))"
		p.click(fmt.Sprintf(part, "Plans"))
		p.click("test('confirm-one', " + folderRow("Bron") + ")")
		p.says("test('total-recognised')", "Recognised 2")
		p.click(fmt.Sprintf(part, "Others"))
		p.click("test('name-files', " + folderRow("Bron") + ")")
		p.says(row(0), "Bron S01E01.mkv Bron - S01E01.mkv")
		p.fitsOn(screen, "a plan that names the files of a folder")
		p.click(button("Rename 2 files"))
		p.says("test('notice')", "Renamed 2 files: Bron")
		if got, want := w.files(w.media+"/Bron"), []string{"Bron - S01E01.mkv", "Bron - S01E02.mkv"}; !slices.Equal(slices.Sorted(maps.Keys(got)), want) {
			t.Errorf("the folder has %v, want %v", got, want)
		}
		p.must(p.Go(w.server.URL + "/plans/library"))
		p.click(fmt.Sprintf(part, "Others"))
		p.says(folderRow("Bron"), "Recognised 2")
		p.wait("test('name-files', %s) === null && test('name-all') === null", folderRow("Bron"))
		p.click("test('propose-one', " + folderRow("Bron") + ")") // to correct what was saved
		p.click(fmt.Sprintf(part, "Plans"))
		p.says(folderRow("Bron"), "2 rows, all certain")
	})
}

// TestLibraryRenamesAll names the files of all folders in two clicks, and takes a recognition back while the list is open.
func TestLibraryRenamesAll(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := library(t)
		w.show("Lost", "lost.s01e01.mkv")
		p := w.open("/plans/library", screen)
		p.click("test('propose-all')")
		p.says("test('batch')", "Made 3 plans")
		p.click("test('confirm-all')")
		p.says("test('total-recognised')", "Recognised 3")
		p.click("test('name-all')")
		p.says("test('batch')", "Made 2 plans to rename; look at the new names in the plans.")
		p.fitsOn(screen, "plans that name the files of all folders")
		p.must(p.Go(w.server.URL + "/plans/library")) // the list knows the plans that wait
		p.click("test('library-plans')")
		p.says(folderRow("Lost"), "1 row, names of episodes")
		p.wait("test('name-all') === null")
		p.click(button("Rename 3 files of 2 plans"))
		p.says("test('batch')", "Renamed 3 files of 2 plans")
		for folder, want := range map[string][]string{"Bron": {"Bron - S01E01.mkv", "Bron - S01E02.mkv"}, "Lost": {"Lost - S01E01.mkv"}} {
			if got := w.files(w.media + "/" + folder); !slices.Equal(slices.Sorted(maps.Keys(got)), want) {
				t.Errorf("the folder has %v, want %v", got, want)
			}
		}
		p.wait("test('name-all') === null && test('rename-all') === null")
	})
}

// TestLibrarySorts moves the videos of several shows in one folder into folders of their shows.
func TestLibrarySorts(t *testing.T) {
	t.Parallel()
	w := library(t)
	w.show(".", "lost.s01e01.mkv", "bron.s01e03.mkv", "holiday.mkv")
	p := w.open("/plans/library", browser.Desk)
	p.says("test('library-mixed')", "3 videos beside the folders of shows")
	p.audited("videos beside the folders of shows", browser.Desk, browser.Phone)
	p.click("all('summary', test('library-mixed'))[0]")
	p.says("test('unsorted')", "The name of 1 video gives no show holiday.mkv")
	p.click("test('sort-files')")
	p.says("test('confirm')", "Rename 2 files")
	p.must(p.Go(w.server.URL + "/plans/library"))
	p.says("test('library-mixed')", "3 videos beside the folders of shows Look at the plan")
	p.wait("test('sort-files') === null")
	p.click("test('open-plan', test('library-mixed'))")
	p.click(button("Rename 2 files"))
	p.says("test('notice')", "Renamed 2 files")
	p.must(p.Go(w.server.URL + "/plans/library"))
	p.says("test('library-stays')", "1 video beside the folders of shows")
	p.wait("test('sort-files') === null")
	p.says(folderRow("lost"), "Certain 1")
	p.says(folderRow("Bron"), "Certain 3")
}

// TestLibraryByFolder filters the list, looks at the reasons, and makes and confirms the plan of one folder.
func TestLibraryByFolder(t *testing.T) {
	t.Parallel()
	w := library(t)
	p := w.open("/plans/library", browser.Desk)
	p.says("test('library-open')", "New files 2")
	p.fill("test('library-filter')", "bron")
	p.wait("all('[data-testid=library-folder]').length === 1")
	p.click("test('propose-one')")
	p.says("test('batch')", "Made 1 plan")
	p.click("test('library-plans')")
	p.click("test('confirm-one')")
	p.says("test('batch')", "Saved 2 TV episodes of 1 plan")
	p.click("test('library-rest')")
	p.says(folderRow("Bron"), "Recognised 2")
	p.fill("test('library-filter')", "")
	p.click("test('reasons').querySelector('summary')")
	p.says("test('reasons')", "Left out 1: Its name has no episode number.")
	p.audited("the list of all media folders", browser.Desk, browser.Phone)
}

// TestLibraryConfirmsNothingElse checks that a plan that changed since the list was loaded is not confirmed.
func TestLibraryConfirmsNothingElse(t *testing.T) {
	t.Parallel()
	w := library(t)
	folder := w.media + "/Bron"
	id := w.proposed(folder)
	p := w.open("/plans/library", browser.Desk)
	p.says("test('confirm-all')", "Save 2 TV episodes")
	ask[any](w, "PATCH", "/api/v1/plans/"+id, map[string]any{"changes": []any{map[string]any{"row": 1, "episode": 5}}})
	p.click("test('confirm-all')")
	p.says("test('batch-failures')", "The plan has changed or has a problem. Look at it first.")
	if got := w.recognised(folder); got != 0 {
		t.Errorf("%d files are recognised", got)
	}
	p.click("test('library-plans')")
	p.says(folderRow("Bron"), "to be looked at")
}

// TestEmptyLibrary checks what the list says without media roots.
func TestEmptyLibrary(t *testing.T) {
	t.Parallel()
	_, p := openEmpty(t, "/plans/library", browser.Desk)
	p.says("test('library-empty')", "serve --media-root DIR")
	p.audited("an empty list of media folders")
}
