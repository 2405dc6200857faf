package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// screen is a terminal that runs a program.
type screen struct {
	t    *testing.T
	tty  *os.File
	cmd  *exec.Cmd
	done chan struct{} // closed when the program has ended
	mu   sync.Mutex
	text bytes.Buffer
}

// open starts a program in a terminal with that many columns.
func open(t *testing.T, columns uint16, env []string, command ...string) *screen {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...) //nolint:gosec // the test's own words
	cmd.Dir = t.TempDir()
	cmd.Env = append(append(serving.Environ(), "HOME="+cmd.Dir, "XDG_DATA_HOME=", "TERM=dumb", "LC_ALL=C.UTF-8",
		"PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: columns})
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, tty: tty, cmd: cmd, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		_, _ = s.readAll() // until the program ends
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		<-s.done
		_ = tty.Close()
	})
	return s
}

func (s *screen) readAll() (int, error) {
	part := make([]byte, 4096)
	for {
		n, err := s.tty.Read(part)
		s.mu.Lock()
		s.text.Write(part[:n])
		s.mu.Unlock()
		if err != nil {
			return n, err
		}
	}
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// ended waits until the program ends, and checks its exit status.
func (s *screen) ended(status int) {
	s.t.Helper()
	select {
	case <-s.done:
	case <-time.After(time.Minute):
		s.t.Fatalf("the program did not end:\n%s", s)
	}
	_ = s.cmd.Wait()
	if got := s.cmd.ProcessState.ExitCode(); got != status {
		s.t.Errorf("exit status %d, want %d:\n%s", got, status, s)
	}
}

func (s *screen) types(keys string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// shows waits until the screen shows a text.
func (s *screen) shows(text string) string {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if seen := s.String(); strings.Contains(seen, text) {
			return seen
		}
	}
	s.t.Fatalf("the screen never showed %q:\n%s", text, s)
	return ""
}

// TestCompletion presses keys in each shell and checks the completions.
func TestCompletion(t *testing.T) {
	t.Parallel()
	type shell struct {
		name  string
		start []string
		load  string
	}
	for _, shell := range tier.Pick([]shell{
		{"bash", []string{"--norc", "--noprofile", "-i"}, "source <(plotline completion bash)"},
	}, []shell{
		{"zsh", []string{"-f", "-i"}, "source <(plotline completion zsh)"},
		{"fish", []string{"--no-config", "--interactive"}, "plotline completion fish | source"},
	}) {
		t.Run(shell.name, func(t *testing.T) {
			t.Parallel()
			program, err := exec.LookPath(shell.name)
			if err != nil {
				t.Skipf("%s is not installed", shell.name)
			}
			s := open(t, 100, nil, append([]string{program}, shell.start...)...)
			s.types(shell.load + "; echo load''ed\r")
			s.shows("loaded")
			s.types("plotline vers\t\r")
			s.shows("plotline 0.")
			s.types("plotline graph order --type cau\t--data-di\tdata; echo do''ne\r")
			if seen := s.shows("done"); !strings.Contains(seen, "There are no episodes in the workspace default") {
				t.Errorf("the line was not completed:\n%s", seen)
			}
		})
	}
}

// TestDeleteAsksForConfirmation checks that the question names the episode, and that only yes confirms.
func TestDeleteAsksForConfirmation(t *testing.T) {
	t.Parallel()
	c, ids := newChain(t)
	for _, tt := range []struct{ answer, want string }{
		{"\r", "nothing was deleted"}, {"no\r", "nothing was deleted"}, {"y\r", "Deleted, with 2 relationships."},
	} {
		s := open(t, 100, c.env, append([]string{binary, "episodes", "delete", ids[1]}, c.args...)...)
		s.shows("2 relationships? This cannot be undone. [y/N]")
		s.types(tt.answer)
		s.shows(tt.want)
	}
	if left := c.json("episodes")["total_count"]; left != 2.0 {
		t.Errorf("%v episodes are left", left)
	}
}
