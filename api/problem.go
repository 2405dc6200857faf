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

	"plotline/graph/fault"
	"plotline/graph/output"
)

// problemType is the media type of RFC 9457.
const problemType = "application/problem+json"

// clientClosed is what a caller who left would get; nginx made the number up, and it stuck.
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

// StatusOf is the HTTP status of an error with the code.
func StatusOf(code fault.Code) int { return statuses[code] }

// refusal is an error of HTTP's own, which has another status than its code alone would have.
type refusal struct {
	known      *fault.Error
	status     int
	retryAfter time.Duration
}

// Error is for the log.
func (r *refusal) Error() string { return r.known.Error() }

// Unwrap gives the error that the code belongs to.
func (r *refusal) Unwrap() error { return r.known }

func refuse(status int, err *fault.Error) error { return &refusal{known: err, status: status} }

// retryLater is an error that time mends.
func retryLater(err *fault.Error, after time.Duration) error {
	return &refusal{known: err, status: statuses[err.Code], retryAfter: after}
}

// handleError answers a request that failed, wherever that was.
func (s *Server) handleError(err error, c echo.Context) {
	if c.Response().Committed {
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

// refusalOf turns any error into what a client may see.
func (s *Server) refusalOf(err error, c echo.Context) *refusal {
	if own, is := errors.AsType[*refusal](err); is {
		r := *own
		return &r
	}
	if theirs, is := errors.AsType[*echo.HTTPError](err); is {
		return fromEcho(theirs, c)
	}
	known := fault.From(err)
	if known.Code == fault.Internal && known.Details == "" {
		id := requestID(c)
		s.logger.ErrorContext(c.Request().Context(), "internal error", "path", c.Path(), "request_id", id, "error", err)
		known = fault.New(fault.Internal, "request "+id)
	}
	return &refusal{known: known, status: statuses[known.Code]}
}

// fromEcho is what the router and Echo's middleware have to say.
func fromEcho(err *echo.HTTPError, c echo.Context) *refusal {
	known := fault.Newf(fault.Internal, "request %s", requestID(c))
	switch err.Code {
	case http.StatusNotFound:
		known = fault.Newf(fault.NotFound, "nothing is at %.200s; /api/openapi.json lists what there is", c.Request().URL.Path)
	case http.StatusMethodNotAllowed:
		allow, _ := c.Get(echo.ContextKeyHeaderAllow).(string)
		known = fault.Invalid("%.20s is no method of %.200s; there are %s", c.Request().Method, c.Request().URL.Path, allow)
	default:
		if err.Code < http.StatusInternalServerError {
			known = fault.Invalid("%v", err.Message)
		}
	}
	return &refusal{known: known, status: err.Code}
}

// problem is the body of an error: what RFC 9457 names, the code, and what helps beside them.
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

// requestID is the name of the request, ours or the client's.
func requestID(c echo.Context) string {
	if id := c.Response().Header().Get(echo.HeaderXRequestID); id != "" {
		return id
	}
	return uuid.NewString()
}
