package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/mattn/go-runewidth"
)

// pagerVariable names the pager of Plotline. It overrides PAGER. An empty value turns paging off.
const pagerVariable = "PLOTLINE_PAGER"

// pagerCommand returns the command line of the pager. It is "" if paging is off, or the pager is not installed.
func pagerCommand() string {
	command, set := os.LookupEnv(pagerVariable)
	if !set {
		if command, set = os.LookupEnv("PAGER"); !set {
			command = "less -FRX"
		}
	}
	words := strings.Fields(command)
	if len(words) == 0 || words[0] == "cat" || os.Getenv("TERM") == "dumb" {
		return ""
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return ""
	}
	return command
}

// paged returns streams whose output goes through a pager, if it is longer than the window. Messages wait until the
// pager ends. Call done after the last output.
func (std streams) paged() (paged streams, done func()) {
	out, errs := *screenOf(std.out), *screenOf(std.err)
	command := pagerCommand()
	if out.width == 0 || command == "" {
		return std, func() {}
	}
	p := &pager{command: command, out: std.out, width: out.width, height: out.height}
	out.Writer = p
	var messages bytes.Buffer
	errs.Writer = &messages
	return streams{in: std.in, out: &out, err: &errs}, func() {
		p.end()
		_, _ = messages.WriteTo(std.err)
	}
}

// pager collects output until it is longer than the window, and then passes it to another program.
type pager struct {
	command       string
	out           io.Writer
	width, height int

	waiting bytes.Buffer
	rows    int // of the window that waiting fills
	program *exec.Cmd
	input   io.WriteCloser
}

// Write never fails. The person may leave the pager before the output ends; the command then still runs to its end, so
// its exit status says how the command went.
func (p *pager) Write(text []byte) (int, error) {
	if p.input != nil {
		_, _ = p.input.Write(text)
		return len(text), nil
	}
	p.waiting.Write(text)
	for line := range bytes.Lines(text) {
		p.rows += 1 + max(runewidth.StringWidth(string(line))-1, 0)/p.width
	}
	if p.rows >= p.height {
		p.start()
	}
	return len(text), nil
}

// start starts the pager with what waits. If it does not start, the output goes on waiting for end.
func (p *pager) start() {
	program := exec.CommandContext(context.Background(), "sh", "-c", p.command) //nolint:gosec // the user's own pager
	program.Stdout, program.Stderr = p.out, os.Stderr
	program.Env = os.Environ()
	for name, value := range map[string]string{"LESS": "FRX", "LV": "-c"} {
		if _, set := os.LookupEnv(name); !set {
			program.Env = append(program.Env, name+"="+value)
		}
	}
	input, err := program.StdinPipe()
	if err != nil {
		return
	}
	// Plotline ignores SIGPIPE, and a child would inherit that.
	signal.Reset(syscall.SIGPIPE)
	err = program.Start()
	signal.Ignore(syscall.SIGPIPE)
	if err != nil {
		return
	}
	p.program, p.input = program, input
	_, _ = p.waiting.WriteTo(input)
}

// end prints what still waits, or waits until the person has left the pager.
func (p *pager) end() {
	if p.input == nil {
		_, _ = p.waiting.WriteTo(p.out)
		return
	}
	_ = p.input.Close()
	_ = p.program.Wait()
}
