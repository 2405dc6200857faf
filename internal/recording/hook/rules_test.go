package hook_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/internal/recording/spool"
)

// TestEndsWell calls the program with what it must not stumble over. The helper checks the status and both outputs.
func TestEndsWell(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"tool_input":`, 200_000)
	for name, c := range map[string]struct {
		args  []string
		stdin string
	}{
		"no arguments":      {nil, "{}"},
		"one argument":      {[]string{"claude-code"}, "{}"},
		"unknown client":    {[]string{"nobody", submit}, "{}"},
		"unknown event":     {[]string{"claude-code", "WorktreeCreate"}, "{}"},
		"a flag":            {[]string{"--version"}, ""},
		"help":              {[]string{"--help", "me"}, ""},
		"more arguments":    {[]string{"claude-code", submit, "x", "--y"}, "{}"},
		"empty input":       {[]string{"claude-code", submit}, ""},
		"no JSON":           {[]string{"claude-code", submit}, "hello"},
		"torn JSON":         {[]string{"claude-code", submit}, `{"session_id":"a","prompt":"x`},
		"a list":            {[]string{"claude-code", submit}, `[1,2]`},
		"other types":       {[]string{"claude-code", submit}, `{"session_id":1,"prompt":{"a":[]},"cwd":[],"tool_input":"x"}`},
		"deep":              {[]string{"claude-code", submit}, deep},
		"zero bytes":        {[]string{"claude-code", submit}, strings.Repeat("\x00", 1000)},
		"a name of a file":  {[]string{"claude-code", submit}, `{"session_id":"../../x","prompt":"do it","cwd":"/"}`},
		"a relative folder": {[]string{"claude-code", submit}, `{"session_id":"x","prompt":"do it","cwd":"."}`},
		"no folder":         {[]string{"claude-code", submit}, `{"session_id":"x","prompt":"do it","cwd":"/no/such/folder"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if out := w.run(c.stdin, c.args...); out != "" {
				t.Errorf("it printed %s", out)
			}
			if files := w.sessions(); len(files) > 0 {
				t.Errorf("it wrote %v", files)
			}
		})
	}
}

// TestSize checks that the program stays small: an agent starts it with every prompt.
func TestSize(t *testing.T) {
	t.Parallel()
	const most = 3 << 20
	if info, err := os.Stat(program); err != nil || runtime.GOOS == "linux" && info.Size() > most {
		t.Errorf("it has %d bytes, %v", info.Size(), err)
	}
}

// TestInputStaysOpen checks that the program needs no end of its input, and ends without any.
func TestInputStaysOpen(t *testing.T) {
	t.Parallel()
	for _, sent := range []bool{true, false} {
		w := newWorld(t)
		in, out, err := os.Pipe()
		w.must(err)
		if sent {
			_, err = io.WriteString(out, w.payload(claudePrompt, nil))
			w.must(err)
		}
		began := time.Now()
		w.finish(w.command("claude-code", submit), in)
		w.must(errors.Join(in.Close(), out.Close()))
		w.within(began)
		if got := len(w.sessions()); (got == 1) != sent {
			t.Errorf("sent %t: %d sessions", sent, got)
		}
	}
}

// endless is an input that does not end.
type endless struct {
	begin string
	part  string
	left  int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.begin != "" {
		n := copy(p, e.begin)
		e.begin = e.begin[n:]
		return n, nil
	}
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, strings.Repeat(e.part, len(p)/len(e.part)))
	e.left -= n
	return n, nil
}

// TestHugeInput checks that what is cut off counts as far as it was read.
func TestHugeInput(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	begin := strings.TrimSuffix(strings.TrimSpace(w.payload(claudePrompt, nil)), "}") + `,"attachment":"`
	w.finish(w.command("claude-code", submit), &endless{begin: begin, part: "lorem ipsum ", left: 100 << 20})
	lines := w.lines()
	if len(lines) != 2 || lines[1].Text != "please fix add() in calc.py, tests fail" {
		t.Errorf("%+v", lines)
	}
	w = newWorld(t)
	w.finish(w.command("claude-code", submit), &endless{begin: `{"session_id":"a","cwd":"` + w.project + `","prompt":"fix it `, part: "lorem ipsum ", left: 100 << 20})
	lines = w.lines()
	if len(lines) != 2 || len(lines[1].Text) != spool.MostText || !strings.HasPrefix(lines[1].Text, "fix it lorem") {
		t.Errorf("%+v", lines)
	}
}

// TestClosedOutput checks that the program survives a client that does not read.
func TestClosedOutput(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.brief("- 26 Nov a lesson")
	reader, writer, err := os.Pipe()
	w.must(err)
	w.must(reader.Close())
	cmd := w.command("claude-code", "SessionStart")
	cmd.Stdin, cmd.Stdout = strings.NewReader(w.payload("claude-code/SessionStart.startup", nil)), writer
	err = cmd.Run()
	_ = writer.Close()
	if err != nil {
		t.Error(err)
	}
	if len(w.lines()) != 1 {
		t.Error("it wrote nothing")
	}
}

// TestPanic lets the program panic. It ends with the status 0 and says nothing: the helper checks both.
func TestPanic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.env = []string{panics + "=1"}
	cmd := w.command("claude-code", submit)
	cmd.Path = os.Args[0]
	if out := w.finish(cmd, strings.NewReader(w.payload(claudePrompt, nil))); out != "" {
		t.Errorf("it printed %q", out)
	}
}

// TestKilled kills the program at any moment. All but a line that was cut by that can be read, and the next call writes on.
func TestKilled(t *testing.T) {
	t.Parallel()
	const times, step = 30, 300 * time.Microsecond
	w, prompt := newWorld(t), strings.Repeat("a long prompt ", 280)
	for i := range times {
		cmd := w.command("claude-code", submit)
		cmd.Stdin = strings.NewReader(w.payload(claudePrompt, map[string]any{"prompt": prompt}))
		w.must(cmd.Start())
		time.Sleep(time.Duration(i) * step)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	w.run(w.payload(claudePrompt, map[string]any{"prompt": "the last prompt"}), "claude-code", submit)
	files := w.sessions()
	if len(files) != 1 {
		t.Fatalf("%d sessions: %v", len(files), files)
	}
	content, err := files[0].Read()
	w.must(err)
	if content.Bad > times || content.Newer > 0 || content.Unfinished {
		t.Errorf("%d bad lines, %d newer, unfinished %t", content.Bad, content.Newer, content.Unfinished)
	}
	last := len(content.Lines) - 1
	for i, line := range content.Lines {
		want := map[bool]string{true: "the last prompt", false: strings.TrimSpace(prompt)}[i == last]
		if line.Kind == spool.Prompt && strings.TrimSpace(line.Text) != want {
			t.Errorf("line %d of %d: %.100s", i, last, line.Text)
		}
	}
}

// TestFolders checks what cannot be written or found.
func TestFolders(t *testing.T) {
	t.Parallel()
	t.Run("read-only", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.must(os.WriteFile(filepath.Join(w.dataDir, "spool"), nil, 0o400)) // a file in place of the folder stops root, too
		w.run(w.payload(claudePrompt, nil), "claude-code", submit)
	})
	t.Run("a pipe in place of the file", func(t *testing.T) {
		t.Parallel()
		if runtime.GOOS == "windows" {
			t.Skip("there are no named pipes in folders")
		}
		w := newWorld(t)
		w.pipe(filepath.Join(w.dataDir, "spool", "claude-code", "40949437-9a2b-4974-ae21-bfedd74f9e22.jsonl"))
		began := time.Now()
		w.run(w.payload(claudePrompt, nil), "claude-code", submit)
		w.within(began)
	})
	t.Run("a pipe in place of the settings", func(t *testing.T) {
		t.Parallel()
		if runtime.GOOS == "windows" {
			t.Skip("there are no named pipes in folders")
		}
		w := newWorld(t)
		w.must(os.Remove(filepath.Join(w.configDir(), "plotline", "record.json")))
		w.pipe(filepath.Join(w.configDir(), "plotline", "record.json"))
		began := time.Now()
		w.run(w.payload(claudePrompt, nil), "claude-code", submit)
		w.within(began)
	})
	t.Run("no home", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		cmd := w.command("claude-code", submit)
		cmd.Env = []string{"PATH=/bin"}
		w.finish(cmd, strings.NewReader(w.payload(claudePrompt, nil)))
		if len(w.sessions()) > 0 {
			t.Error("it wrote")
		}
	})
	for name, dir := range map[string]string{"the home folder": "home", "outside of git": "home/notes"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			where := filepath.Join(filepath.Dir(w.home), dir)
			w.must(os.MkdirAll(filepath.Join(w.home, ".git"), 0o700))
			w.must(os.MkdirAll(where, 0o700))
			w.run(w.payload(claudePrompt, map[string]any{"cwd": where}), "claude-code", submit)
			if len(w.sessions()) > 0 {
				t.Error("it wrote")
			}
			w.settings(spool.Settings{Record: spool.On, Folders: []string{where}})
			w.run(w.payload(claudePrompt, map[string]any{"cwd": where}), "claude-code", submit)
			if lines := w.lines(); lines[0].Project != where {
				t.Errorf("%+v", lines)
			}
		})
	}
}

