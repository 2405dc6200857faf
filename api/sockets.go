package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"plotline/api/live"
)

// socketsPath is where clients of Socket.IO look for it.
const socketsPath = "/socket.io/"

// addSockets serves live events. A request may wait there for long without taking a place among those
// that run; its token comes later, inside of it.
func (s *Server) addSockets() {
	if s.cfg.Live == nil {
		return
	}
	s.watch.live = s.cfg.Live
	serve := s.cfg.Live.Handler(live.Door{Authenticate: s.gate.socket, Connections: s.cfg.Limits.Streams})
	s.echo.Match([]string{http.MethodGet, http.MethodPost}, socketsPath, func(c echo.Context) error {
		r := c.Request()
		if r.Header.Get(echo.HeaderOrigin) != "" { // it was judged, and the library knows only our own
			r = r.Clone(r.Context())
			r.Header.Del(echo.HeaderOrigin)
		}
		err := serve(c.Response(), r)
		if errors.Is(err, live.ErrFull) {
			return busy()
		}
		return err
	}, s.gate.rated, s.gate.buffered)
}

// rated bounds how often an address comes, where no token is known yet.
func (g *gate) rated(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := g.allow(byAddress(c.RealIP())); err != nil {
			return err
		}
		return next(c)
	}
}

// socket judges the token of a socket.
func (g *gate) socket(r *http.Request, token string) (live.Who, error) {
	who, err := g.admit(token, "in the socket's auth, {token}", hostname(r.RemoteAddr))
	return live.Who{Caller: who.caller, Credential: who.credential}, err
}
