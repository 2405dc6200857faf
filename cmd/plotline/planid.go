package main

import (
	"context"
	"strings"

	"plotline/internal/fault"
	"plotline/plans"
)

const (
	planIDLength = 36 // of a UUID
	leastPrefix  = 8  // of the beginnings that a terminal shows
)

// planArgument names one plan.
type planArgument struct {
	Plan string `arg:"" help:"Id of the plan, or its beginning."`
}

// id returns the id of the plan that the argument names.
func (a planArgument) id(ctx context.Context, p *program) (string, error) {
	if len(a.Plan) >= planIDLength || len(a.Plan) < leastPrefix {
		return a.Plan, nil
	}
	all, err := p.plans.ListPlans(ctx, p.caller, plans.ListInput{})
	if err != nil {
		return "", err
	}
	var found []string
	for i := range all.Plans {
		if strings.HasPrefix(all.Plans[i].ID, strings.ToLower(a.Plan)) {
			found = append(found, all.Plans[i].ID)
		}
	}
	switch len(found) {
	case 0:
		return a.Plan, nil // the use case reports it
	case 1:
		return found[0], nil
	}
	return "", fault.Invalid("%d plans begin with %s; give more of the id: %s", len(found), a.Plan, strings.Join(found, ", "))
}

// shortestPrefix returns the least length at which the ids of plans differ.
func shortestPrefix(list []plans.Plan) int {
	for length := leastPrefix; length < planIDLength; length++ {
		seen := map[string]bool{}
		for i := range list {
			seen[list[i].ID[:min(length, len(list[i].ID))]] = true
		}
		if len(seen) == len(list) {
			return length
		}
	}
	return planIDLength
}
