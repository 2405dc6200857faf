package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"plotline/internal/recording/spool"
)

// TestSetup sets a client up from the command line: it prints the terms and the lines, asks, and takes all of it back.
func TestSetup(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the folders are those of Linux; internal/recording/setup tests the rest")
	}
	home, bin := t.TempDir(), t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "CODEX_HOME", "LC_ALL", "LC_MESSAGES", "NEO4J_URI", "PLOTLINE_DATA_DIR"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	t.Setenv("PATH", bin)
	t.Setenv("LANG", "de_DE.UTF-8")
	config := filepath.Join(home, ".codex", "config.toml")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		t.Fatal(err)
	}
	const mine = "# mine\nmodel = \"m\"\n"
	if err := os.WriteFile(config, []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	written := func() bool {
		text, err := os.ReadFile(config)
		return err != nil || string(text) != mine
	}
	try := func(status int, wants []string, args ...string) {
		t.Helper()
		got, out, errs := command(t, append([]string{"setup"}, args...)...)
		text := strings.Join(strings.Fields(out+errs), " ")
		if got != status || slices.ContainsFunc(wants, func(want string) bool { return !strings.Contains(text, want) }) {
			t.Errorf("%v: status %d, want %d with %q:\n%s%s", args, got, status, wants, out, errs)
		}
	}

	try(1, []string{"plotline-hook is not beside plotline"}, "codex", "--dry-run")
	if err := os.WriteFile(filepath.Join(bin, "plotline-hook"), []byte("#!/bin/sh\n"), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	terms := []string{
		"Kept of each task", "Never kept", "Where: in the workspace of each repository", ".local/share/plotline.", "Who can read it", "provider of its model", "Plotline itself sends nothing",
		"plotline record forget", "setup codex --remove", "+ [mcp_servers.plotline]", "UserPromptSubmit 2>/dev/null || exit 0", "open /hooks",
	}
	try(0, append(terms, "Nothing was changed."), "codex", "--dry-run")
	try(2, []string{"must be one of"}, "emacs", "--yes")
	try(2, []string{"leave out --workspace"}, "codex", "--yes", "--workspace", "team")
	try(2, append(terms, "there is no terminal to ask"), "codex")
	try(2, []string{"http://models.example:1/v1 on another machine", "--send-to-embeddings"},
		"codex", "--yes", "--embeddings-base-url", "http://models.example:1/v1", "--embeddings-model", "m")
	if settings, err := spool.ReadSettings(); err != nil || settings.Record != "" || written() {
		t.Fatalf("without consent: %+v, %v", settings, err)
	}

	try(0, append(terms, "Codex is set up."), "codex", "--yes")
	settings, err := spool.ReadSettings()
	data := filepath.Join(home, ".local", "share", "plotline")
	if err != nil || settings.Record != spool.On || settings.DataDir != data || settings.Store != "embedded" || !slices.Equal(settings.Languages, []string{"english", "german"}) {
		t.Errorf("%+v, %v", settings, err)
	}
	if _, err := os.Stat(filepath.Join(data, "bin", "plotline-hook")); err != nil || !written() {
		t.Error(err)
	}
	try(0, []string{"Codex is set up already. Nothing was changed."}, "codex", "--yes")
	try(0, []string{"config.toml", "Nothing was changed."}, "codex", "--remove", "--dry-run")
	try(0, []string{"Codex is not set up any more. What was recorded stays.", "so recording is off"}, "codex", "--remove")
	if settings, err := spool.ReadSettings(); err != nil || settings.Record == spool.On || written() {
		t.Errorf("%+v, %v", settings, err)
	}
	try(0, []string{"Codex is not set up. Nothing was changed."}, "codex", "--remove")

	try(0, []string{"the Neo4j at bolt://db:7687", `NEO4J_PASSWORD = "…"`}, "codex", "--dry-run", "--neo4j-uri", "bolt://db:7687", "--neo4j-password", "hush")
	if _, out, _ := command(t, "setup", "codex", "--dry-run", "--neo4j-uri", "bolt://db:7687", "--neo4j-password", "hush"); strings.Contains(out, "hush") {
		t.Errorf("it prints the password:\n%s", out)
	}
}

// TestSetupAnswers asks before it changes anything, and takes only yes for an answer.
func TestSetupAnswers(t *testing.T) {
	t.Parallel()
	c := setupCommand{Client: "codex", Yes: true}
	c.EmbeddingsBaseURL, c.EmbeddingsModel, c.Embeddings = "http://127.0.0.1:1/v1", "m", embeddingsAuto
	if err := c.agree(t.Context(), streams{out: &bytes.Buffer{}, err: &bytes.Buffer{}}); err != nil {
		t.Errorf("a server on this machine: %v", err)
	}
	for address, remote := range map[string]bool{"http://localhost:1": false, "http://[::1]:1/v1": false, "http://10.0.0.1": true, "https://localhost.example": true, ":": true} {
		if isRemote(address) != remote {
			t.Errorf("%s: want %v", address, remote)
		}
	}
}
