package api

import (
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"plotline/graph/clip"
	"plotline/graph/fault"
	"plotline/graph/usecase"
)

// identified names the request: as the client did, if it made sense, else anew. The name is in the
// answer, in the log and in an internal error.
func identified(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Request().Header.Get(echo.HeaderXRequestID)
		if !goodRequestID(id) {
			id = uuid.NewString()
		}
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		c.SetRequest(c.Request().WithContext(usecase.WithRequestID(c.Request().Context(), id)))
		return next(c)
	}
}

func goodRequestID(id string) bool {
	const most = 128
	return id != "" && len(id) <= most && !strings.ContainsFunc(id, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsPrint(r)
	})
}

// maxLogged bounds the path in a line of the log, in bytes.
const maxLogged = 200

// logged tells the log of each request, when it listens, and of each without a valid token.
func (s *Server) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err) // so that the status is known
		}
		r := c.Request()
		said := []any{
			"method", r.Method, "path", clip.Bytes(r.URL.Path, maxLogged), "status", c.Response().Status,
			"bytes", c.Response().Size, "took", time.Since(start), "request_id", requestID(c), "address", c.RealIP(),
		}
		if c.Response().Status == http.StatusUnauthorized { // somebody without a token tries
			s.gate.warnings.warn(r.Context(), "request", said...)
			return nil
		}
		s.logger.DebugContext(r.Context(), "request", said...)
		return nil
	}
}

// hardened sets what keeps a browser from making more of an answer than it is.
func hardened(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderXContentTypeOptions, "nosniff")
		header.Set(echo.HeaderXFrameOptions, "DENY")
		header.Set(echo.HeaderReferrerPolicy, "no-referrer")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		return next(c)
	}
}

// crossOrigin lets pages of other origins call us and read our answers.
func crossOrigin(origins []string) echo.MiddlewareFunc {
	return middleware.CORSWithConfig(middleware.CORSConfig{
		AllowOrigins: origins,
		AllowMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete},
		AllowHeaders: []string{
			echo.HeaderAuthorization, echo.HeaderContentType, echo.HeaderAccept, "If-None-Match", echo.HeaderXRequestID,
			"Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name", "Last-Event-ID",
		},
		ExposeHeaders: []string{
			"ETag", echo.HeaderLocation, echo.HeaderRetryAfter, echo.HeaderXRequestID, headerTruncated, headerTotalNodes,
			"Mcp-Session-Id", "Mcp-Protocol-Version", echo.HeaderWWWAuthenticate,
		},
		MaxAge: int((10 * time.Minute).Seconds()),
	})
}

// internal is an error that the log knows by the request's id.
func internal(id string) error { return fault.New(fault.Internal, "request "+id) }
