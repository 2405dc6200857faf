package api

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/graph/fault"
	"plotline/graph/turns"
)

// Limits bound what clients can take. The zero value of a field is its default.
type Limits struct {
	Body     int64         // bytes of a request's body; 16 MiB
	BodyTime time.Duration // to send it, and to wait for room; 30 s
	Bodies   int64         // bytes of all bodies of more than 64 KiB at once; 64 MiB
	Answers  int64         // bytes of all answers of more than 64 KiB at once; 64 MiB
	Running  int           // requests at once, of all clients; 256
	Streams  int           // connections that only listen; 4,096
	// Connections is how many may be open, of all clients; 8,192.
	Connections int
	// Share is the part of all places, bodies and connections that one token may hold, and one address
	// without; 0.25. Where no token is needed there is one user, who may hold all.
	Share float64
	Rate  float64 // requests per second of one token, or of one address without; 5,000
	// AnswerTime is what a client may take to read an answer, once it began; 2 min.
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

// leastAnswers is what each workspace may hold of answers, where that is more than its share.
const leastAnswers = 32 << 20

// holding lets the request hold its answer, until it is written or the client is gone. It stands outside of
// what compresses, which writes last.
func (g *gate) holding(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, end := g.answers.Begin(c.Request().Context())
		defer end()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// lingering is how long the server waits for a body that it does not want, before it closes the
// connection: one that is there already is passed over, and the connection lives on.
const lingering = time.Second

// timed bounds what a client may take to read an answer, once it began. A stream has no end. It also
// bounds how long the body of a refused request, which nobody read, may keep the connection.
func (g *gate) timed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		control := http.NewResponseController(c.Response().Writer)
		body := &watchedBody{ReadCloser: c.Request().Body}
		linger := func() {
			if c.Request().ContentLength != 0 && !body.begun {
				_ = control.SetReadDeadline(time.Now().Add(lingering)) // a test's recorder has none
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

// watchedBody knows whether anybody began to read it.
type watchedBody struct {
	io.ReadCloser

	begun bool
}

// Read reads the body.
func (b *watchedBody) Read(p []byte) (int, error) {
	b.begun = true
	return b.ReadCloser.Read(p)
}

const eventStream = "text/event-stream"

func isStream(c echo.Context) bool {
	return strings.HasPrefix(c.Response().Header().Get(echo.HeaderContentType), eventStream)
}

// running bounds the requests that run at once. A connection that only listens counts apart, also one
// that becomes such by its answer, while there is room: it costs memory, little work.
func (g *gate) running(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		payer, places, why := payerOf(c), g.slots, refusedRunning
		if c.Path() == mcpPath && c.Request().Method == http.MethodGet {
			places, why = g.streams, refusedStreams
		}
		if !queued(c.Request().Context(), queueing, places, payer, 1) {
			return g.busy(why)
		}
		held := places
		defer func() { held.Give(payer, 1) }()
		c.Response().Before(func() {
			if isStream(c) && held == g.slots && g.streams.TryTake(payer, 1) {
				held.Give(payer, 1)
				held = g.streams
			}
		})
		return next(c)
	}
}

func (g *gate) busy(why reason) error {
	g.refused(why)
	details := "the server is busy; come back in a second"
	if g.tokens != nil {
		details = "the server is busy, or this client has too much going on at once; come back in a second, with fewer at once"
	}
	return retryLater(fault.New(fault.RateLimited, details), time.Second)
}

// queueing is how long a request waits for a place: a burst is no reason to send anybody away.
const queueing = time.Second

// queued takes units of a pool, and waits for them no longer than the time.
func queued(ctx context.Context, wait time.Duration, places *turns.Pool, payer string, units int64) bool {
	if places.TryTake(payer, units) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return places.Take(ctx, payer, units)
}
