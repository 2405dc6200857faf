package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
	"plotline/internal/output"
	"plotline/internal/usecase"
)

const headerIfMatch = "If-Match"

// condition is the If-Match precondition of a request (RFC 9110, 13.1.1).
type condition struct {
	wanted string
	failed bool
}

// condition makes the use case check If-Match against the current state before it changes anything.
func (r route) condition(ctx context.Context, c echo.Context) (context.Context, *condition) {
	own := &condition{wanted: c.Request().Header.Get(headerIfMatch)}
	if !r.ifMatch || own.wanted == "" {
		return ctx, own
	}
	return usecase.WithPrecondition(ctx, own.holds), own
}

// holds compares If-Match with the tag that a read of current would have. The tags are weak because a
// response may be compressed, but they identify one state exactly.
func (o *condition) holds(current any) error {
	body, err := output.Result(current)
	if err != nil {
		return err
	}
	if matches(o.wanted, etag(mimeJSON, body)) {
		return nil
	}
	o.failed = true
	return fault.New(fault.Conflict, "It has changed since you read it: read it again, then decide")
}

// status answers 412 Precondition Failed if the condition failed.
func (o *condition) status(err error) error {
	if o.failed && fault.CodeOf(err) == fault.Conflict {
		return refuse(http.StatusPreconditionFailed, fault.From(err))
	}
	return err
}
