package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/graph/fault"
)

// timed bounds what a client may take to read an answer, once it began. A stream has no end.
func (g *gate) timed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		control := http.NewResponseController(c.Response().Writer)
		c.Response().Before(func() {
			if !isStream(c) {
				_ = control.SetWriteDeadline(time.Now().Add(g.limits.AnswerTime)) // a test's recorder has none
			}
		})
		return next(c)
	}
}

const eventStream = "text/event-stream"

func isStream(c echo.Context) bool {
	return strings.HasPrefix(c.Response().Header().Get(echo.HeaderContentType), eventStream)
}

// running bounds the requests that run at once. A connection that only listens counts apart, also one
// that becomes such by its answer, while there is room: it costs memory, little work.
func (g *gate) running(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		slots := g.slots
		if c.Path() == mcpPath && c.Request().Method == http.MethodGet {
			slots = g.streams
		}
		if !take(c.Request().Context(), slots) {
			return busy()
		}
		held := slots
		defer func() { <-held }()
		c.Response().Before(func() {
			if isStream(c) && held == g.slots && tryTake(g.streams) {
				<-held
				held = g.streams
			}
		})
		return next(c)
	}
}

func busy() error {
	return retryLater(fault.New(fault.RateLimited, "the server is busy; come back in a second"), time.Second)
}

// queueing is how long a request waits for a place: a burst is no reason to send anybody away.
const queueing = time.Second

func take(ctx context.Context, slots chan struct{}) bool {
	if tryTake(slots) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, queueing)
	defer cancel()
	select {
	case slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func tryTake(slots chan struct{}) bool {
	select {
	case slots <- struct{}{}:
		return true
	default:
		return false
	}
}

// buffered reads the body before the request takes a place among those that run, within bounds of size,
// time and the memory of all bodies: a client that sends a byte a minute holds nothing but its
// connection.
func (g *gate) buffered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ContentLength > g.limits.Body {
			return g.tooLarge()
		}
		if r.ContentLength != 0 {
			counted := &countedBody{Reader: http.MaxBytesReader(c.Response().Writer, r.Body, g.limits.Body), gate: g}
			defer counted.forget()
			body, err := g.read(c, counted)
			if err != nil {
				return err
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		}
		return next(c)
	}
}

// countedBody counts what a body holds of the memory for all, as it comes.
type countedBody struct {
	io.Reader

	gate *gate
	held int64
}

var errBodiesFull = errors.New("there is no memory for another body")

// Read is refused when there is no room.
func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.held += int64(n)
	if b.gate.bodies.Add(int64(n)) > b.gate.limits.Bodies {
		return n, errBodiesFull
	}
	return n, err
}

func (b *countedBody) forget() { b.gate.bodies.Add(-b.held) }

func (g *gate) read(c echo.Context, from io.Reader) ([]byte, error) {
	control := http.NewResponseController(c.Response().Writer)
	_ = control.SetReadDeadline(time.Now().Add(g.limits.BodyTime)) // a test's recorder has none
	body, err := io.ReadAll(from)
	_ = control.SetReadDeadline(time.Time{})
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, g.tooLarge()
	case errors.Is(err, errBodiesFull):
		return nil, busy()
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.Response().Header().Set(echo.HeaderConnection, "close")
		return nil, refuse(http.StatusRequestTimeout,
			fault.Newf(fault.Timeout, "the body did not come within %s", g.limits.BodyTime))
	case err != nil:
		return nil, fault.New(fault.Cancelled, "the body ended early").Because(err)
	}
	return body, nil
}

func (g *gate) tooLarge() error {
	return fault.Newf(fault.TooLarge, "a request may have %d bytes; send less at once", g.limits.Body)
}
