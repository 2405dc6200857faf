package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"plotline/api/live"
)

const (
	// socketsPath is the default path of Socket.IO clients.
	socketsPath = "/socket.io/"
	// maxPending bounds the connections that have not sent a token yet.
	maxPending = 256
	// maxSocketBody bounds one request body of an admitted client, in bytes.
	maxSocketBody = 64 << 10
)

// addSockets serves live events. A poll may wait for long without a running slot. Its token comes later, in
// the body.
func (s *Server) addSockets() {
	if s.cfg.Live == nil {
		return
	}
	s.watch.live = s.cfg.Live
	serve := s.cfg.Live.Handler(live.Config{
		Authenticate: s.admission.socket, Connections: s.cfg.Limits.Streams, Each: int(s.admission.streams.Share()), Pending: maxPending,
		Address: func(r *http.Request) string { return byAddress(hostname(r.RemoteAddr)) },
		Refused: s.admission.refusedSocket, Warn: s.admission.warnings.warn,
	})
	s.echo.Match([]string{http.MethodGet, http.MethodPost}, socketsPath, func(c echo.Context) error {
		r := c.Request()
		r = r.WithContext(context.WithValue(r.Context(), ownPageKey{}, byOwnPage(r)))
		if r.Header.Get(echo.HeaderOrigin) != "" { // already checked; the library accepts only its own origin
			r = r.Clone(r.Context())
			r.Header.Del(echo.HeaderOrigin)
		}
		err := serve(c.Response(), r)
		if errors.Is(err, live.ErrFull) {
			return s.admission.rejectBusy(refusedSockets)
		}
		return err
	}, s.admission.rated, s.admission.socketBody(s.cfg.Live))
}

func (g *admission) refusedSocket(bound live.Bound) {
	if bound == live.BoundPending {
		g.refused(refusedPendingSockets)
		return
	}
	g.refused(refusedSockets)
}

// rated limits the request rate of an address while its token is unknown.
func (g *admission) rated(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := g.allow(byAddress(c.RealIP())); err != nil {
			return err
		}
		return next(c)
	}
}

// socketBody reads the body of a Socket.IO request. If the client has sent its token, the body counts against
// that token like any other request. All other clients share a small amount of memory.
func (g *admission) socketBody(sockets *live.Server) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			a := allowance{small: g.pendingBodies, large: g.pendingBodies, payer: byAddress(c.RealIP()), bytes: pendingBody, time: pendingTime}
			if credential, admitted := sockets.Credential(c.QueryParam("sid")); admitted {
				a = allowance{small: g.small, large: g.bodies, payer: a.payer, bytes: maxSocketBody, time: g.limits.BodyTime}
				if credential != "" {
					a.payer = credential
				}
			}
			return g.buffer(c, next, a)
		}
	}
}

// ownPageKey is the key of whether a page of this server opened a connection.
type ownPageKey struct{}

// socket checks the token of a socket, and the workspace that its page chose.
func (g *admission) socket(r *http.Request, auth live.Auth) (live.Owner, error) {
	who, err := g.admit(auth.Token, "in the socket's auth, {token}", hostname(r.RemoteAddr))
	if err != nil {
		return live.Owner{}, err
	}
	ownPage, _ := r.Context().Value(ownPageKey{}).(bool)
	// The request of a WebSocket has ended when its token arrives.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), readyTimeout)
	defer cancel()
	if who, err = g.enter(ctx, who, auth.Workspace, ownPage); err != nil {
		g.refused(refusedWorkspace)
	}
	return live.Owner{Caller: who.caller, Credential: who.credential}, err
}
