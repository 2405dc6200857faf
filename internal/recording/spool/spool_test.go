package spool_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/recording/spool"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestDropBriefs checks that what a session was told at its starts is gone, and nothing else, however the line is written.
func TestDropBriefs(t *testing.T) {
	t.Parallel()
	folder := spool.In(t.TempDir())
	lines := []spool.Line{
		{T: 1, Kind: spool.Session, Source: "startup", Brief: "- never \"quote\" \\ or\nbreak <b> 終", Project: "/p"},
		{T: 2, Kind: spool.Prompt, Task: "a", Text: `say "brief":"this" \`},
		{T: 3, Kind: spool.Session, Source: "clear", Project: "/p", Brief: `\`},
	}
	must(t, folder.Append("codex", "s", lines...))
	file := folder.File("codex", "s")
	torn := []byte(`{"v":1,"t":4,"kind":"session","brief":"torn\`)
	out, err := os.OpenFile(file.Path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = out.Write(torn)
	must(t, errors.Join(err, out.Close()))
	must(t, file.DropBriefs())
	must(t, folder.File("codex", "none").DropBriefs())
	content, err := file.Read()
	must(t, err)
	for i := range lines {
		lines[i].V, lines[i].Brief = spool.Version, ""
	}
	if diff := cmp.Diff(lines, content.Lines); diff != "" || content.Bad != 0 || !content.Unfinished {
		t.Errorf("%+v: %s", content, diff)
	}
	if raw, err := os.ReadFile(file.Path); err != nil || strings.Contains(string(raw), "never") || !bytes.HasSuffix(raw, torn) {
		t.Errorf("%s (%v)", raw, err)
	}
}

// TestRoundTrip writes lines of all kinds and reads them.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	folder := spool.In(t.TempDir())
	one, yes := 1, true
	lines := []spool.Line{
		{T: 1, Kind: spool.Session, Source: "startup", Project: "/p", Folder: "/w", Branch: "main", Head: "ab", Client: "1", Model: "m", Transcript: "/t", Parent: "p"},
		{T: 2, Kind: spool.Prompt, Task: "a", Text: "fix <b> & \"c\"\n\u2028終"},
		{T: 3, Kind: spool.Tool, Task: "a", ID: "i", Class: spool.Shell, Command: "go test", Exit: &one, First: "FAIL", Tail: "FAIL\nexit"},
		{T: 4, Kind: spool.Tool, Task: "a", Class: spool.Edit, Path: "a.go", OK: &yes},
		{T: 5, Kind: spool.End, Task: "a", How: spool.Stopped, Words: "done", Head: "cd"},
		{T: 6, Kind: spool.Close, Reason: "exit"},
	}
	for _, line := range lines {
		must(t, folder.Append("codex", "s", line))
	}
	files, err := folder.Sessions()
	must(t, err)
	if len(files) != 1 || files[0].Client != "codex" || files[0].Session != "s" || files[0] != folder.File("codex", "s") {
		t.Fatalf("%+v", files)
	}
	content, err := files[0].Read()
	must(t, err)
	for i := range lines {
		lines[i].V = spool.Version
	}
	if diff := cmp.Diff(spool.Content{Lines: lines}, content); diff != "" {
		t.Error(diff)
	}
	if start, found := files[0].Start(); !found || !cmp.Equal(start, lines[0]) {
		t.Errorf("%+v", start)
	}
	if info, err := os.Stat(files[0].Path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	must(t, files[0].Skip(true))
	if !files[0].Skips() {
		t.Error("the task is kept")
	}
	for range 2 {
		must(t, files[0].Remove())
	}
	if entries, err := os.ReadDir(filepath.Dir(files[0].Path)); err != nil || len(entries) > 0 {
		t.Error(entries, err)
	}
	if files[0].Skips() {
		t.Error("the mark stays")
	}
}

// TestParse reads what a file may have.
func TestParse(t *testing.T) {
	t.Parallel()
	const a, b = `{"v":1,"t":1,"e":"prompt","text":"a"}`, `{"v":1,"t":2,"e":"prompt","text":"b"}`
	texts := func(c spool.Content) string {
		var all strings.Builder
		for _, line := range c.Lines {
			all.WriteString(line.Text)
		}
		return all.String()
	}
	for _, c := range []struct {
		name, raw  string
		texts      string
		bad, newer int
		unfinished bool
	}{
		{"nothing", "", "", 0, 0, false},
		{"two", a + "\n" + b + "\n", "ab", 0, 0, false},
		{"without an end", a + "\n" + b, "a", 0, 0, true},
		{"torn, then another", a + "\n" + `{"v":1,"t":` + "\n" + b + "\n", "ab", 1, 0, false},
		{"empty lines", "\n\n" + a + "\r\n \n", "a", 0, 0, false},
		{"a later version", a + "\n" + `{"v":2,"e":"dream","text":{}}` + "\n" + `{"v":2,"e":"dream"}` + "\n", "a", 1, 1, false},
		{"no version, no kind, a list", `{"e":"prompt"}` + "\n" + `{"v":1}` + "\n[]\n", "", 3, 0, false},
		{"twice at one time", a + "\n" + strings.Replace(a, `"t":1`, `"t":900`, 1) + "\n", "a", 0, 0, false},
		{"again later", a + "\n" + strings.Replace(a, `"t":1`, `"t":9000`, 1) + "\n", "aa", 0, 0, false},
		{"too long", `{"v":1,"e":"prompt","text":"` + strings.Repeat("x", spool.MostLine) + "\"}\n" + a + "\n", "a", 1, 0, false},
	} {
		got := spool.Parse([]byte(c.raw))
		if texts(got) != c.texts || got.Bad != c.bad || got.Newer != c.newer || got.Unfinished != c.unfinished {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// TestAfterATornLine checks that a line that was cut off does not spoil the next.
func TestAfterATornLine(t *testing.T) {
	t.Parallel()
	folder := spool.In(t.TempDir())
	must(t, folder.Append("codex", "s", spool.Line{Kind: spool.Prompt, Text: "a"}))
	file := folder.File("codex", "s")
	raw, err := os.ReadFile(file.Path)
	must(t, err)
	must(t, os.WriteFile(file.Path, append(raw, `{"v":1,"e":"pro`...), 0o600)) //nolint:gosec // the test's own folder
	must(t, folder.Append("codex", "s", spool.Line{Kind: spool.Prompt, Text: "b"}))
	content, err := file.Read()
	must(t, err)
	if len(content.Lines) != 2 || content.Bad != 1 || content.Unfinished {
		t.Errorf("%+v", content)
	}
}

// TestBounds checks that nothing grows beyond its bound.
func TestBounds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := spool.In(dir)
	long := strings.Repeat("\x01", 20_000)
	must(t, folder.Append("codex", "s", spool.Line{Kind: spool.Prompt, Text: long, Task: long}, spool.Line{Kind: spool.Tool, Command: long, Tail: long, Name: long}))
	content, err := folder.File("codex", "s").Read()
	must(t, err)
	if len(content.Lines) != 2 || content.Bad > 0 || content.Lines[0].Text == "" {
		t.Fatalf("%+v", content)
	}
	grow := func(session string, size int64) {
		path := filepath.Join(dir, "spool", "codex", session+".jsonl")
		must(t, os.WriteFile(path, []byte("\n"), 0o600))
		must(t, os.Truncate(path, size-1))
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		must(t, err)
		_, err = file.WriteString("\n")
		must(t, errors.Join(err, file.Close()))
	}
	grow("large", spool.MostFile)
	for _, c := range []struct {
		kind  spool.Kind
		kept  bool
		about string
	}{{spool.Tool, false, ""}, {spool.Session, false, ""}, {spool.Prompt, true, ""}, {spool.End, true, ""}, {spool.Skip, true, ""}, {spool.Close, true, ""}} {
		before := folder.File("codex", "large").Size
		err := folder.Append("codex", "large", spool.Line{Kind: c.kind})
		if grew := folder.File("codex", "large").Size > before; grew != c.kept || errors.Is(err, spool.ErrFull) == c.kept {
			t.Errorf("%s: it grew: %t, %v", c.kind, grew, err)
		}
	}
	grow("whole", spool.MostFolder)
	if err := folder.Append("codex", "s", spool.Line{Kind: spool.Prompt}); !errors.Is(err, spool.ErrFull) {
		t.Error(err)
	}
	if err := folder.Append("gemini-cli", "new", spool.Line{Kind: spool.Prompt}); !errors.Is(err, spool.ErrFull) {
		t.Error(err)
	}
}

// TestCrowd appends from several goroutines at once.
func TestCrowd(t *testing.T) {
	t.Parallel()
	folder := spool.In(t.TempDir())
	var all sync.WaitGroup
	for writer := range 8 {
		all.Go(func() {
			for i := range 50 {
				line := spool.Line{T: int64(i * 10_000), Kind: spool.Prompt, Task: "abcdefgh"[writer : writer+1], Text: strings.Repeat("x", 300*i%15_000)}
				if err := folder.Append("codex", "s", line); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	content, err := folder.File("codex", "s").Read()
	if err != nil || len(content.Lines) != 8*50 || content.Bad > 0 {
		t.Errorf("%d lines, %d bad, %v", len(content.Lines), content.Bad, err)
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for id, same := range map[string]bool{
		"40949437-9a2b-4974-ae21-bfedd74f9e22": true, "ses_dea9bf.1": true, "": false, ".": false, "..": false, ".a": false, "a/b": false, `a\b`: false, "é": false,
		strings.Repeat("a", 80): true, strings.Repeat("a", 81): false, "a\n": false,
	} {
		if got := spool.Name(id); (got == id) != same || !same && len(got) != 64 {
			t.Errorf("%q has the name %q", id, got)
		}
	}
}

// TestSocket checks that the path of the socket is short enough, and whose its folder must be.
func TestSocket(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	short, long := spool.Folder("/data/spool"), spool.Folder(filepath.Join(t.TempDir(), strings.Repeat("long/", 30), "spool"))
	if got := filepath.ToSlash(short.Socket()); got != "/data/spool/hook.sock" {
		t.Error(got)
	}
	socket := long.Socket()
	if filepath.Base(socket) != "hook.sock" || !strings.HasPrefix(socket, os.Getenv("XDG_RUNTIME_DIR")) {
		t.Error(socket)
	}
	if long.IsOurs() {
		t.Error("a folder that is not there is ours")
	}
	must(t, os.Mkdir(filepath.Dir(socket), 0o700))
	if !long.IsOurs() {
		t.Error("our folder is not ours")
	}
	if runtime.GOOS != "windows" {
		must(t, os.Chmod(filepath.Dir(socket), 0o777)) //nolint:gosec // that is the test
		if long.IsOurs() {
			t.Error("everybody can write to it")
		}
	}
}

// TestSettings changes record.json.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	t.Setenv("AppData", dir)
	if s, err := spool.ReadSettings(); err != nil || s.Record != "" {
		t.Fatalf("%+v, %v", s, err)
	}
	must(t, spool.ChangeSettings(t.Context(), func(s *spool.Settings) error {
		s.Record, s.Exclude = spool.On, []string{"*.pem"}
		return nil
	}))
	refused := errors.New("no")
	if err := spool.ChangeSettings(t.Context(), func(s *spool.Settings) error { s.Record = spool.Off; return refused }); !errors.Is(err, refused) {
		t.Error(err)
	}
	s, err := spool.ReadSettings()
	if err != nil || s.Record != spool.On || s.V != spool.Version || len(s.Exclude) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	file, err := spool.SettingsFile()
	must(t, err)
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	must(t, os.WriteFile(file, []byte("{"), 0o600))
	if _, err := spool.ReadSettings(); err == nil {
		t.Error("torn settings are read")
	}
	if err := spool.ChangeSettings(t.Context(), func(*spool.Settings) error { return nil }); err == nil {
		t.Error("torn settings are replaced")
	}
}

// TestSkipped checks what an import leaves out.
func TestSkipped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if s, err := spool.ReadSkipped(dir); err != nil || s.Task("codex", "s", "a") || s.At(5) {
		t.Error(s, err)
	}
	for _, task := range []string{"b", "a", "b"} {
		must(t, spool.ChangeSkipped(t.Context(), dir, func(s *spool.Skipped) { s.Tasks = append(s.Tasks, spool.SkipHash("codex", "s", task)) }))
	}
	must(t, spool.ChangeSkipped(t.Context(), dir, func(s *spool.Skipped) { s.Spans = []spool.Span{{From: 10, To: 20}, {From: 30}} }))
	s, err := spool.ReadSkipped(dir)
	must(t, err)
	if len(s.Tasks) != 2 || !s.Task("codex", "s", "a") || !s.Task("codex", "s", "b") || s.Task("codex", "s", "c") || s.Task("claude-code", "s", "a") {
		t.Errorf("%+v", s)
	}
	for ms, want := range map[int64]bool{9: false, 10: true, 19: true, 20: false, 29: false, 30: true, 1 << 60: true} {
		if s.At(ms) != want {
			t.Errorf("at %d: %t", ms, !want)
		}
	}
	raw, err := os.ReadFile(spool.SkippedFile(dir))
	if err != nil || bytes.Contains(raw, []byte("codex")) {
		t.Errorf("%s, %v", raw, err)
	}
}

// TestRules checks which files patterns match.
func TestRules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	many := make([]string, 30)
	for i := range many {
		many[i] = strings.Repeat("x", i+1)
	}
	own, err := json.Marshal(map[string]any{"exclude": many, "checks": []string{"make verify", strings.Repeat("y", 201)}, "workspace": "other"})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, spool.RulesFile), own, 0o600))
	s := spool.Settings{Exclude: []string{"*.pem", ".env*", "secret/", "docs/private/*.md", "a/**/z.go", "**/tmp/?.txt", "/top.go"}, Checks: []string{"bin/t"}}
	rules := s.Rules(dir)
	if rules.Off || len(rules.Checks) != 2 || !rules.Excludes(strings.Repeat("x", 20)) || rules.Excludes(strings.Repeat("x", 21)) {
		t.Errorf("%+v", rules)
	}
	for file, want := range map[string]bool{
		"key.pem": true, "tls/key.pem": true, "./tls/key.pem": true, `tls\key.pem`: true, "key.pem.txt": false, ".env": true, "app/.env.local": true, "env": false,
		"secret/a/b": true, "app/secret/x": true, "secrets/a": false, "docs/private/a.md": true, "docs/private/a/b.md": false, "docs/private/a.txt": false,
		"a/z.go": true, "a/b/c/z.go": true, "b/z.go": false, "tmp/a.txt": true, "x/tmp/a.txt": true, "tmp/ab.txt": false, "top.go": true, "": false,
	} {
		if rules.Excludes(file) != want {
			t.Errorf("%s: %t", file, !want)
		}
	}
	for text, want := range map[string]bool{
		"cat tls/key.pem": true, "openssl -in=key.pem": true, "go test ./...": false, "FAIL: open (secret/plan)": true, "cp 'a b/.env' /tmp": true, "the secret/ of success": true,
	} {
		if rules.Names(text) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
	if slow := (spool.Settings{Exclude: []string{strings.Repeat("*a", 100)}}).Rules(t.TempDir()); slow.Excludes(strings.Repeat("a", 500) + "b") {
		t.Error("it matches")
	}
}

// TestTexts checks how texts are cleaned.
func TestTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain": "plain", "a\x1b[1;31mb\x1b[0mc": "abc", "a\x1b]0;title\ab": "ab", "a\x1b]8;;http://x\x1b\\link": "alink", "a\x1b": "a", "a\x1b[": "a", "a\x1b[3\nb": "a\nb",
		"a\rb\x00c\td\ne\u0085f": "abc\td\nef", "x <plotline note=\"y\">z</plotline> w": "x  w", "x <plotline note=\"y\">z": "x ",
		"x <hook_context>y</hook_context>z": "x z", "</plotline> stays": "</plotline> stays", "<plotliner> stays": "<plotliner> stays", "<hook_context": "<hook_context",
	} {
		if got := spool.Clean(text, 100); got != want {
			t.Errorf("%q became %q, not %q", text, got, want)
		}
	}
	if got := spool.Clean(strings.Repeat("終", 200), 100); got != strings.Repeat("終", 100) {
		t.Error(got)
	}
	line := strings.Repeat("x", 99) + "\n"
	if got := spool.Output(strings.Repeat(line, 400)); len(got) != 32700 || !strings.HasPrefix(got, line) {
		t.Errorf("%d bytes", len(got))
	}
	if got := spool.Output(strings.Repeat("x", 40_000)); got != "" {
		t.Errorf("%d bytes of a line without a beginning", len(got))
	}
	for prompt, want := range map[string]spool.Saying{
		"": spool.Nothing, " \n": spool.Nothing, "/compact": spool.Nothing, "/review it": spool.Says, "#private x": spool.Private, "#PRIVATE": spool.Private,
		"<private>x</private>": spool.Private, "fix it": spool.Says, " <task-notification>\n": spool.Continues, "<hook_context>x</hook_context> #private": spool.Private,
	} {
		if text, got := spool.ReadPrompt(prompt); got != want || (text != "") != (got == spool.Says) {
			t.Errorf("%q: %d, %q", prompt, got, text)
		}
	}
}

func FuzzReadPrompt(f *testing.F) {
	f.Add("fix <private>the <private>x</private></private> it \x1b[0m <plotline a>")
	f.Fuzz(func(t *testing.T, raw string) {
		text, _ := spool.ReadPrompt("a <private>marmalade" + strings.ReplaceAll(strings.ToLower(raw), "</private>", "") + "</private> b")
		if strings.Contains(text, "marmalade") {
			t.Errorf("%q became %q", raw, text)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"v":1,"t":1,"e":"prompt","text":"a"}` + "\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		content := spool.Parse(raw)
		for _, line := range content.Lines {
			if line.V != spool.Version || line.Kind == "" {
				t.Errorf("%+v", line)
			}
		}
	})
}
