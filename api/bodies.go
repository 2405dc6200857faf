package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
)

const (
	// smallBody is the size in bytes up to which a body counts as small. Small bodies have memory of their
	// own, so large bodies that arrive slowly do not block everyday requests. A body without a declared
	// length counts as small until it exceeds this size, and then as one of the largest size.
	smallBody = 64 << 10
	// smallBodies bounds the memory of all small bodies of admitted clients, in bytes.
	smallBodies = 16 << 20
	// pendingBody bounds one body of a client without a token, in bytes. Only Socket.IO reads such bodies:
	// they carry the token.
	pendingBody = 8 << 10
	// pendingBytes bounds the memory of all such bodies, in bytes.
	pendingBytes = 8 << 20
	// pendingTime bounds how long such a body may take to arrive.
	pendingTime = 5 * time.Second
)

// allowance bounds the size, the memory and the time of one request body.
type allowance struct {
	small *sharing.Pool // memory for bodies up to smallBody
	large *sharing.Pool // memory for larger bodies
	payer string
	bytes int64
	time  time.Duration

	heldSmall, heldLarge int64
}

// take reserves memory for units bytes, and waits for it if necessary. One request of a connection may wait.
func (a *allowance) take(ctx context.Context, units int64) error {
	from, held := a.small, &a.heldSmall
	if units > smallBody {
		from, held = a.large, &a.heldLarge
	}
	if !from.TryTake(units, a.payer) {
		end, may := waitUnread(ctx)
		if !may {
			return errNoMemory
		}
		defer end()
		if !queued(ctx, a.time, from, a.payer, units) {
			return errNoMemory
		}
	}
	*held += units
	return nil
}

// release returns all reserved memory.
func (a *allowance) release() {
	a.small.Give(a.heldSmall, a.payer)
	if a.heldLarge > 0 {
		a.large.Give(a.heldLarge, a.payer)
	}
}

var errNoMemory = errors.New("too many request bodies are held in memory")

// buffered reads the body before the request takes a running slot. It first reserves memory, bounded for all
// bodies and for each client, and waits for it without reading. A client that sends slowly or sends much uses
// up only its own share.
func (g *admission) buffered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		return g.buffer(c, next, allowance{small: g.small, large: g.bodies, payer: payerOf(c), bytes: g.limits.Body, time: g.limits.BodyTime})
	}
}

func (g *admission) buffer(c echo.Context, next echo.HandlerFunc, a allowance) error {
	r := c.Request()
	if r.ContentLength == 0 {
		return next(c)
	}
	if r.ContentLength > a.bytes {
		return g.tooLarge(a.bytes)
	}
	release := sync.OnceFunc(a.release)
	defer release()
	read, err := g.read(c, &a)
	if err != nil {
		return err
	}
	body := &Body{Reader: bytes.NewReader(read), whole: read}
	r.Body, r.ContentLength = body, int64(len(read))
	c.SetRequest(r.WithContext(usecase.WithRelease(r.Context(), sync.OnceFunc(func() {
		body.drop()
		release()
	}))))
	return next(c)
}

// Body is a request body that has been read into memory.
type Body struct {
	*bytes.Reader

	whole []byte
}

// Bytes returns the whole body without copying it. The caller must not modify it.
func (b *Body) Bytes() []byte { return b.whole }

// drop releases the body's memory while a long request still runs.
func (b *Body) drop() {
	b.whole = nil
	b.Reset(nil)
}

// Close does nothing and returns nil.
func (*Body) Close() error { return nil }

// read reads a body within its time and converts a failure to the error for the client.
func (g *admission) read(c echo.Context, a *allowance) ([]byte, error) {
	control := http.NewResponseController(c.Response().Writer)
	body, err := g.readAll(c, a, control)
	if err == nil {
		_ = control.SetReadDeadline(time.Time{})
		return body, nil
	}
	_ = control.SetReadDeadline(time.Now().Add(lingering)) // the rest of the body is not needed
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, g.tooLarge(a.bytes)
	case errors.Is(err, errNoMemory):
		return nil, g.rejectBusy(refusedBodyMemory)
	case errors.Is(err, os.ErrDeadlineExceeded):
		g.refused(refusedBodyTime)
		c.Response().Header().Set(echo.HeaderConnection, "close")
		return nil, refuse(http.StatusRequestTimeout, fault.Newf(fault.Timeout, "the body did not arrive within %s", a.time))
	}
	return nil, fault.New(fault.Cancelled, "the body ended early").Because(err)
}

func (g *admission) readAll(c echo.Context, a *allowance, control *http.ResponseController) ([]byte, error) {
	ctx, from := c.Request().Context(), http.MaxBytesReader(c.Response().Writer, c.Request().Body, a.bytes)
	begin := c.Request().ContentLength
	if begin < 0 {
		begin = min(smallBody, a.bytes)
	}
	if err := a.take(ctx, begin); err != nil {
		return nil, err
	}
	_ = control.SetReadDeadline(time.Now().Add(a.time)) // a test's ResponseRecorder has no deadlines
	var body bytes.Buffer
	if c.Request().ContentLength > 0 {
		return readExactly(from, begin)
	}
	if _, err := body.ReadFrom(io.LimitReader(from, begin)); err != nil || int64(body.Len()) < begin {
		return body.Bytes(), err
	}
	if err := a.take(ctx, a.bytes); err != nil {
		return nil, err
	}
	_ = control.SetReadDeadline(time.Now().Add(a.time))
	_, err := body.ReadFrom(from)
	return body.Bytes(), err
}

// readExactly reads a body of a declared length. The buffer grows with the data that arrives, so a client
// cannot occupy memory merely by declaring a large length.
func readExactly(from io.Reader, length int64) ([]byte, error) {
	var body bytes.Buffer
	if length <= smallBody {
		body.Grow(int(length) + bytes.MinRead)
	}
	if _, err := body.ReadFrom(io.LimitReader(from, smallBody)); err != nil {
		return nil, err
	}
	if rest := int(length) - body.Len(); rest > 0 {
		body.Grow(rest + bytes.MinRead)
	}
	_, err := body.ReadFrom(from)
	return body.Bytes(), err
}

func (g *admission) tooLarge(bytes int64) error {
	g.refused(refusedBodySize)
	return fault.Newf(fault.TooLarge, "a request may have at most %d bytes; send less at once", bytes)
}
