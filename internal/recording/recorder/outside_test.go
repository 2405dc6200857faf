package recorder_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
)

// git runs git in the project, as a person does at the world's time, and returns what it prints.
func (w *world) git(args ...string) string {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), "git", append([]string{"-C", w.root, "-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...) //nolint:gosec // the test's own words
	now := w.clock().Format(time.RFC3339)
	cmd.Env = append(cmd.Environ(), "GIT_AUTHOR_DATE="+now, "GIT_COMMITTER_DATE="+now, "GIT_CONFIG_GLOBAL="+filepath.Join(w.root, "none"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// change commits a change of a file, and returns the hash.
func (w *world) change(file, message string) string {
	w.t.Helper()
	w.must(os.MkdirAll(filepath.Dir(filepath.Join(w.root, file)), 0o700))
	w.must(os.WriteFile(filepath.Join(w.root, file), []byte(message), 0o600))
	w.git("add", file)
	w.git("commit", "-q", "-m", message)
	return w.git("rev-parse", "HEAD")
}

// start begins a session of the agent with what is checked out.
func (w *world) start(id string) *session {
	s := w.begin(id)
	s.add(spool.Line{Kind: spool.Session, Source: "startup", Project: w.root, Branch: "main", Head: w.git("rev-parse", "HEAD")})
	return s
}

// TestRevertedInATerminal lets a person revert a task's commit without an agent. The next session takes it from the reward, and tells.
func TestRevertedInATerminal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		revert func(w *world, s *session, commit string)
		counts bool
	}{
		"reverted": {func(w *world, _ *session, commit string) { w.git("revert", "--no-edit", commit) }, true},
		"with a reason": {func(w *world, _ *session, commit string) {
			w.git("commit", "--allow-empty", "-m", "Back", "-m", "This reverts commit "+commit+", it is slow.")
		}, true},
		"nothing":        {func(w *world, _ *session, commit string) { w.git("commit", "--allow-empty", "-m", "See "+commit) }, false},
		"another commit": {func(w *world, _ *session, _ string) { w.git("revert", "--no-edit", "HEAD~1") }, false},
		"put back": {func(w *world, _ *session, commit string) {
			w.git("revert", "--no-edit", commit)
			w.git("revert", "--no-edit", "HEAD")
		}, false},
		"on another branch": {func(w *world, _ *session, commit string) {
			w.git("checkout", "-q", "-b", "trial")
			w.git("revert", "--no-edit", commit)
			w.git("checkout", "-q", "main")
		}, false},
		"by the agent itself": {func(w *world, s *session, commit string) {
			s.prompt("Look whether the cart is faster without its lock")
			s.edit("cart/store.go")
			w.git("revert", "--no-edit", commit)
			s.test("")
			s.end()
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.git("init", "-q", "-b", "main")
			w.change("start", "Start")
			w.change("else", "Something else")
			s := w.start("one")
			s.prompt("Make the cart safe for concurrent use in cart/store.go")
			s.edit("cart/store.go")
			s.test("")
			commit := w.change("cart/store.go", "Lock the cart")
			s.commit(commit[:7])
			s.end()
			w.pass(time.Minute)
			w.flush(nil)
			before := w.episodes()[0].Reward
			c.revert(w, s, commit)
			w.pass(time.Minute)
			second := w.start("two")
			r := w.recorder(nil)
			w.flush(r)
			w.flush(nil)
			now := w.episodes()[0]
			want := before
			if c.counts {
				want = before - 0.7
			}
			if now.Reward < want-0.01 || now.Reward > want+0.01 {
				t.Errorf("the reward is %g, before %g, because of %v", now.Reward, before, recording(t, now)["reward_because"])
			}
			if is := strings.Contains(now.Reflection, "Reverted later"); is != c.counts {
				t.Errorf("the reflection is %q", now.Reflection)
			}
			second.prompt("Which lock has the cart in cart/store.go?")
			second.end()
			w.flush(nil)
			w.running(r)
			told := w.ask("three", w.root, due).Text
			if is := strings.Contains(told, "cart/store.go: reverted later"); is != c.counts {
				t.Errorf("told %q", told)
			}
		})
	}
}

// TestHostileLog looks at the log of a repository whose configuration names a program for signatures. It is not run.
func TestHostileLog(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script of a POSIX shell")
	}
	w := newWorld(t)
	w.git("init", "-q", "-b", "main")
	w.change("start", "Start")
	s := w.start("one")
	s.prompt("Make the cart safe for concurrent use in cart/store.go")
	s.edit("cart/store.go")
	commit := w.change("cart/store.go", "Lock the cart")
	s.commit(commit[:7])
	s.end()
	w.pass(time.Minute)
	w.git("revert", "--no-edit", commit)
	raw := w.git("cat-file", "commit", "HEAD")
	signed := strings.Replace(raw, "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abcd\n -----END PGP SIGNATURE-----\n\n", 1)
	w.must(os.WriteFile(filepath.Join(w.root, "signed"), []byte(signed+"\n"), 0o600))
	w.git("update-ref", "HEAD", w.git("hash-object", "-t", "commit", "-w", filepath.Join(w.root, "signed")))
	ran, program := filepath.Join(w.root, "ran"), filepath.Join(w.root, "gpg")
	w.must(os.WriteFile(program, []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o700)) //nolint:gosec // a program
	w.git("config", "log.showSignature", "true")
	w.git("config", "gpg.program", program)
	w.git("log", "-1")
	if os.Remove(ran) != nil {
		t.Fatal("git itself does not run the program, so the test shows nothing")
	}
	w.start("two")
	w.flush(nil)
	if _, err := os.Stat(ran); err == nil {
		t.Error("the program ran")
	}
	if now := w.episodes()[0]; !strings.Contains(now.Reflection, "Reverted later") {
		t.Errorf("the revert is not found: %q", now.Reflection)
	}
}

// TestBriefOfBranch checks that a session is told how the last one on its own branch ended, and that Show has what it was told.
func TestBriefOfBranch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, branch := range []string{"cart", "main"} {
		s := w.begin("on-" + branch)
		s.add(spool.Line{Kind: spool.Session, Source: "startup", Project: w.root, Branch: branch})
		s.prompt("Make the cart safe for concurrent use in cart/" + branch + ".go")
		s.edit("cart/" + branch + ".go")
		failing := ""
		if branch == "cart" {
			failing = "TestCartConcurrent: lost update"
		}
		s.test(failing)
		s.end()
		s.close()
	}
	w.flush(nil)
	brief, err := spool.ReadBrief(w.data, w.workspace())
	w.must(err)
	for branch, red := range map[string]bool{"cart": true, "main": false, "new": false} {
		text := brief.On(branch)
		if is := strings.Contains(text, "lost update"); is != red || !strings.Contains(text, "go test ./...") {
			t.Errorf("on %s it is %q", branch, text)
		}
	}
	s := w.begin("told")
	s.add(spool.Line{Kind: spool.Session, Source: "clear", Project: w.root, Branch: "cart", Brief: brief.On("cart")})
	r := w.recorder(nil)
	w.flush(r)
	w.flush(nil)
	shown, err := r.Show(t.Context(), recorder.Showing{Sessions: 1, Tasks: 1})
	w.must(err)
	if told := shown[0].Told; len(told) != 1 || !told[0].Start || len(told[0].Lines) != 2 || !strings.Contains(told[0].Lines[1].Text, "lost update") {
		t.Errorf("shown %+v", shown)
	}
}

