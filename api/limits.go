package api

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// Limits bounds what clients can use. A zero field means its default.
type Limits struct {
	Body     int64         // bytes of one request body; default 16 MiB
	BodyTime time.Duration // time to send the body, and to wait for memory; default 30 s
	Bodies   int64         // bytes of all bodies above 64 KiB; default 64 MiB
	Answers  int64         // bytes of all answers above 64 KiB; default 64 MiB
	Running  int           // concurrent requests of all clients; default 256
	Streams  int           // open streams; default 4,096
	// Connections bounds the open connections of all clients; default 8,192.
	Connections int
	// Share is the part of all slots, bodies and connections that one token, or one address without a token,
	// may hold; default 0.25. Without tokens there is a single user, who may hold everything.
	Share float64
	Rate  float64 // requests per second of one token, or one address without a token; default 5,000
	// AnswerTime bounds how long a client may take to read an answer, from its first byte; default 2 min.
	AnswerTime time.Duration
}

func (l Limits) withDefaults() Limits {
	set(&l.Body, 16<<20)
	set(&l.BodyTime, 30*time.Second)
	set(&l.Bodies, max(64<<20, l.Body))
	set(&l.Answers, 64<<20)
	set(&l.AnswerTime, 2*time.Minute)
	set(&l.Running, 256)
	set(&l.Streams, 4096)
	set(&l.Connections, 8192)
	set(&l.Share, 0.25)
	set(&l.Rate, 5000)
	return l
}

func set[T comparable](field *T, fallback T) {
	var zero T
	if *field == zero {
		*field = fallback
	}
}

// leastAnswers is the minimum that a workspace may hold of answers, in bytes, even if its share is smaller.
const leastAnswers = 32 << 20

// holding accounts for the memory of the answer until it is written or the client is gone. It wraps the
// compression, which writes last.
func (g *admission) holding(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, end := g.answers.Begin(c.Request().Context())
		defer end()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// lingering bounds how long the server waits for an unwanted body before it closes the connection. A body
// that has already arrived is discarded and the connection stays open.
const lingering = time.Second

// timed bounds how long a client may take to read an answer, from its first byte. Streams are unbounded. It
// also bounds how long the unread body of a rejected request may keep the connection.
func (g *admission) timed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		control := http.NewResponseController(c.Response().Writer)
		body := &watchedBody{ReadCloser: c.Request().Body}
		linger := func() {
			if c.Request().ContentLength != 0 && !body.begun {
				_ = control.SetReadDeadline(time.Now().Add(lingering)) // a test's ResponseRecorder has no deadlines
			}
		}
		if c.Request().ContentLength != 0 {
			c.Request().Body = body
		}
		c.Response().Before(func() {
			linger()
			if !isStream(c) {
				_ = control.SetWriteDeadline(time.Now().Add(g.limits.AnswerTime))
			}
		})
		err := next(c)
		linger()
		return err
	}
}

// watchedBody records whether reading the body has begun.
type watchedBody struct {
	io.ReadCloser

	begun bool
}

// Read reads from the body.
func (b *watchedBody) Read(p []byte) (int, error) {
	b.begun = true
	return b.ReadCloser.Read(p)
}

const eventStream = "text/event-stream"

func isStream(c echo.Context) bool {
	return strings.HasPrefix(c.Response().Header().Get(echo.HeaderContentType), eventStream)
}

// running bounds the concurrent requests. Streams have a limit of their own, because they need memory but
// little work. A response that turns into a stream moves to that limit while it has capacity.
func (g *admission) running(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		payer, places, why := payerOf(c), g.slots, refusedRunning
		if c.Path() == mcpPath && c.Request().Method == http.MethodGet {
			places, why = g.streams, refusedStreams
		}
		if !queued(c.Request().Context(), queueing, places, payer, 1) {
			return g.rejectBusy(why)
		}
		held := places
		defer func() { held.Give(1, payer) }()
		c.Response().Before(func() {
			if isStream(c) && held == g.slots && g.streams.TryTake(1, payer) {
				held.Give(1, payer)
				held = g.streams
			}
		})
		return next(c)
	}
}

func (g *admission) rejectBusy(why reason) error {
	g.refused(why)
	details := "the server is busy; try again in a second"
	if g.tokens != nil {
		details = "the server is busy, or this client has too many requests open; try again in a second, with fewer at once"
	}
	return retryLater(fault.New(fault.RateLimited, details), time.Second)
}

// queueing bounds how long a request waits for a slot, so that a short burst does not fail.
const queueing = time.Second

// queued takes units from a pool and waits at most wait for them.
func queued(ctx context.Context, wait time.Duration, places *sharing.Pool, payer string, units int64) bool {
	if places.TryTake(units, payer) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return places.Take(ctx, units, payer)
}
