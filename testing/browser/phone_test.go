package browser_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"plotline/testing/browser/kit/browser"
)

// fits checks that no horizontal scrolling is needed.
func (p *tab) fits(where string) {
	p.t.Helper()
	type size struct{ Content, Screen int }
	got := value[size](p, "({ Content: document.scrollingElement.scrollWidth, Screen: screen.width })")
	if got.Content > got.Screen {
		p.t.Errorf("%s: %d wide, the screen is %d", where, got.Content, got.Screen)
	}
	for _, wide := range value[[]string](p, `all('button, a[href], input, h1, h2, p, bdi, td, dialog').filter((it) => {
			const box = it.getBoundingClientRect()
			return it.closest('.visually-hidden, .skip') === null && (box.right > screen.width + 1 || box.left < -1)
		}).map((it) => it.outerHTML.slice(0, 150))`) {
		p.t.Errorf("%s: out of sight: %s", where, wide)
	}
}

// onBothScreens runs a test in parallel on a desk and on a phone.
func onBothScreens(t *testing.T, test func(t *testing.T, screen browser.Screen)) {
	t.Helper()
	for name, screen := range map[string]browser.Screen{"desk": browser.Desk, "phone": browser.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, screen)
		})
	}
}

// fitsOn checks on a phone that no horizontal scrolling is needed.
func (p *tab) fitsOn(screen browser.Screen, where string) {
	p.t.Helper()
	if screen.Touch {
		p.fits(where)
	}
}

// names are file names that are hard to fit on narrow pages.
var names = []string{
	strings.Repeat("w", 246) + ".mkv",
	strings.Repeat("進撃の巨人", 16) + ".mkv",
	"👨‍👩‍👧‍👦🎬 " + strings.Repeat("🍿", 20) + ".mkv",
	"مسلسل الاختبار الحلقة الأولى.mkv",
	"Café Élan - " + strings.Repeat("sans ", 30) + ".mkv",
}

// TestPagesFitPhone checks that everything is readable and usable on a narrow screen.
func TestPagesFitPhone(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("مسلسل "+strings.Repeat("長い", 30), names...)
	pairs := append(make([]pair, 0, 1+len(names)), pair{"gone.mkv", "gone2.mkv"})
	for i, name := range names {
		pairs = append(pairs, pair{name, fmt.Sprintf("%d %s", i, strings.TrimPrefix(name, "www"))})
	}
	id := w.rename(folder, pairs...)
	p := w.open("/plans", browser.Phone)
	p.says("plan("+js(id)+")", "1 problem")
	p.is("test('plan') === null") // the list fills the screen
	p.fits("the list")
	p.look(id)
	p.wait("test('row-problem', row(0)) !== null")
	p.fits("the plan")
	p.click(tick(0))
	p.click(button("Reject…"))
	p.wait("test('reject-dialog') !== null")
	p.fits("the dialog")
	p.click(button("Cancel"))
	p.wait("test('reject-dialog') === null")
	p.click(button("Rename 5 files"))
	p.wait("said(test('notice')).startsWith('Renamed 5 files')")
	p.fits("the notice")
	got := w.files(folder)
	for _, pair := range pairs[1:] {
		if got[pair.to] != pair.from {
			t.Errorf("%s is %q, want %q", pair.to, got[pair.to], pair.from)
		}
	}
}

// TestQuestionFitsPhone checks the same for an agent's question.
func TestQuestionFitsPhone(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Wide", names...)
	p := w.open("/plans", browser.Phone)
	p.must(p.WaitLive())
	asked := w.asks(w.legacy(), folder, pair{names[0], "1.mkv"}, pair{names[1], "2" + names[1]}, pair{names[3], "3" + names[3]})
	p.wait("test('question') !== null && !test('question-no').disabled")
	p.fits("the question")
	p.click(button("Do not rename"))
	if got := <-asked; got.err != nil || got.Confirmed {
		t.Errorf("the tool says %+v", got)
	}
}

// TestPlanWithManyRows checks that a plan with thousands of rows is shown and applied.
func TestPlanWithManyRows(t *testing.T) {
	t.Parallel()
	const many = 5000
	w := begin(t, 1)
	folder := w.show("Daily")
	type file struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	files := make([]file, many)
	for i := range files {
		files[i] = file{fmt.Sprintf("%s/daily.%04d.mkv", folder, i), fmt.Sprintf("%s/Daily - %04d.mkv", folder, i)}
		w.put(files[i].From)
	}
	// Writes the file directly, as an agent's calls would.
	id := uuid.NewString()
	raw, err := json.Marshal(map[string]any{
		"id": id, "task": "rename-files", "status": "pending", "mediaFolderPath": folder, "files": files,
		"createdAt": "2026-01-02T03:04:05Z", "readyAt": "2026-01-02T03:04:06Z", "workspace": "default",
	})
	if err == nil {
		err = os.MkdirAll(filepath.Join(w.data, "plans"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(w.data, "plans", id+".plan.json"), raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}

	p := w.openPlan(id, browser.Desk)
	p.wait("row(0) !== null && row(99) !== null")
	p.says("test('plan')", "5,000 files")
	p.wait("document.querySelectorAll('[data-testid=row]').length === 5000")
	p.click("test('filter')")
	p.press("daily.4999")
	p.wait("all('[data-testid=row]').length === 1 && row(4999) !== null")
	p.click(tick(4999))
	p.says("test('confirm')", "Rename 4,999 files")
	p.click("test('confirm')") // by name, the browser would name every button of 5,000 rows
	p.wait("said(test('notice')).startsWith('Renamed 4,999 files')")
	got := w.files(folder)
	if len(got) != many || got["daily.4999.mkv"] == "" {
		t.Errorf("%d files, want %d; the one left out is there: %t", len(got), many, got["daily.4999.mkv"] != "")
	}
	for i := range many - 1 {
		if from, to := filepath.Base(files[i].From), filepath.Base(files[i].To); got[to] != from {
			t.Fatalf("%s is %q, want %q", to, got[to], from)
		}
	}
}
