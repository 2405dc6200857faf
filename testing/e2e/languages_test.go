package e2e_test

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// TestSearchLanguages checks on both stores that a workspace keeps the languages of its first episode, that
// other languages are rejected, and that reindex changes them.
func TestSearchLanguages(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		c := terminal{t, args, env}
		base := c.env
		finds := func(query string, want ...int) {
			t.Helper()
			if _, numbers, hint := c.recalled(query); !slices.Equal(slices.Sorted(slices.Values(numbers)), want) {
				t.Errorf("%q finds %v (%s), want %v", query, numbers, hint, want)
			}
		}
		if got := c.run("reindex", "--search-language", "Klingon"); got.Status != 2 || !strings.Contains(got.Err, "russian, spanish") {
			t.Errorf("an unknown language: status %d: %s", got.Status, got.Err)
		}
		if text := c.says("reindex"); !strings.Contains(text, "has no episodes yet") {
			t.Errorf("nothing to index: %s", text)
		}
		c.says("episodes", "create", "Bestellungen kommen doppelt an", "--reward", "0")
		c.says("episodes", "create", "orders arrive twice", "--reward", "0")
		finds("Bestellung")
		finds("order", 2)
		c.env = append(slices.Clone(base), "PLOTLINE_SEARCH_LANGUAGE=German,english")
		for _, args := range [][]string{{"recall", "Bestellung"}, {"episodes", "search", "Bestellung"}, {"episodes", "create", "three", "--reward", "0"}} {
			got := c.run(args...)
			if got.Status != 1 || !strings.Contains(got.Err, "searched in english, not in english, german") ||
				!strings.Contains(got.Err, "plotline reindex --search-language english,german") {
				t.Errorf("%v in other languages: status %d: %s", args, got.Status, got.Err)
			}
		}
		row(t, c.run("doctor").Out, "bad", "languages", "english, but this command uses english, german")
		if text := c.says("reindex"); !strings.Contains(text, "is searched in english, german now, no longer in english") {
			t.Errorf("reindex says %s", text)
		}
		finds("Bestellung", 1)
		finds("order", 2)
		row(t, c.says("doctor"), "ok", "languages", "english, german")
		c.env = base
		finds("Bestellung", 1)
		c.says("episodes", "create", "eine Bestellung", "--reward", "0")
		finds("Bestellungen", 1, 3)
		if text := c.says("reindex"); !strings.Contains(text, "is indexed anew, in english, german") {
			t.Errorf("a repair says %s", text)
		}
		finds("Bestellungen", 1, 3)
	})
}

// TestReindexInterrupted checks that indexed texts are kept and the next run continues.
func TestReindexInterrupted(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	var lines strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&lines, `{"type":"episode","episode_id":"019a0000-0000-7000-8000-%012d","query":"Bestellungen %d","reward":0,"created_at":"2026-09-01"}`+"\n", i, i)
	}
	path := t.TempDir() + "/many.jsonl"
	expect.WriteFile(t, path, lines.String())
	c.says("import", path)
	if got := c.stopReindex(syscall.SIGINT); got.Status != 1 || !strings.Contains(got.Err, "not indexed yet; to continue, run: plotline reindex") {
		t.Errorf("interrupted: status %d: %s", got.Status, got.Err)
	}
	if _, numbers, _ := c.recalled("Bestellungen"); len(numbers) == 0 {
		t.Error("nothing is found after the interruption")
	}
	c.stopReindex(syscall.SIGKILL)
	if _, numbers, _ := c.recalled("Bestellungen"); len(numbers) == 0 {
		t.Error("nothing is found after the kill")
	}
	c.says("reindex", "--all")
	if _, numbers, _ := c.recalled("Bestellung"); len(numbers) == 0 {
		t.Error("nothing is found at the end")
	}
	row(t, c.says("doctor"), "ok", "languages", "german")
}

// stopReindex sends a signal while the languages are being changed.
func (c terminal) stopReindex(signal syscall.Signal) serving.Finished {
	c.t.Helper()
	ctx, stop := context.WithCancel(c.t.Context())
	defer stop()
	cmd := exec.CommandContext(ctx, binary, append([]string{"reindex", "--search-language", "german"}, c.args...)...) //nolint:gosec // the program under test
	cmd.Env = append(serving.Environ(), c.env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(signal) }
	go func() {
		defer stop()
		for ctx.Err() == nil && !strings.Contains(c.run("doctor").Out, "not indexed yet") { //nolint:contextcheck // another process
			time.Sleep(time.Millisecond)
		}
	}()
	return serving.Finish(c.t, cmd)
}
