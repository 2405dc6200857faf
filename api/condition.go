package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"plotline/graph/fault"
	"plotline/graph/output"
	"plotline/graph/usecase"
)

const headerIfMatch = "If-Match"

// condition is what a client has seen of that which it changes (RFC 9110, 13.1.1).
type condition struct {
	wanted string
	failed bool
}

// condition has the use case ask whether what it changes is still what If-Match names.
func (r route) condition(ctx context.Context, c echo.Context) (context.Context, *condition) {
	own := &condition{wanted: c.Request().Header.Get(headerIfMatch)}
	if !r.ifMatch || own.wanted == "" {
		return ctx, own
	}
	return usecase.WithPrecondition(ctx, own.holds), own
}

// holds compares with the tag that a read of the current state has. Ours are weak, for an answer may
// travel compressed, but they name a state exactly.
func (o *condition) holds(current any) error {
	body, err := output.Result(current)
	if err != nil {
		return err
	}
	if matches(o.wanted, etag(mimeJSON, body)) {
		return nil
	}
	o.failed = true
	return fault.New(fault.Conflict, "It has changed since you looked at it: look again, then decide")
}

// status gives a failed condition the status that HTTP has for it.
func (o *condition) status(err error) error {
	if o.failed && fault.CodeOf(err) == fault.Conflict {
		return refuse(http.StatusPreconditionFailed, fault.From(err))
	}
	return err
}
