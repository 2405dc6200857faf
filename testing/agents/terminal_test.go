package agents

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"plotline/testing/kit/expect"
)

// Keys of a terminal.
const (
	enter  = "\r"
	escape = "\x1b"
	end    = "\x03\x03" // Ctrl-C twice ends Claude Code
)

// terminal is a client that runs in a terminal, as a person starts it.
type terminal struct {
	file *os.File
	mu   sync.Mutex
	out  bytes.Buffer
	done chan struct{} // closed when the client has ended
}

// open starts the client in a terminal.
func (m *machine) open(t *testing.T, args ...string) *terminal {
	t.Helper()
	cmd := m.command(t.Context(), t, m.program, append(args, "--dangerously-skip-permissions", "--model", "claude-sonnet-4-5")...)
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
	expect.NoError(t, err)
	c := &terminal{file: file, done: make(chan struct{})}
	go func() {
		defer close(c.done)
		part := make([]byte, 1<<16)
		for {
			n, err := file.Read(part)
			c.mu.Lock()
			c.out.Write(part[:n])
			c.mu.Unlock()
			if err != nil {
				_ = cmd.Wait()
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-c.done
		_ = file.Close()
		if t.Failed() {
			t.Logf("the terminal:\n%s", c.text())
		}
	})
	return c
}

// control matches what moves the cursor or sets colours. Space is written by moving, so texts are compared without it.
var control = regexp.MustCompile(`\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b[ -/]*[0-~]|\s`)

func (c *terminal) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return control.ReplaceAllString(c.out.String(), "")
}

// sees waits until the client has written a text since the last call of keys.
func (c *terminal) sees(t *testing.T, text string) {
	t.Helper()
	eventually(t, text+" in the terminal", func() bool { return strings.Contains(c.text(), control.ReplaceAllString(text, "")) })
}

func (c *terminal) keys(t *testing.T, keys string) {
	t.Helper()
	c.mu.Lock()
	c.out.Reset()
	c.mu.Unlock()
	_, err := c.file.WriteString(keys)
	expect.NoError(t, err)
}

// say types a line, and sends it once the client shows it.
func (c *terminal) say(t *testing.T, line string) {
	t.Helper()
	c.keys(t, line)
	c.sees(t, line)
	c.keys(t, enter)
}

// ask sends a prompt, and waits for the answer.
func (c *terminal) ask(t *testing.T, prompt, answer string) {
	t.Helper()
	c.say(t, prompt)
	c.sees(t, answer)
}

// rests waits until the client has nothing to do: it draws all the time while it works. What is typed before that waits, and
// belongs to no task of its own yet.
func (c *terminal) rests(t *testing.T) {
	t.Helper()
	const silence = 5 * time.Second
	length := func() int {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.out.Len()
	}
	last, since := -1, time.Now()
	eventually(t, "a client that rests", func() bool {
		if now := length(); now != last {
			last, since = now, time.Now()
		}
		return time.Since(since) >= silence
	})
}

