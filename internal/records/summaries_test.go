package records_test

import (
	"os"
	"testing"
	"time"

	"plotline/internal/records"
)

// TestSummariesReadChangedFiles checks that only files are read that are new or have changed, and that the summaries of
// removed files are forgotten.
func TestSummariesReadChangedFiles(t *testing.T) {
	t.Parallel()
	f, ctx := newFolder(t), t.Context()
	read := []string{}
	s := records.NewSummaries(f, func(c *counter) int {
		read = append(read, c.Name)
		return c.Count
	})
	list := func(want ...string) {
		t.Helper()
		read = []string{}
		_, err := s.All(ctx, all)
		must(t, err)
		same(t, "the files that were read", append([]string{}, want...), read)
	}
	for _, name := range []string{"a", "b", "c"} {
		must(t, f.Create(&counter{Name: name}))
		before := time.Now().Add(-time.Minute) // otherwise its time is not trusted yet
		must(t, os.Chtimes(f.Path(name), before, before))
	}
	must(t, os.WriteFile(f.Path("bad"), []byte("{"), 0o600))
	list("a", "b", "c")
	list()
	_, err := f.Change(ctx, "b", more)
	must(t, err)
	list("b")
	list("b") // it is still too new
	must(t, os.Remove(f.Path("b")))
	list()
	left, err := s.All(ctx, all)
	must(t, err)
	same(t, "summaries", 2, len(left))
}
