package browser_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/testing/browser/kit/browser"
)

// TestNewPlanAppearsOnOpenPage checks that an open page shows the plan that an agent writes in another
// process.
func TestNewPlanAppearsOnOpenPage(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("The Late Desk", "the.late.desk.s01e01.mkv", "the.late.desk.s01e02.mkv")
	p := w.openToEvents("/plans")
	p.says("test('empty')", "No pending plans")
	p.wait("(window.first = true)") // lost if the page is reloaded

	agent := w.agent()
	call := func(tool string, args, out any) {
		t.Helper()
		if _, err := agent.Call(tool, args, out); err != nil {
			t.Fatal(err)
		}
	}
	var plan task
	call("beginRenameFilesTaskV2", map[string]any{"mediaFolderPath": folder}, &plan)
	add := func(from, to string) {
		t.Helper()
		call("addRenameFileToTaskV2", map[string]any{"taskId": plan.ID, "from": folder + "/" + from, "to": folder + "/" + to}, nil)
	}
	add("the.late.desk.s01e01.mkv", "The Late Desk - S01E01.mkv")
	add("gone.mkv", "The Late Desk - S01E09.mkv")
	add("the.late.desk.s01e02.mkv", "the.late.desk.s01e02.1080p.mkv")
	call("endRenameFilesTaskV2", map[string]any{"taskId": plan.ID}, nil)

	p.wait("said(plan(%s)).includes('1 problem')", js(plan.ID))
	p.says("plan("+js(plan.ID)+")", "Rename · 3 files")
	p.look(plan.ID)
	p.wait("all('[data-testid=row]').length === 3")
	p.says(row(1), "The file is gone.")
	p.is("test('row-problem', row(0)) === null && test('row-problem', row(2)) === null")
	p.is("window.first")

	type marks struct{ Gone, New []string }
	marked := func(index int) marks {
		return value[marks](p, `({
			gone: all('.from del', `+row(index)+`).map((it) => it.textContent),
			new: all('.to ins', `+row(index)+`).map((it) => it.textContent) })`)
	}
	if diff := cmp.Diff(marks{Gone: []string{}, New: []string{".1080p"}}, marked(2)); diff != "" {
		t.Errorf("what differs is marked wrongly (-want +got):\n%s", diff)
	}
	if got := marked(0); len(got.Gone) == 0 || len(got.New) == 0 {
		t.Errorf("nothing is marked in %+v", got)
	}
	p.is("%s.querySelector('.from').title === %s", row(0), js(folder+"/the.late.desk.s01e01.mkv"))
}

// TestPageReconnects checks that the page shows that its server is unreachable, and then updates.
func TestPageReconnects(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Field Notes", "a.mkv", "b.mkv")
	first := w.rename(folder, pair{"a.mkv", "Field Notes - S01E01.mkv"})
	p := w.open("/plans", browser.Desk)
	p.expectOutage()
	p.shows(first)
	p.is("said(test('live')) === ''")

	if err := w.server.Stop(); err != nil {
		t.Fatal(err)
	}
	p.says("test('live')", "Not connected · from")
	p.wait("said(test('list-failure')).includes('Cannot reach the server.')")
	p.is("test('plan') !== null") // known data is still shown

	w.start()
	second := w.rename(folder, pair{"b.mkv", "Field Notes - S01E02.mkv"})
	p.wait("plan(%s) !== null && test('list-failure') === null && said(document.querySelector('[data-testid=live]')) === ''", js(second))
	p.look(second)
	p.click(button("Rename 1 file"))
	p.says("test('notice')", "Renamed 1 file: Field Notes")
}

// TestPageRequestsOwnServerOnly checks which requests a page makes. Every test checks that they go only to
// its own server.
func TestPageRequestsOwnServerOnly(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	w.rename(w.show("Field Notes", "a.mkv"), pair{"a.mkv", "b.mkv"})
	p := w.open("/plans", browser.Desk)
	p.wait("test('plan') !== null && said(test('plan')) !== ''")
	p.must(p.WaitLive())
	kinds := map[string]bool{}
	for _, request := range p.Requests() {
		for _, part := range []string{"/assets/", "/api/v1/plans", "/socket.io/"} {
			if strings.Contains(request, part) {
				kinds[part] = true
			}
		}
	}
	want := map[string]bool{"/assets/": true, "/api/v1/plans": true, "/socket.io/": true}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("what the page asks for (-want +got):\n%s\n%q", diff, p.Requests())
	}
}
