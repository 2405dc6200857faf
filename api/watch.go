package api

import (
	"context"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/api/live"
	"plotline/api/tokens"
)

// watchEvery is how often open connections are asked whether their token still holds.
const watchEvery = time.Second

// watch ends connections whose token was revoked or ran out while they were open: a stream of MCP and a
// socket may live for days.
type watch struct {
	tokens *tokens.File
	live   *live.Server // may be nil

	mu   sync.Mutex
	open map[*watched]struct{}
}

type watched struct {
	credential string
	end        context.CancelFunc
}

func newWatch(file *tokens.File) *watch {
	return &watch{tokens: file, open: map[*watched]struct{}{}}
}

// over has a request end with its token.
func (w *watch) over(next echo.HandlerFunc) echo.HandlerFunc {
	if w.tokens == nil {
		return next
	}
	return func(c echo.Context) error {
		ctx, end := context.WithCancel(c.Request().Context())
		defer end()
		own := &watched{credential: CredentialOf(ctx), end: end}
		w.mu.Lock()
		w.open[own] = struct{}{}
		w.mu.Unlock()
		defer func() {
			w.mu.Lock()
			delete(w.open, own)
			w.mu.Unlock()
		}()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// run looks now and then until ctx ends.
func (w *watch) run(ctx context.Context) {
	if w.tokens == nil {
		return
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.look()
		}
	}
}

func (w *watch) look() {
	valid := map[string]bool{}
	holds := func(credential string) bool {
		is, known := valid[credential]
		if !known {
			is = w.tokens.Valid(credential)
			valid[credential] = is
		}
		return is
	}
	w.mu.Lock()
	for own := range w.open {
		if !holds(own.credential) {
			own.end()
		}
	}
	w.mu.Unlock()
	if w.live != nil {
		w.live.Sweep(holds)
	}
}
