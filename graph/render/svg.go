package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// ErrNoDot says that there is no dot program to draw with; it comes with GraphViz.
var ErrNoDot = errors.New("render: the dot program is not installed")

// ErrTooLarge says that the picture grew beyond what is worth sending to anybody.
var ErrTooLarge = errors.New("render: the drawing is too large")

const (
	// svgTimeLimit bounds one drawing. The time that a layout takes can explode with the number
	// of edges: minutes for 500 nodes with 1,000 random edges, a blink for as many in chains.
	svgTimeLimit = 10 * time.Second
	svgMaxBytes  = 16 << 20
	// dotGrace is how long a killed dot may hold on to its pipes.
	dotGrace = time.Second
	// dotMaxComplaint is how much of what dot says on stderr gets into the error.
	dotMaxComplaint = 2 << 10
)

// SVG draws the graph with the dot program: the text of GraphViz is its only input.
//
// It is a program and no library because layouts can take very long and only a process can be
// stopped at any time. A cancelled context kills it; the error then wraps that of the context.
// So does the one for a drawing that takes longer than ten seconds: context.DeadlineExceeded.
// Without the program the error is ErrNoDot, for a picture above 16 MiB ErrTooLarge.
func SVG(ctx context.Context, g Graph) ([]byte, error) {
	return svg(ctx, GraphViz(g), svgTimeLimit, svgMaxBytes)
}

func svg(ctx context.Context, text string, limit time.Duration, maxBytes int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()

	out := &cappedBuffer{max: maxBytes}
	var complaint headBuffer
	cmd := exec.CommandContext(ctx, "dot", "-Tsvg")
	cmd.Stdin = strings.NewReader(text)
	cmd.Stdout = out
	cmd.Stderr = &complaint
	cmd.WaitDelay = dotGrace

	err := cmd.Run()
	if err == nil {
		return out.buf.Bytes(), nil
	}
	var notFound *exec.Error
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("render: dot: %w", ctx.Err())
	case errors.As(err, &notFound):
		return nil, fmt.Errorf("%w: %w", ErrNoDot, err)
	case out.full:
		return nil, ErrTooLarge
	}
	return nil, fmt.Errorf("render: dot: %w: %s", err, bytes.TrimSpace(complaint.buf.Bytes()))
}

// cappedBuffer fails when it is full, which closes the pipe and so ends the program that writes.
type cappedBuffer struct {
	buf  bytes.Buffer
	max  int
	full bool
}

func (c *cappedBuffer) Write(p []byte) (int, error) {
	if c.buf.Len()+len(p) > c.max {
		c.full = true
		return 0, ErrTooLarge
	}
	return c.buf.Write(p)
}

// headBuffer keeps the beginning and swallows the rest: a warning too many must not end dot.
type headBuffer struct{ buf bytes.Buffer }

func (h *headBuffer) Write(p []byte) (int, error) {
	room := dotMaxComplaint - h.buf.Len()
	h.buf.Write(p[:min(room, len(p))])
	return len(p), nil
}
