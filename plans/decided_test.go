//go:build unix

package plans_test

import (
	"fmt"
	"testing"

	"plotline/plans"
)

// TestListDecided checks the list of decided plans: newest first, without those that wait, filtered by outcome.
func TestListDecided(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	recognised := w.ready(t, plans.Recognise, row{path: "a.mkv"}, row{path: "b.mkv", episode: 1})
	renamed := w.ready(t, plans.Rename, row{from: "a.mkv", to: "c.mkv"})
	rejected := w.ready(t, plans.Rename, row{from: "b.mkv", to: "d.mkv"})
	w.ready(t, plans.Rename, row{from: "b.mkv", to: "e.mkv"})
	_, err := w.apply(t, renamed)
	must(t, err)
	must(t, w.decide(t, rejected, plans.Rejected, "no"))
	_, err = w.apply(t, recognised, leaving(1))
	must(t, err)
	list := func(status plans.Status, limit int) (all []string, total int) {
		out, err := w.ListDecided(t.Context(), person, plans.ListDecidedInput{Status: status, Limit: limit})
		must(t, err)
		names := map[string]string{recognised: "recognised", renamed: "renamed", rejected: "rejected"}
		for _, p := range out.Plans {
			if p.DecidedAt == nil {
				t.Errorf("%s has no time", names[p.ID])
			}
			all = append(all, fmt.Sprint(names[p.ID], " ", p.Status, " ", p.FileCount, " ", p.CanUndo, " ", p.Reason))
		}
		return all, out.Total
	}
	all, total := list("", 50)
	same(t, "all", []string{"recognised completed 1 true ", "rejected rejected 1 false no", "renamed completed 1 true "}, all)
	same(t, "total", 3, total)
	all, total = list("", 2)
	same(t, "two", []string{"recognised completed 1 true ", "rejected rejected 1 false no"}, all)
	same(t, "total beyond them", 3, total)
	_, err = w.undo(t, renamed)
	must(t, err)
	all, _ = list(plans.Undone, 50)
	same(t, "undone", []string{"renamed completed 1 false "}, all)
	all, _ = list("", 50)
	same(t, "an undo is the newest decision", "renamed completed 1 false ", all[0])
	all, _ = list(plans.Rejected, 50)
	same(t, "rejected", []string{"rejected rejected 1 false no"}, all)
	out, err := w.ListPlans(t.Context(), person, plans.ListInput{Status: plans.Undone})
	must(t, err)
	if len(out.Plans) != 1 || out.Plans[0].ID != renamed {
		t.Errorf("the undone plans are %+v", out.Plans)
	}
}
