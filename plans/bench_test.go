//go:build unix

package plans_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/plans"
)

// long returns a plan with many entries for existing files, as agents would make it, but faster.
func (w *world) long(tb testing.TB, count int) string {
	tb.Helper()
	id := w.begun(tb, plans.Rename, row{from: "0.mkv", to: "new 0.mkv"})
	var entries strings.Builder
	for n := range count {
		if n > 0 {
			entries.WriteByte(',')
		}
		fmt.Fprintf(&entries, `{"from":%q,"to":%q}`, w.at(fmt.Sprint(n, ".mkv")), w.at(fmt.Sprint("new ", n, ".mkv")))
	}
	w.write(tb, id, fmt.Sprintf(`{"id":%q,"task":"rename-files","status":"pending","mediaFolderPath":%q,"workspace":"w","files":[%s]}`,
		id, w.folder, entries.String()))
	return id
}

func names(count int) []string {
	list := make([]string, count)
	for n := range list {
		list[n] = fmt.Sprint(n, ".mkv")
	}
	return list
}

// BenchmarkAdd adds to a plan of 5,000 entries and syncs to disk. The aim is 10 ms.
func BenchmarkAdd(b *testing.B) {
	w := newWorld(b)
	const count = 5000
	id, n := w.long(b, count), count
	for b.Loop() {
		out, err := w.add(b, id, row{from: fmt.Sprint(n, ".mkv"), to: fmt.Sprint("new ", n, ".mkv")})
		must(b, err)
		if len(out.Problems) != 1 { // the file does not exist
			b.Fatal(out.Problems)
		}
		n++
	}
	if got := len(w.view(b, id).Plan.Files); got != n {
		b.Fatalf("%d entries, not %d", got, n)
	}
}

// BenchmarkPropose makes plans for a folder of 5,000 files.
func BenchmarkPropose(b *testing.B) {
	const count = 5000
	files := make([]string, count)
	for n := range files {
		files[n] = fmt.Sprintf("Season %d/Show.S%02dE%02d.Some.Title.1080p.WEB-DL.x264-GROUP.mkv", n/50+1, n/50+1, n%50+1)
	}
	w := newWorld(b, files...)
	for b.Loop() {
		out, err := w.Propose(b.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
		must(b, err)
		if out.FileCount != count || len(out.Unrecognised) > 0 {
			b.Fatalf("%d of %d recognised", out.FileCount, count)
		}
	}
}

// BenchmarkApply renames 1,000 files with one plan. The aim is 2 s.
func BenchmarkApply(b *testing.B) {
	const count = 1000
	w := newWorld(b, names(count)...)
	w = w.with(func(c *plans.Config) { c.Memory = nil })
	id := w.long(b, count)
	_, err := w.end(b, id, plans.Rename)
	must(b, err)
	for b.Loop() {
		out, err := w.apply(b, id, pending)
		must(b, err)
		if len(out.Renamed) != count || len(w.files(b)["new 999.mkv"]) == 0 {
			b.Fatalf("%d renamed", len(out.Renamed))
		}
		b.StopTimer()
		_, err = w.undo(b, id)
		must(b, err)
		b.StartTimer()
	}
}

// BenchmarkList lists 500 plans.
func BenchmarkList(b *testing.B) {
	w := newWorld(b)
	const count = 500
	for range count {
		w.begun(b, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	}
	for b.Loop() {
		out, err := w.ListPlans(b.Context(), person, plans.ListInput{Status: plans.Pending})
		must(b, err)
		if len(out.Plans) != count {
			b.Fatalf("%d plans", len(out.Plans))
		}
	}
}
