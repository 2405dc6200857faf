package openai

import "plotline/scenes/model"

// kindError refines one of package model's errors. errors.Is matches that error.
type kindError struct {
	text string
	kind error
}

func (e *kindError) Error() string { return e.text }

func (e *kindError) Unwrap() error { return e.kind }

// The errors that refine package model's.
var (
	// ErrNoModel reports that no model is configured and the endpoint lists none.
	ErrNoModel error = &kindError{"the model's endpoint does not tell which models it has; check that PLOTLINE_AI_BASE_URL is right (most end in /v1), or set PLOTLINE_AI_MODEL", model.ErrRefused}
	// ErrNotThere reports status 404, which means an unknown model or a wrong address.
	ErrNotThere error = &kindError{"the model's endpoint has no such model, or nothing at this address; check PLOTLINE_AI_MODEL and PLOTLINE_AI_BASE_URL", model.ErrRefused}
	// ErrRefusal reports that the model itself declined.
	ErrRefusal error = &kindError{"the model declines to answer this; ask in other words", model.ErrDeclined}
)
