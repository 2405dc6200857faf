package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/graph/fault"
)

// answerTime is what a client may take to read an answer, once it began.
const answerTime = 2 * time.Minute

// running bounds the requests that run at once. A connection that only listens counts apart, also one
// that becomes such by its answer: it costs memory, no work.
func (g *gate) running(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		slots := g.slots
		if c.Request().Method == http.MethodGet && strings.HasPrefix(c.Request().Header.Get(echo.HeaderAccept), eventStream) {
			slots = g.streams
		}
		if !take(c.Request().Context(), slots) {
			return retryLater(fault.New(fault.RateLimited, "the server is busy; come back in a second"), time.Second)
		}
		giveBack := sync.OnceFunc(func() { <-slots })
		defer giveBack()
		control := http.NewResponseController(c.Response().Writer)
		c.Response().Before(func() {
			if strings.HasPrefix(c.Response().Header().Get(echo.HeaderContentType), eventStream) {
				_ = control.SetWriteDeadline(time.Time{})
				if slots == g.slots {
					giveBack()
				}
				return
			}
			_ = control.SetWriteDeadline(time.Now().Add(answerTime)) // a test's recorder has none
		})
		return next(c)
	}
}

// queueing is how long a request waits for a place: a burst is no reason to send anybody away.
const queueing = time.Second

func take(ctx context.Context, slots chan struct{}) bool {
	select {
	case slots <- struct{}{}:
		return true
	default:
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

const eventStream = "text/event-stream"

// buffered reads the body before anybody works on it, within bounds of size and time: a client that
// sends a byte a minute holds nothing but its connection.
func (g *gate) buffered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ContentLength > g.limits.Body {
			return g.tooLarge()
		}
		if r.ContentLength != 0 {
			body, err := g.read(c)
			if err != nil {
				return err
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		}
		return next(c)
	}
}

func (g *gate) read(c echo.Context) ([]byte, error) {
	control := http.NewResponseController(c.Response().Writer)
	_ = control.SetReadDeadline(time.Now().Add(g.limits.BodyTime)) // a test's recorder has none
	body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, c.Request().Body, g.limits.Body))
	_ = control.SetReadDeadline(time.Time{})
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, g.tooLarge()
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
