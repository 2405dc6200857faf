package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// admission decides which requests are admitted and limits what each client uses.
type admission struct {
	tokens     *tokens.File
	open       audit.Caller
	workspaces func(ctx context.Context) ([]string, error) // see Config
	readOnly   bool                                        // treats every caller as a reader, whatever the token allows
	hostNames  hostNames
	cross      *http.CrossOriginProtection
	rates      *middleware.RateLimiterMemoryStore
	limits     Limits

	slots         *sharing.Pool // running requests
	streams       *sharing.Pool // open streams
	bodies        *sharing.Pool // bytes of large bodies of admitted clients
	small         *sharing.Pool // bytes of small bodies of admitted clients
	pendingBodies *sharing.Pool // bytes of bodies of clients without a token
	warnings      *warnings
	connections   *connections
	answers       *sharing.Memory // bytes of answers being built or sent
	refused       func(reason)
}

func newAdmission(cfg Config) *admission {
	l, part := cfg.Limits, cfg.Limits.Share
	if cfg.Tokens == nil {
		part = 1 // a single user may use everything
	}
	g := &admission{
		tokens: cfg.Tokens, open: cfg.Open, workspaces: cfg.Workspaces, readOnly: cfg.ReadOnly, limits: cfg.Limits,
		hostNames: newHostNames(cfg.Hosts), cross: http.NewCrossOriginProtection(),
		slots:         sharing.NewPool(int64(l.Running), share(int64(l.Running), part)),
		streams:       sharing.NewPool(int64(l.Streams), share(int64(l.Streams), part)),
		bodies:        sharing.NewPool(l.Bodies, max(share(l.Bodies, part), 2*l.Body)),
		small:         sharing.NewPool(smallBodies, share(smallBodies, part)),
		pendingBodies: sharing.NewPool(pendingBytes, share(pendingBytes, part)),
		connections:   newConnections(l.Connections, int(share(int64(l.Connections), part)), cfg.Metrics.refused),
		answers: sharing.NewMemory(l.Answers, max(share(l.Answers, part), min(l.Answers, leastAnswers)), func() {
			cfg.Metrics.refused(refusedAnswerMemory)
		}),
		warnings: newWarnings(cfg.Logger), refused: cfg.Metrics.refused,
		rates: middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
			Rate: rate.Limit(cfg.Limits.Rate), Burst: max(1, int(cfg.Limits.Rate)), ExpiresIn: 3 * time.Minute,
		}),
	}
	for _, origin := range cfg.Origins {
		if err := g.cross.AddTrustedOrigin(origin); err != nil {
			panic("api: " + err.Error()) // the command has validated the origins
		}
	}
	return g
}

// admitted admits a request with a valid token, or any request if the server needs none. Both are subject to
// the rate limit. Requests with an invalid token count against their address.
func (g *admission) admitted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		who, err := g.admit(bearerOf(r), "as Authorization: Bearer <token>", c.RealIP())
		if err != nil {
			return err
		}
		workspace, err := chosenWorkspace(c)
		if err == nil && c.Path() == workspacesPath {
			who, err = g.withChoice(r.Context(), who)
		}
		if err == nil {
			who, err = g.enter(r.Context(), who, workspace, byOwnPage(r))
		}
		if err != nil {
			g.refused(refusedWorkspace)
			return err
		}
		c.SetRequest(r.WithContext(withIdentity(r.Context(), who)))
		return next(c)
	}
}

// enter returns the client in the workspace that its page chose: see identity.enter.
func (g *admission) enter(ctx context.Context, who identity, workspace string, ownPage bool) (identity, error) {
	if workspace != "" && workspace != who.caller.Workspace {
		var err error
		if who, err = g.withChoice(ctx, who); err != nil {
			return identity{}, err
		}
	}
	return who.enter(workspace, ownPage)
}

// headerWorkspace names the workspace of one REST request. Only the pages send it: see identity.enter.
const headerWorkspace = "Plotline-Workspace"

// chosenWorkspace returns the workspace that a request names, or "" if it names none. Only REST requests may name one:
// an agent must not reach other workspaces through what it writes into a call.
func chosenWorkspace(c echo.Context) (string, error) {
	named := c.Request().Header.Values(headerWorkspace)
	switch {
	case len(named) == 0:
		return "", nil
	case !strings.HasPrefix(c.Path(), restPath):
		return "", fault.Invalid("%s does not take the header %s: it uses the own workspace of the token; leave the header out", c.Path(), headerWorkspace)
	case len(named) > 1:
		return "", fault.Invalid("the header %s is given %d times; give it once", headerWorkspace, len(named))
	case named[0] == "":
		return "", fault.Invalid("the header %s is empty; name a workspace, or leave the header out", headerWorkspace)
	}
	return named[0], nil
}

// bearerOf returns the bearer token of a request, or "" if there is none.
func bearerOf(r *http.Request) string {
	scheme, secret, _ := strings.Cut(r.Header.Get(echo.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return secret
}

// admit checks a token sent from an address, over any transport. If the token is missing, how tells the
// client where to send it.
func (g *admission) admit(secret, how, address string) (identity, error) {
	who, authErr := g.identify(secret, how)
	who.payer = who.credential
	if who.payer == "" {
		who.payer = byAddress(address)
	}
	if err := g.allow(who.payer); err != nil {
		return identity{}, err
	}
	if authErr != nil {
		g.refused(refusedToken)
		return identity{}, authErr
	}
	if g.readOnly {
		who.caller.Role = access.Reader
	}
	return who, nil
}

// allow limits the request rate of a payer.
func (g *admission) allow(payer string) error {
	if ok, err := g.rates.Allow(payer); err != nil || !ok {
		g.refused(refusedRate)
		return retryLater(fault.Newf(fault.RateLimited,
			"more than %g requests per second; try again in a second", g.limits.Rate), time.Second)
	}
	return nil
}

// identify looks up the token.
func (g *admission) identify(secret, how string) (identity, error) {
	if g.tokens == nil {
		who := identity{caller: g.open}
		who.caller.Workspaces = []string{g.open.Workspace}
		return who, nil
	}
	if secret == "" {
		return identity{}, fault.New(fault.Unauthenticated, "this server requires a token; send it "+how)
	}
	token, valid, err := g.tokens.Find(strings.TrimSpace(secret))
	switch {
	case err != nil:
		return identity{}, fault.New(fault.Unavailable, "the server cannot read its tokens; see the server's log").Because(err)
	case !valid:
		return identity{}, fault.New(fault.Unauthenticated, "the token is unknown, revoked or expired; ask for another")
	}
	return identity{
		caller:     audit.Caller{Workspace: token.Workspace, Actor: token.Name, Role: token.Role, Workspaces: token.Workspaces()},
		credential: token.ID,
	}, nil
}

// share returns the part of a resource that one payer may hold, at least one unit.
func share(whole int64, part float64) int64 { return max(1, int64(float64(whole)*part)) }
