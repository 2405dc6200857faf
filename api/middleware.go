package api

import (
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// identified sets the request id: the client's, if it is valid, or a new one. The id appears in the response,
// the log and internal errors.
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

// unslashed serves /mcp/ as /mcp. Some clients add the slash, and a redirect would lose the body of their POST.
func unslashed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if at := c.Request().URL; at.Path == mcpPath+"/" {
			at.Path, at.RawPath = mcpPath, ""
		}
		return next(c)
	}
}

func goodRequestID(id string) bool {
	const most = 128
	return id != "" && len(id) <= most && !strings.ContainsFunc(id, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsPrint(r)
	})
}

// maxLogged bounds the path in a log line, in bytes.
const maxLogged = 200

// logged writes each request to the debug log, and each request without a valid token to the log as a
// warning.
func (s *Server) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err) // sets the status of the response
		}
		r := c.Request()
		attrs := []any{
			"method", r.Method, "path", clip.Bytes(r.URL.Path, maxLogged), "status", c.Response().Status,
			"bytes", c.Response().Size, "took", time.Since(start), "request_id", requestID(c), "address", c.RealIP(),
		}
		if c.Response().Status == http.StatusUnauthorized { // possibly an attempt to guess a token
			s.admission.warnings.warn(r.Context(), "request", attrs...)
			return nil
		}
		s.logger.DebugContext(r.Context(), "request", attrs...)
		return nil
	}
}

// hardened sets the security headers that restrict how browsers use a response.
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

// crossOrigin lets pages of the given origins call the server and read its responses (CORS).
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

// internal returns an internal error that refers to the log by request id.
func internal(id string) error { return fault.New(fault.Internal, "request "+id) }
