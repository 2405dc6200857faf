package api

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
	"plotline/internal/output"
)

// problemType is the media type of RFC 9457.
const problemType = "application/problem+json"

// clientClosed is nginx's status for a request that the client cancelled.
const clientClosed = 499

var statuses = map[fault.Code]int{
	fault.InvalidArgument:  http.StatusBadRequest,
	fault.NotFound:         http.StatusNotFound,
	fault.AlreadyExists:    http.StatusConflict,
	fault.Cycle:            http.StatusConflict,
	fault.Conflict:         http.StatusConflict,
	fault.TooLarge:         http.StatusRequestEntityTooLarge,
	fault.Unauthenticated:  http.StatusUnauthorized,
	fault.PermissionDenied: http.StatusForbidden,
	fault.RateLimited:      http.StatusTooManyRequests,
	fault.Cancelled:        clientClosed,
	fault.Unavailable:      http.StatusServiceUnavailable,
	fault.Timeout:          http.StatusGatewayTimeout,
	fault.Internal:         http.StatusInternalServerError,
}

// StatusOf returns the HTTP status of an error code.
func StatusOf(code fault.Code) int { return statuses[code] }

// refusal is an error whose HTTP status or Retry-After differs from the default of its code.
type refusal struct {
	known      *fault.Error
	status     int
	retryAfter time.Duration
}

// Error returns the text for the log.
func (r *refusal) Error() string { return r.known.Error() }

// Unwrap returns the error with the code.
func (r *refusal) Unwrap() error { return r.known }

func refuse(status int, err *fault.Error) error { return &refusal{known: err, status: status} }

// retryLater returns an error with a Retry-After header.
func retryLater(err *fault.Error, after time.Duration) error {
	return &refusal{known: err, status: statuses[err.Code], retryAfter: after}
}

// handleError writes the response of a failed request.
func (s *Server) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if errors.Is(err, echo.ErrNotFound) && s.notFoundPage(c) {
		return
	}
	shown := s.refusalOf(err, c)
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, problemType)
	header.Set(echo.HeaderCacheControl, "no-store")
	switch shown.known.Code { //nolint:exhaustive // the others say all in their body
	case fault.Unauthenticated:
		header.Set(echo.HeaderWWWAuthenticate, `Bearer realm="plotline"`)
	case fault.Unavailable:
		shown.retryAfter = max(shown.retryAfter, time.Second)
	}
	if shown.retryAfter > 0 {
		header.Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(shown.retryAfter.Seconds()))))
	}
	c.Response().WriteHeader(shown.status)
	if c.Request().Method != http.MethodHead {
		_, _ = c.Response().Write(problem(shown, requestID(c)))
	}
}

// refusalOf converts any error to one that a client may see.
func (s *Server) refusalOf(err error, c echo.Context) *refusal {
	if own, is := errors.AsType[*refusal](err); is {
		r := *own
		return &r
	}
	if echoErr, is := errors.AsType[*echo.HTTPError](err); is {
		return fromEcho(echoErr, c)
	}
	known := fault.From(err)
	if known.Code == fault.Internal && known.Details == "" {
		id := requestID(c)
		s.logger.ErrorContext(c.Request().Context(), "internal error", "path", c.Path(), "request_id", id, "error", err)
		known = fault.New(fault.Internal, "request "+id)
	}
	return &refusal{known: known, status: statuses[known.Code]}
}

// fromEcho converts an error of the router or of Echo's middleware.
func fromEcho(err *echo.HTTPError, c echo.Context) *refusal {
	known := fault.Newf(fault.Internal, "request %s", requestID(c))
	switch err.Code {
	case http.StatusNotFound:
		known = fault.Newf(fault.NotFound, "there is no route %.200s; /api/openapi.json lists the routes", c.Request().URL.Path)
	case http.StatusMethodNotAllowed:
		allow, _ := c.Get(echo.ContextKeyHeaderAllow).(string)
		known = fault.Invalid("%.200s does not support %.20s; use %s", c.Request().URL.Path, c.Request().Method, allow)
	default:
		if err.Code < http.StatusInternalServerError {
			known = fault.Invalid("%v", err.Message)
		}
	}
	return &refusal{known: known, status: err.Code}
}

// problem returns the body of an error: the fields of RFC 9457, the code, the request id and the error's
// extra fields.
func problem(r *refusal, id string) json.RawMessage {
	var o output.Object
	o.Add("type", "urn:plotline:problem:"+string(r.known.Code))
	o.Add("title", r.known.Title())
	o.Add("status", r.status)
	o.Add("detail", r.known.Details)
	o.Add("code", r.known.Code)
	o.Add("request_id", id)
	o.AddSorted(r.known.Extra)
	return o.JSON()
}

// requestID returns the request id, from the response header that identified has set.
func requestID(c echo.Context) string {
	if id := c.Response().Header().Get(echo.HeaderXRequestID); id != "" {
		return id
	}
	return uuid.NewString()
}
