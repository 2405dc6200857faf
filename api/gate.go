package api

import (
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"plotline/api/tokens"
	"plotline/graph/access"
	"plotline/graph/audit"
	"plotline/graph/fault"
)

// gate decides which requests come in.
type gate struct {
	tokens    *tokens.File
	open      audit.Caller
	reads     bool // and do nothing else, whatever the token says
	hostNames hostNames
	cross     *http.CrossOriginProtection
	rates     *middleware.RateLimiterMemoryStore
	limits    Limits

	slots   chan struct{} // one for each request that runs
	streams chan struct{} // one for each connection that listens
	bodies  atomic.Int64  // bytes in memory
}

func newGate(cfg Config) *gate {
	g := &gate{
		tokens: cfg.Tokens, open: cfg.Open, reads: cfg.ReadOnly, limits: cfg.Limits,
		hostNames: newHostNames(cfg.Hosts), cross: http.NewCrossOriginProtection(),
		slots: make(chan struct{}, cfg.Limits.Running), streams: make(chan struct{}, cfg.Limits.Streams),
		rates: middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
			Rate: rate.Limit(cfg.Limits.Rate), Burst: max(1, int(cfg.Limits.Rate)), ExpiresIn: 3 * time.Minute,
		}),
	}
	for _, origin := range cfg.Origins {
		if err := g.cross.AddTrustedOrigin(origin); err != nil {
			panic("api: " + err.Error()) // the command has checked it
		}
	}
	return g
}

// admitted lets in whoever has a valid token, or anybody where none is needed, as often as the rate
// allows. What a wrong token costs goes to the address that it came from.
func (g *gate) admitted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		who, err := g.admit(bearerOf(r), "as Authorization: Bearer <token>", c.RealIP())
		if err != nil {
			return err
		}
		c.SetRequest(r.WithContext(withIdentity(r.Context(), who)))
		return next(c)
	}
}

// bearerOf is the token that a request brings, "" for none.
func bearerOf(r *http.Request) string {
	scheme, secret, _ := strings.Cut(r.Header.Get(echo.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return secret
}

// admit judges a token that came from an address, whatever way it came; how says to a client without
// one how it is sent.
func (g *gate) admit(secret, how, address string) (identity, error) {
	who, authErr := g.identify(secret, how)
	payer := who.credential
	if payer == "" {
		payer = byAddress(address)
	}
	if err := g.allow(payer); err != nil {
		return identity{}, err
	}
	if authErr != nil {
		return identity{}, authErr
	}
	if g.reads {
		who.caller.Role = access.Reader
	}
	return who, nil
}

func byAddress(address string) string { return "address " + address }

// allow bounds how often somebody comes.
func (g *gate) allow(payer string) error {
	if ok, err := g.rates.Allow(payer); err != nil || !ok {
		return retryLater(fault.Newf(fault.RateLimited,
			"more than %g requests a second; come back in a second", g.limits.Rate), time.Second)
	}
	return nil
}

// identify reads the credential.
func (g *gate) identify(secret, how string) (identity, error) {
	if g.tokens == nil {
		return identity{caller: g.open}, nil
	}
	if secret == "" {
		return identity{}, fault.New(fault.Unauthenticated, "this server needs a token; send it "+how)
	}
	token, valid, err := g.tokens.Find(strings.TrimSpace(secret))
	switch {
	case err != nil:
		return identity{}, fault.New(fault.Unavailable, "the tokens cannot be read just now; the server's log says why").Because(err)
	case !valid:
		return identity{}, fault.New(fault.Unauthenticated, "the token is unknown, revoked or expired; ask for another")
	}
	return identity{
		caller:     audit.Caller{Workspace: token.Workspace, Actor: token.Name, Role: token.Role},
		credential: token.ID,
	}, nil
}

// origins refuses what the page of another site asks for, whatever the method: the browser would keep
// the answer from it, but not the effect.
func (g *gate) origins(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if (r.Header.Get(echo.HeaderOrigin) != "" || r.URL.Path == socketsPath) && isSafe(r.Method) {
			asked := *r // the standard library lets safe methods pass unseen; a stream of MCP is one
			asked.Method = http.MethodPost
			r = &asked
		}
		if err := g.cross.Check(r); err != nil {
			return fault.Newf(fault.PermissionDenied,
				"pages of %.200q may not call this server; allow them by --cors-origin", r.Header.Get(echo.HeaderOrigin))
		}
		return next(c)
	}
}

func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