// TestClockOf1970 records a session on a machine whose clock stands at 1970, and goes on once it is right.
func TestClockOf1970(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pass(time.Unix(0, 0).Sub(w.clock()))
	s := w.begin("old")
	s.fix("Make the cart safe for concurrent use in cart/store.go", "cart/store.go", "TestCartConcurrent: lost update: want 2 items, got 1")
	s.close()
	w.flush(nil)
	if n := w.count(); n != 1 {
		t.Fatalf("%d episodes", n)
	}
	w.pass(begun.Sub(w.clock()))
	s = w.begin("new")
	s.fix("Show the orders in orders/page.go", "orders/page.go", "TestOrders: want 3, got 2")
	w.flush(nil)
	if n := w.count(); n != 2 {
		t.Errorf("%d episodes", n)
	}
	w.running(w.recorder(nil))
	if told := w.ask("three", w.root, due).Text; !strings.Contains(told, "lost update") {
		t.Errorf("told %q", told)
	}
}

// TestBriefOfEndedLine checks that the brief tells which command worked in place of another, until the person ends the line.
func TestBriefOfEndedLine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("packages")
	s.prompt("Add date-fns for the dates of orders")
	for i, command := range []string{"npm install date-fns", "pnpm add date-fns"} {
		exit := 1 - i
		s.add(spool.Line{Kind: spool.Tool, Task: s.name(), ID: fmt.Sprint("use-", i), Class: spool.Shell, Command: command, Exit: &exit})
	}
	s.edit("package.json")
	s.end()
	s.close()
	w.flush(nil)
	const line = "npm install date-fns failed; pnpm add date-fns worked."
	told := func() bool {
		brief, err := spool.ReadBrief(w.data, w.workspace())
		w.must(err)
		return strings.Contains(brief.On("main"), line)
	}
	if !told() {
		t.Fatal("the brief does not tell it")
	}
	id := w.shown("packages").Tasks[0].Lines[0].ID
	w.must(w.recorder(nil).Pin(t.Context(), id, recorder.Never))
	if told() {
		t.Error("the brief tells a line that the person has ended")
	}
}