// leave ends the client.
func (c *terminal) leave(t *testing.T) {
	t.Helper()
	eventually(t, "the end of the client", func() bool {
		_, _ = c.file.WriteString(end)
		select {
		case <-c.done:
			return true
		default:
			return false
		}
	})
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	const patience, pause = 2 * time.Minute, 200 * time.Millisecond
	for end := time.Now().Add(patience); !is(); time.Sleep(pause) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// inTerminal returns a machine on which Claude Code asks nothing at its first start, and records.
func inTerminal(t *testing.T) *machine {
	t.Helper()
	m := newMachine(t, agents[0])
	const key = "made-up" // it asks once whether it may use this key
	expect.WriteNew(t, filepath.Join(m.home, ".claude.json"), `{"hasCompletedOnboarding": true, "theme": "dark", "bypassPermissionsModeAccepted": true,
  "customApiKeyResponses": {"approved": ["`+key+`"], "rejected": []},
  "projects": {"`+m.project+`": {"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}}}`)
	m.run(t, "plotline", "setup", m.name, "--yes")
	return m
}

// goAhead is the file in the project that lets a tool or the model go on.
const goAhead = "go"

// sayMeanwhile sends a prompt while the client works on another one, and lets that go on.
func (m *machine) sayMeanwhile(t *testing.T, c *terminal, prompt string) {
	t.Helper()
	c.say(t, prompt)
	c.sees(t, "to edit queued messages")
	expect.WriteNew(t, filepath.Join(m.project, goAhead), "")
}

// start opens the client, and waits until it takes a line.
func (m *machine) start(t *testing.T, args ...string) *terminal {
	t.Helper()
	c := m.open(t, args...)
	c.sees(t, "bypass permissions on")
	return c
}

const (
	slow     = "Draw a banner for the shop in banner.txt"
	stop     = "Stop, the banner takes too long"
	painting = "Paint a sign for the shop in sign.txt"
	counting = "Count the letters of the shop's name in letters.txt"
	helped   = "Let somebody else look through the folder"
	helper   = "Say which files the folder has"
)

// TestTerminal does what only a person at a terminal can do: it stops a tool, clears and compacts the conversation, has
// a subagent work in the background, types while the client works, resumes and forks. Each task becomes one episode, and
// nothing else does.
func TestTerminal(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		work func(t *testing.T, m *machine)
		want map[string]float64
	}{
		"escape": {
			func(t *testing.T, m *machine) {
				t.Helper()
				c := m.start(t)
				c.say(t, slow)
				eventually(t, "the tool", func() bool { return isFile(filepath.Join(m.project, "banner.txt")) })
				c.keys(t, escape)
				c.sees(t, "Interrupted")
				c.say(t, stop)
				m.endpoint.waitFor(t, stop)
				c.sees(t, "It is stopped.")
				c.ask(t, first, "The sum is right now.")
				c.leave(t)
			},
			map[string]float64{slow: 0, first: 0.5}, // what stopped it goes on with it
		},
		"clear": {
			func(t *testing.T, m *machine) {
				t.Helper()
				c := m.start(t)
				c.ask(t, first, "The sum is right now.")
				c.say(t, "/clear")
				c.ask(t, rounding, "Prices are rounded.")
				c.leave(t)
			},
			map[string]float64{first: 0.5, rounding: 0.2},
		},
		"compact": {
			func(t *testing.T, m *machine) {
				t.Helper()
				c := m.start(t)
				c.ask(t, first, "The sum is right now.")
				c.ask(t, "/compact", "Compacted")
				c.ask(t, rounding, "Prices are rounded.")
				c.leave(t)
			},
			map[string]float64{first: 0.5, rounding: 0.2},
		},
		"background": {
			func(t *testing.T, m *machine) {
				t.Helper()
				c := m.start(t)
				c.ask(t, first, "The sum is right now.")
				c.rests(t)
				c.say(t, helped)
				m.endpoint.waitFor(t, "<task-notification>")
				c.rests(t)
				c.leave(t)
				m.run(t, "plotline", "record", "flush")
			},
			map[string]float64{first: 0.5},
		},
		"said within a task": {
			func(t *testing.T, m *machine) {
				t.Helper()
				c := m.start(t)
				c.say(t, painting)
				eventually(t, "the tool", func() bool { return isFile(filepath.Join(m.project, "sign.txt")) })
				m.sayMeanwhile(t, c, unrelated)
				c.sees(t, "The sign is painted.")
				c.rests(t)
				c.leave(t)
			},
			map[string]float64{painting: -0.5}, // the tests fail
		},
		"said before the end of a task": {
			func(t *testing.T, m *machine) {
				t.Helper()
				c := m.start(t)
				c.say(t, counting)
				eventually(t, "the tool", func() bool { return isFile(filepath.Join(m.project, "letters.txt")) })
				m.endpoint.waitFor(t, "tool_result")
				m.sayMeanwhile(t, c, first)
				c.sees(t, "The sum is right now.")
				c.rests(t)
				c.leave(t)
			},
			map[string]float64{counting: 0, first: 0.5},
		},
		"resume and fork": {
			func(t *testing.T, m *machine) {
				t.Helper()
				c := m.start(t)
				c.ask(t, first, "The sum is right now.")
				c.leave(t)
				c = m.start(t, "--continue", "--fork-session")
				c.ask(t, rounding, "Prices are rounded.")
				c.leave(t)
				c = m.start(t, "--continue")
				c.ask(t, unrelated, "I do not know its licence.")
				c.leave(t)
			},
			map[string]float64{first: 0.5, rounding: 0.2},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := inTerminal(t)
			c.work(t, m)
			for _, e := range m.rewards(t, c.want) {
				if strings.Contains(e.Name+e.Reflection, "task-notification") {
					t.Errorf("a message of the client became %+v", e)
				}
			}
		})
	}
}
