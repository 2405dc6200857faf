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

	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/scenes/tsx"
)

const (
	// cpuSeconds limits the processor time of one compilation. A scene of 300 lines takes 0.01 s, the largest that
	// models write takes 0.1 s.
	cpuSeconds = 3
	// wallTime limits the duration of a compilation on a busy machine.
	wallTime = 15 * time.Second
	// memoryMost limits the writable memory of a child, in bytes.
	memoryMost = 192 << 20
	// outputMost limits the output of a child, in bytes: four times the longest code of a scene, as JSON.
	outputMost = 4 << 20
)

// DefaultSlots is how many compilations run at once, unless Config sets a number.
const DefaultSlots = 2

// Config configures a Compiler.
type Config struct {
	Program string       // the program to start with Argument
	Slots   int          // compilations at once, of all workspaces; 0 means DefaultSlots
	Logger  *slog.Logger // logs children that do not start
	// Observe is called with the outcome of each compilation: compiled, refused, exhausted, cancelled or failed. It
	// may be nil.
	Observe func(outcome string)
}

// Compiler compiles scenes. It is safe for concurrent use.
type Compiler struct {
	cfg   Config
	slots *sharing.Pool // of which no payer holds more than half
}

// New returns a Compiler. It starts no process.
func New(cfg Config) *Compiler {
	if cfg.Observe == nil {
		cfg.Observe = func(string) {}
	}
	slots := int64(cmp.Or(cfg.Slots, DefaultSlots))
	return &Compiler{cfg: cfg, slots: sharing.NewPool(slots, max(1, slots/2))}
}

// The outcomes of a compilation.
const (
	compiled  = "compiled"
	refused   = "refused"   // the code has a problem
	exhausted = "exhausted" // the child reached a limit
	cancelled = "cancelled" // the caller's context ended
	failed    = "failed"    // the child could not be started
)

// Compile compiles a scene for a workspace. It waits for a slot until ctx ends. The error is a *tsx.Problem, the
// context's error, or a *fault.Error if too many scenes wait or the child cannot be started.
func (c *Compiler) Compile(ctx context.Context, workspace, code string) (tsx.Compiled, error) {
	if problem := tsx.Check(code); problem != nil {
		c.cfg.Observe(refused)
		return tsx.Compiled{}, problem
	}
	payers := sharing.PayersOf(ctx, workspace)
	if !c.slots.Take(ctx, 1, payers...) {
		c.cfg.Observe(cancelled)
		if err := ctx.Err(); err != nil {
			return tsx.Compiled{}, err
		}
		return tsx.Compiled{}, fault.New(fault.RateLimited, "too many scenes of this workspace or token wait to be compiled; call again when some are done")
	}
	defer c.slots.Give(1, payers...)
	out, outcome, err := c.child(ctx, code)
	c.cfg.Observe(outcome)
	return out, err
}

// answer is the JSON that a child writes after ready.
type answer struct {
	Script    string
	Frames    int
	BadFrames bool
	Messages  []tsx.Message
}

// ready is the first line of a child's output. A child that fails after it was stopped by the code.
const ready = "ready\n"

func (c *Compiler) child(ctx context.Context, code string) (tsx.Compiled, string, error) {
	limited, cancel := context.WithTimeout(ctx, wallTime)
	defer cancel()
	var out limitedBuffer
	cmd := exec.CommandContext(limited, c.cfg.Program, Argument) //nolint:gosec // G204: the program itself
	cmd.Env = []string{}                                         // pass no secrets to the child
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
		return tsx.Compiled{}, failed, fault.New(fault.Unavailable, "The scene compiler could not be started; see the server's log").Because(err)
	}
	var reply answer
	if err != nil || json.Unmarshal(rest, &reply) != nil {
		return tsx.Compiled{}, exhausted, tooCostly(code)
	}
	if len(reply.Messages) > 0 {
		return tsx.Compiled{}, refused, &tsx.Problem{Messages: reply.Messages}
	}
	return tsx.Compiled{Script: reply.Script, Frames: reply.Frames, BadFrames: reply.BadFrames}, compiled, nil
}

// tooCostly is the problem of code that exceeds a limit. The compiler cannot tell which place causes it, so the
// message points at the longest line.
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

// limitedBuffer holds a child's output and stops the child when the output is too long.
type limitedBuffer struct{ bytes.Buffer }

var errTooMuch = errors.New("the compiler process writes too much output")

// Write fails when the buffer is full. The error closes the child's pipe.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > outputMost {
		return 0, errTooMuch
	}
	return b.Buffer.Write(p)
}

// ReadFrom hides the method of bytes.Buffer, which has no limit.
func (b *limitedBuffer) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(writerOnly{b}, r)
}

type writerOnly struct{ io.Writer }
