package api

import (
	"context"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/internal/sharing"
)

// watchEvery is the interval at which the tokens of open connections are checked.
const watchEvery = time.Second

// watch ends connections whose token is revoked, expires or no longer lists their workspace while they are open. An MCP
// stream or a socket may stay open for days.
type watch struct {
	tokens *tokens.File
	live   *live.Server // may be nil

	mu   sync.Mutex
	open map[*watched]struct{}
}

// grant is what an open connection needs to stay open.
type grant struct{ credential, workspace string }

type watched struct {
	grant

	end context.CancelFunc
}

func newWatch(file *tokens.File) *watch {
	return &watch{tokens: file, open: map[*watched]struct{}{}}
}

// cancelOnRevoke cancels a request when its token stops being valid.
func (w *watch) cancelOnRevoke(next echo.HandlerFunc) echo.HandlerFunc {
	if w.tokens == nil {
		return next
	}
	return func(c echo.Context) error {
		ctx, end := context.WithCancel(c.Request().Context())
		defer end()
		own := &watched{grant{sharing.CredentialOf(ctx), CallerOf(ctx).Workspace}, end}
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

// run checks the tokens at each interval until ctx ends.
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
			w.checkTokens()
		}
	}
}

func (w *watch) checkTokens() {
	valid := map[grant]bool{}
	holds := func(g grant) bool {
		is, known := valid[g]
		if !known {
			is = w.tokens.Valid(g.credential, g.workspace)
			valid[g] = is
		}
		return is
	}
	w.mu.Lock()
	for own := range w.open {
		if !holds(own.grant) {
			own.end()
		}
	}
	w.mu.Unlock()
	if w.live != nil {
		w.live.Sweep(func(who live.Owner) bool { return holds(grant{who.Credential, who.Caller.Workspace}) })
	}
}
