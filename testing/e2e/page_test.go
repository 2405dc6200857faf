package e2e_test

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/serving"
)

// TestPagesAreOpened checks which address --web opens. The browser is a program that writes down its argument.
func TestPagesAreOpened(t *testing.T) {
	t.Parallel()
	c, _ := newChain(t)
	server := serving.Start(t, binary, c.env, append(c.args, "--audit", "off")...)
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	opened := filepath.Join(dir, "opened")
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" > '"+opened+"'\n"), 0o700); err != nil { //nolint:gosec // it must be executable
		t.Fatal(err)
	}
	desk := []string{"PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH"), "DISPLAY=:0", "CI=", "NO_BROWSER=", noPager, "TZ=UTC"}
	for _, tt := range []struct {
		command []string
		want    string
	}{
		{[]string{"episodes", "show", "2"}, "/?episode=2&workspace=default"},
		{[]string{"episodes", "--tag", "a", "--tag", "b, c", "--since", "2026-09-05"}, "/?show=list&since=2026-09-05T00%3A00&tag=a&tag=b%2C+c&workspace=default"},
		{[]string{"episodes", "--since", "2026-09-05", "--until", "2026-09-05"}, "/?show=list&since=2026-09-05T00%3A00&until=2026-09-05T23%3A59&workspace=default"},
		{[]string{"episodes", "search", "two", "words"}, "/?q=two+words&show=list&workspace=default"},
		{[]string{"recall", "a task"}, "/?q=a+task&show=list&workspace=default"},
		{[]string{"graph", "#3", "--type", "follows"}, "/?episode=3&show=graph&type=follows&workspace=default"},
		{[]string{"graph"}, "/?show=graph&workspace=default"},
	} {
		command := slices.Concat(tt.command, []string{"--web", "--listen", at.Host})
		want := "http://" + at.Host + tt.want
		text, status := c.shown(window{300, 50}, desk, command...)
		if got, _ := os.ReadFile(opened); status != 0 || strings.TrimSpace(string(got)) != want || text != "Opened "+want+"\n" {
			t.Errorf("%v: status %d, opened %s, want %s\n%s", tt.command, status, got, want, text)
		}
		if piped := c.says(command...); piped != want+"\n" {
			t.Errorf("%v: a pipe gets %s, want %s", tt.command, piped, want)
		}
		text, status = c.shown(window{300, 50}, append(desk, "NO_BROWSER=1"), command...)
		if status != 0 || text != want+"\n" {
			t.Errorf("%v: without a browser, status %d\n%s", tt.command, status, text)
		}
	}
}

// TestPageNeedsServer checks the advice when no server answers.
func TestPageNeedsServer(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	c.create("Alpha")
	for _, command := range [][]string{{"episodes"}, {"episodes", "show", "1"}, {"graph"}} {
		got := c.run(append(command, "--web", "--listen", "127.0.0.1:1")...)
		if got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, "no server answers at 127.0.0.1:") || !strings.Contains(got.Err, "to start one, run: plotline serve --listen 127.0.0.1:") {
			t.Errorf("%v: %+v", command, got)
		}
	}
	if got := c.run("episodes", "--web", "--listen", "nowhere"); got.Status != 2 {
		t.Errorf("an invalid address: %+v", got)
	}
}
