package compiler

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"strings"
	"time"

	"plotline/graph/fault"
	"plotline/scenes/tsx"
)

const (
	// cpuSeconds is the processor time of one compilation. A scene of 300 lines takes 0.01 s, the largest
	// that models write 0.1 s.
	cpuSeconds = 3
	// wallTime is how long a compilation takes on a busy machine, at most.
	wallTime = 15 * time.Second
	// memoryMost is the memory that a child may write to, in bytes.
	memoryMost = 192 << 20
	// outputMost bounds what a child answers, in bytes: four times the code that a scene may have, as JSON.
	outputMost = 4 << 20
)

// DefaultSlots is how many compilations run at once where Config names no number.
const DefaultSlots = 2

// Config says how scenes are compiled.
type Config struct {
	Program string       // the program to start with Argument
	Slots   int          // compilations at once, of all workspaces; 0 is DefaultSlots
	Logger  *slog.Logger // told of children that do not start
	// Observe is called with the outcome of each compilation: compiled, refused, exhausted, cancelled or
	// failed. It may be nil.
	Observe func(outcome string)
}

// Compiler compiles scenes. It is safe for concurrent use.
type Compiler struct {
	cfg   Config
	slots *slots
}

// New makes a compiler. It starts nothing yet.
func New(cfg Config) *Compiler {
	if cfg.Observe == nil {
		cfg.Observe = func(string) {}
	}
	return &Compiler{cfg: cfg, slots: newSlots(cmp.Or(cfg.Slots, DefaultSlots))}
}

// The outcomes of a compilation.
const (
	compiled  = "compiled"
	refused   = "refused"   // the code has a problem
	exhausted = "exhausted" // the child reached a limit
	cancelled = "cancelled" // the caller left
	failed    = "failed"    // no child could be started
)

// Compile compiles a scene on behalf of a workspace. It waits for a slot as long as ctx lets it. The
// error is a *tsx.Problem, the context's own, or a *fault.Error when no child can be started.
func (c *Compiler) Compile(ctx context.Context, workspace, code string) (tsx.Compiled, error) {
	if problem := tsx.Check(code); problem != nil {
		c.cfg.Observe(refused)
		return tsx.Compiled{}, problem
	}
	if err := c.slots.take(ctx, workspace); err != nil {
		c.cfg.Observe(cancelled)
		return tsx.Compiled{}, err
	}
	defer c.slots.free(workspace)
	out, outcome, err := c.child(ctx, code)
	c.cfg.Observe(outcome)
	return out, err
}

// answer is what a child writes, behind ready.
type answer struct {
	Script   string
	Frames   int
	Messages []tsx.Message
}

// ready is the first line of a child: what ends it later is the code.
const ready = "ready\n"

func (c *Compiler) child(ctx context.Context, code string) (tsx.Compiled, string, error) {
	limited, cancel := context.WithTimeout(ctx, wallTime)
	defer cancel()
	var out limitedBuffer
	cmd := exec.CommandContext(limited, c.cfg.Program, Argument) //nolint:gosec // G204: the program itself
	cmd.Env = []string{}                                         // a child needs no secret
	cmd.Stdin = strings.NewReader(code)
	cmd.Stdout = &out
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		return tsx.Compiled{}, cancelled, ctx.Err()
	}
	rest, started := bytes.CutPrefix(out.Bytes(), []byte(ready))
	if !started && limited.Err() == nil {
		c.cfg.Logger.ErrorContext(ctx, "a scene could not be compiled: the child process does not start", "error", err)
		return tsx.Compiled{}, failed, fault.New(fault.Unavailable, "The compiler of scenes could not be started; see the server's log").Because(err)
	}
	var said answer
	if err != nil || json.Unmarshal(rest, &said) != nil {
		return tsx.Compiled{}, exhausted, tooCostly(code)
	}
	if len(said.Messages) > 0 {
		return tsx.Compiled{}, refused, &tsx.Problem{Messages: said.Messages}
	}
	return tsx.Compiled{Script: said.Script, Frames: said.Frames}, compiled, nil
}

// tooCostly is the problem of code that reaches a limit. No place in the code is to blame for sure: the
// longest line is where to look first.
func tooCostly(code string) *tsx.Problem {
	line, length := longestLine(code)
	return &tsx.Problem{Messages: []tsx.Message{{Text: fmt.Sprintf(
		"the code takes more than %d s or %d MB to compile: it has %d kB, and line %d is its longest with %d bytes; use shorter lists and expressions, no enums, and each name once",
		cpuSeconds, memoryMost>>20, (len(code)+1023)>>10, line, length)}}}
}

func longestLine(code string) (line, length int) {
	n := 0
	for text := range strings.Lines(code) {
		if n++; len(text) > length {
			line, length = n, len(text)
		}
	}
	return line, length
}

// limitedBuffer keeps what a child writes, and ends the child when that is too much.
type limitedBuffer struct{ bytes.Buffer }

var errTooMuch = errors.New("the child writes too much")

// Write fails when the buffer is full, which breaks the pipe of the child.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > outputMost {
		return 0, errTooMuch
	}
	return b.Buffer.Write(p)
}

// ReadFrom hides that of bytes.Buffer, which has no bound.
func (b *limitedBuffer) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(writerOnly{b}, r)
}

type writerOnly struct{ io.Writer }
