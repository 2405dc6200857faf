package compiler

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"plotline/scenes/tsx"
)

// Argument makes the program a child process. It is the only argument and is checked before any flag.
const Argument = "compile-scene-from-stdin"

const (
	stackMost = 64 << 20 // bytes of one goroutine's stack: esbuild parses by recursion
	heapMost  = 96 << 20 // bytes above which the garbage collector runs all the time
)

// Serve is the main function of the child. It compiles the scene on in, writes the answer to out, and returns the
// exit status. It exits after wallTime even if its parent is gone.
func Serve(in io.Reader, out io.Writer) int {
	runtime.GOMAXPROCS(1)
	debug.SetMaxStack(stackMost)
	debug.SetMemoryLimit(heapMost)
	if err := limit(); err != nil {
		return 1
	}
	time.AfterFunc(wallTime, func() { os.Exit(1) })
	code, err := io.ReadAll(io.LimitReader(in, tsx.MaxBytes+1))
	if err != nil {
		return 1
	}
	if _, err := io.WriteString(out, ready); err != nil {
		return 1
	}
	var reply answer
	got, err := tsx.Compile(string(code))
	if problem, is := errors.AsType[*tsx.Problem](err); is {
		reply.Messages = problem.Messages
	} else {
		reply.Script, reply.Frames, reply.BadFrames = got.Script, got.Frames, got.BadFrames
	}
	writer := json.NewEncoder(out)
	writer.SetEscapeHTML(false)
	if writer.Encode(reply) != nil {
		return 1
	}
	return 0
}
