package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/cli/browser"

	"plotline/graph"
)

// pageSettings are the flags of commands whose result has a page.
type pageSettings struct {
	Page   bool   `name:"web" group:"Page:" help:"Open the page of what is shown in the browser. It needs a running plotline serve."`
	Listen string `group:"Page:" env:"PLOTLINE_LISTEN" default:"127.0.0.1:7333" help:"Address of plotline serve."`
}

// openAt opens a page of the running server. Without a browser or a terminal, it prints the address instead.
func (c pageSettings) openAt(ctx context.Context, s *settings, std streams, path string, values url.Values) error {
	at, err := c.server(ctx, s)
	if err != nil {
		return err
	}
	values.Set("workspace", s.Workspace)
	at.Path, at.RawQuery = path, values.Encode()
	if isTerminal(std.out) && hasBrowser() {
		browser.Stdout, browser.Stderr = io.Discard, io.Discard
		if browser.OpenURL(at.String()) == nil {
			printMessage(std, "Opened %s", at)
			return nil
		}
	}
	_, err = fmt.Fprintln(std.out, at)
	return err
}

// server returns the address of the server, if it answers.
func (c pageSettings) server(ctx context.Context, s *settings) (*url.URL, error) {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return nil, misuse{fmt.Errorf("--listen must be HOST:PORT: %q", c.Listen)}
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	for _, scheme := range []string{"http", "https"} {
		at := &url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port)}
		if answers(ctx, at) {
			return at, nil
		}
	}
	return nil, fmt.Errorf("%w at %s; to start one, run: %s", errNoServer, c.Listen, c.startCommand(s))
}

// answers reports whether a Plotline answers. Another program may have the port, and answer any path. A certificate that is
// not trusted answers too: the browser asks about it.
func answers(ctx context.Context, at *url.URL) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.JoinPath("livez").String(), http.NoBody)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return strings.Contains(err.Error(), "certificate")
	}
	defer func() { _ = answer.Body.Close() }()
	var health struct {
		Status string `json:"status"`
	}
	const most = 1 << 10
	err = json.NewDecoder(io.LimitReader(answer.Body, most)).Decode(&health)
	return err == nil && answer.StatusCode == http.StatusOK && health.Status == "ok"
}

// startCommand returns the command that starts a server for the same graph.
func (c pageSettings) startCommand(s *settings) string {
	words := []string{"plotline", "serve"}
	for _, flag := range [][3]string{{"--listen", c.Listen, "127.0.0.1:7333"}, {"--data-dir", s.DataDir, ""}, {"--workspace", s.Workspace, "default"}} {
		if flag[1] != flag[2] {
			words = append(words, flag[0], flag[1])
		}
	}
	return shellLine(words)
}

// hasBrowser reports whether a person can see a browser. NO_BROWSER and CI prevent one, as for make run.
func hasBrowser() bool {
	if os.Getenv("CI") != "" || os.Getenv("NO_BROWSER") != "" {
		return false
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		return true
	}
	return os.Getenv("DISPLAY")+os.Getenv("WAYLAND_DISPLAY")+os.Getenv("WSL_DISTRO_NAME") != ""
}

// pageView returns the view of the memory page for the filters of a command. The page has no filters of rewards.
func pageView(line *kong.Context, std streams, words []string, show string) (url.Values, error) {
	from := given(line)
	view := url.Values{"show": {show}}
	if len(words) > 0 {
		view.Set("q", strings.Join(words, " "))
	}
	for name, field := range map[string]string{"tag": "tags", "type": "relationship_types"} {
		if from.Has(field) {
			view[name] = from[field]
		}
	}
	for _, bound := range []struct {
		name  string
		parse func(text string) (graph.Time, error)
	}{{"since", graph.ParseTime}, {"until", graph.ParseUntil}} {
		if !from.Has(bound.name) {
			continue
		}
		at, err := bound.parse(from.Get(bound.name))
		if err != nil {
			return nil, misuse{fmt.Errorf("--%s %w", bound.name, err)}
		}
		view.Set(bound.name, at.UTC().In(time.Local).Format("2006-01-02T15:04")) //nolint:gosmopolitan // as the page shows it
	}
	if from.Has("min_reward") || from.Has("max_reward") {
		printMessage(std, "The page shows all rewards.")
	}
	return view, nil
}

// openList opens the page with the list of the episodes that a command finds.
func (c pageSettings) openList(ctx context.Context, line *kong.Context, s *settings, std streams, words []string) error {
	view, err := pageView(line, std, words, "list")
	if err != nil {
		return err
	}
	return c.openAt(ctx, s, std, "/", view)
}