// TestNoConsent checks that without consent, or with recording off, nothing is written.
func TestNoConsent(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(w *world){
		"never asked":      func(w *world) { w.settings(spool.Settings{}) },
		"off":              func(w *world) { w.settings(spool.Settings{Record: spool.Off}) },
		"no settings":      func(w *world) { w.must(os.Remove(filepath.Join(w.configDir(), "plotline", "record.json"))) },
		"torn settings":    func(w *world) { w.put(filepath.Join(w.configDir(), "plotline", "record.json"), `{"record":"on"`) },
		"environment":      func(w *world) { w.env = []string{"PLOTLINE_RECORD=off"} },
		"repository":       func(w *world) { w.put(filepath.Join(w.project, ".plotline.json"), `{"record":"off"}`) },
		"torn repository":  func(w *world) { w.put(filepath.Join(w.project, ".plotline.json"), `{"rec`) },
		"no data folder":   func(w *world) { w.dataDir = ""; w.settings(spool.Settings{Record: spool.On}); w.dataDir = w.home },
		"a pipe as a rule": func(w *world) { w.pipe(filepath.Join(w.project, ".plotline.json")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS == "windows" && name == "a pipe as a rule" {
				t.Skip("there are no named pipes in folders")
			}
			w := newWorld(t)
			prepare(w)
			for _, event := range []string{"SessionStart", submit, "PostToolUse", "Stop", "SessionEnd"} {
				w.run(w.payload(claudePrompt, map[string]any{"hook_event_name": event}), "claude-code", event)
			}
			if entries, err := os.ReadDir(filepath.Join(w.dataDir, "spool")); err == nil {
				t.Errorf("it wrote %v", entries)
			}
		})
	}
}

// TestCrowd lets processes write into one session at once. No line is torn or doubled. A process that gets no processor before its
// deadline writes nothing, which may happen to a few on a busy machine.
func TestCrowd(t *testing.T) {
	t.Parallel()
	const processes, each, fewest = 8, 25, 180
	w := newWorld(t)
	long := strings.Repeat("a long prompt ", 280)
	var all sync.WaitGroup
	for p := range processes {
		all.Go(func() {
			for i := range each {
				text := fmt.Sprintf("%d.%d %s", p, i, long)
				cmd := w.command("gemini-cli", "BeforeAgent")
				cmd.Stdin = strings.NewReader(w.payload("gemini-cli/BeforeAgent", map[string]any{"prompt": text}))
				if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
					t.Errorf("%v, %s", err, out)
				}
			}
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for _, line := range w.lines() {
		if line.Kind == spool.Prompt {
			number, _, _ := strings.Cut(line.Text, " ")
			if seen[number] {
				t.Errorf("prompt %s is there twice", number)
			}
			seen[number] = true
		}
	}
	if len(seen) < fewest {
		t.Errorf("%d prompts of %d", len(seen), processes*each)
	}
}
