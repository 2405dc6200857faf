package openai

import "plotline/scenes/model"

// kindError says more exactly what one of package model's errors means here. errors.Is finds that.
type kindError struct {
	text string
	kind error
}

func (e *kindError) Error() string { return e.text }

func (e *kindError) Unwrap() error { return e.kind }

// What package model's errors are too coarse for.
var (
	// ErrNoModel says that no model is configured and the endpoint names none.
	ErrNoModel error = &kindError{"the model's endpoint does not tell which models it has; check that PLOTLINE_AI_BASE_URL is right (most end in /v1), or set PLOTLINE_AI_MODEL", model.ErrRefused}
	// ErrNotThere is the status 404, which means either.
	ErrNotThere error = &kindError{"the model's endpoint has no such model, or nothing at this address; check PLOTLINE_AI_MODEL and PLOTLINE_AI_BASE_URL", model.ErrRefused}
	// ErrRefusal is a model's own no.
	ErrRefusal error = &kindError{"the model declines to answer this; ask in other words", model.ErrDeclined}
)
