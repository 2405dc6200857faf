package apiclient

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// Direct calls the use cases over a store in this process. Tests of the checkers use it with broken stores.
type Direct struct{ useCases map[string]usecase.UseCase }

// NewDirect returns a Direct over a store.
func NewDirect(store graph.Store) Direct {
	d := Direct{map[string]usecase.UseCase{}}
	runner := &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}
	for _, u := range graph.NewService(store, runner).UseCases() {
		d.useCases[u.Name] = u
	}
	return d
}

// Call runs the use case. If the store's error is not allowed for clients, Call returns it as an error.
func (d Direct) Call(ctx context.Context, useCase string, args map[string]any) (Answer, error) {
	u, known := d.useCases[useCase]
	if !known {
		return Answer{}, fmt.Errorf("no use case is called %s", useCase)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return Answer{}, err
	}
	out, err := u.Call(ctx, audit.Caller{Workspace: "default", Transport: "rest", Role: access.Admin}, raw)
	if err != nil {
		shown := fault.From(err)
		if shown.Code == fault.Internal {
			return Answer{}, err
		}
		return Answer{Code: shown.Code, Details: shown.Details}, nil
	}
	result, err := json.Marshal(out)
	return Answer{Result: result}, err
}

// UseCases lists the use cases that every API has.
func UseCases() []string { return slices.Sorted(maps.Keys(NewDirect(nil).useCases)) }
