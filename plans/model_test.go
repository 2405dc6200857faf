//go:build unix

package plans_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plotline/internal/fault"
	"plotline/plans"
)

// model is the expected state of one plan.
type model struct {
	task            plans.Task
	entries         []row
	ready           bool
	status          plans.Status
	applied, undone bool
	excluded        []int
	moved           []row             // the moves of the last apply
	put             map[string]string // the content of each target after the last apply
}

// mayAdd returns the error code that is expected for an entry.
func (m *model) mayAdd(task plans.Task, r row) fault.Code {
	if m.task != task || m.ready || m.status != plans.Pending {
		return fault.Conflict
	}
	for _, old := range m.entries {
		if r.path != "" && old == r || r.from != "" && (old.from == r.from || old.to == r.to) {
			return fault.AlreadyExists
		}
	}
	return ""
}

// checkApply returns the entries and the error code that are expected for an apply, given the folder's
// files.
func (m *model) checkApply(exclude []int, files map[string]string) (left []row, code fault.Code) {
	if m.status != plans.Pending || !m.ready || m.applied {
		return nil, fault.Conflict
	}
	out := map[int]bool{}
	for _, i := range exclude {
		if i >= len(m.entries) {
			return nil, fault.InvalidArgument
		}
		out[i] = true
	}
	sources, taken := map[string]bool{}, map[[2]int]string{}
	for i, r := range m.entries {
		if !out[i] {
			left = append(left, r)
			sources[r.from] = true
		}
	}
	if len(left) == 0 {
		return nil, fault.InvalidArgument
	}
	for _, r := range left {
		_, there := files[r.from+r.path]
		_, obstructed := files[r.to]
		at := [2]int{r.season, r.episode}
		if !there || r.from == r.to && r.from != "" || r.from != "" && obstructed && !sources[r.to] || r.path != "" && taken[at] != "" && taken[at] != r.path {
			return nil, fault.Conflict
		}
		taken[at] = r.path
	}
	return left, ""
}

// renamed returns the files after the moves.
func renamed(files map[string]string, moves []row, back bool) map[string]string {
	after := maps.Clone(files)
	for _, r := range moves {
		if back {
			r.from, r.to = r.to, r.from
		}
		delete(after, r.from)
	}
	for _, r := range moves {
		if back {
			r.from, r.to = r.to, r.from
		}
		after[r.to] = files[r.from]
	}
	return after
}

// machine makes random calls and compares the results with the model.
type machine struct {
	t     *testing.T
	w     *world
	files map[string]string
	plans map[string]*model
	order []string
}

func (c *machine) pick(t *rapid.T) (string, *model) {
	if len(c.order) == 0 { // skipping could fail the test if only such calls are drawn
		c.begin(t)
	}
	id := rapid.SampledFrom(c.order).Draw(t, "plan")
	return id, c.plans[id]
}

// answers compares an error with the expected code, and reports whether the call succeeded.
func answers(t *rapid.T, err error, code fault.Code) (done bool) {
	t.Helper()
	if fault.CodeOf(err) != code {
		t.Fatalf("got %v, want %q", err, code)
	}
	return err == nil
}

func (c *machine) begin(t *rapid.T) {
	if len(c.order) == 5 {
		t.Skip("enough plans")
	}
	task := rapid.SampledFrom(bothTasks).Draw(t, "task")
	id := c.w.begin(c.t, task)
	c.plans[id] = &model{task: task, status: plans.Pending}
	c.order = append(c.order, id)
}

func (c *machine) add(t *rapid.T) {
	id, m := c.pick(t)
	name := rapid.SampledFrom([]string{"a.mkv", "b.mkv", "c.mkv", "d.mkv", "e.mkv"})
	task := plans.Rename
	r := row{from: name.Draw(t, "from"), to: name.Draw(t, "to")}
	if m.task == plans.Recognise != (rapid.IntRange(0, 9).Draw(t, "other kind") == 0) {
		task = plans.Recognise
		r = row{path: r.from, season: 1, episode: rapid.IntRange(0, 2).Draw(t, "episode")}
	}
	_, err := c.w.add(c.t, id, r)
	if answers(t, err, m.mayAdd(task, r)) {
		m.entries = append(m.entries, r)
	}
}

func (c *machine) end(t *rapid.T) {
	id, m := c.pick(t)
	code := fault.Code("")
	switch {
	case m.ready || m.status != plans.Pending:
		code = fault.Conflict
	case len(m.entries) == 0:
		code = fault.InvalidArgument
	}
	_, err := c.w.end(c.t, id, m.task)
	if answers(t, err, code) {
		m.ready = true
	}
}

func (c *machine) apply(t *rapid.T) {
	id, m := c.pick(t)
	exclude := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 2).Draw(t, "exclude")
	complete := rapid.Bool().Draw(t, "complete")
	left, code := m.checkApply(exclude, c.files)
	_, err := c.w.apply(c.t, id, leaving(exclude...), func(in *plans.ApplyInput) { in.Complete = complete })
	if !answers(t, err, code) {
		return
	}
	m.applied, m.undone, m.excluded = true, false, nil
	for i := range m.entries {
		if slices.Contains(exclude, i) {
			m.excluded = append(m.excluded, i)
		}
	}
	if complete {
		m.status = plans.Completed
	}
	if m.moved = nil; m.task == plans.Rename {
		m.moved, m.put = left, map[string]string{}
		c.files = renamed(c.files, left, false)
		for _, r := range left {
			m.put[r.to] = c.files[r.to]
		}
		c.follow(left, false)
	}
}

// follow gives recognitions that wait the new paths of renamed files.
func (c *machine) follow(moves []row, back bool) {
	moved := map[string]string{}
	for _, r := range moves {
		if back {
			r.from, r.to = r.to, r.from
		}
		moved[r.from] = r.to
	}
	for _, m := range c.plans {
		if m.task != plans.Recognise || m.status != plans.Pending || m.applied {
			continue
		}
		for i := range m.entries {
			if to := moved[m.entries[i].path]; to != "" {
				m.entries[i].path = to
			}
		}
	}
}

func (c *machine) undo(t *rapid.T) {
	id, m := c.pick(t)
	if m.task == plans.Recognise && m.applied && !m.undone {
		// Whether it succeeds depends on all later recognitions; TestUndoOfRecognition has these cases.
		if _, err := c.w.undo(c.t, id); err != nil {
			answers(t, err, fault.Conflict)
			return
		}
		if m.undone = true; m.status == plans.Pending {
			m.applied, m.excluded = false, nil
		}
		return
	}
	if !m.applied || m.undone {
		_, err := c.w.undo(c.t, id)
		answers(t, err, fault.Conflict)
		return
	}
	// An undo succeeds while the renamed files are unchanged and their old names are free.
	code := fault.Code("")
	targets := map[string]bool{}
	for _, r := range m.moved {
		targets[r.to] = true
	}
	before := renamed(c.files, m.moved, true)
	for _, r := range m.moved {
		_, obstructed := c.files[r.from]
		if c.files[r.to] != m.put[r.to] || obstructed && !targets[r.from] {
			code = fault.Conflict
		}
	}
	_, err := c.w.undo(c.t, id)
	if !answers(t, err, code) {
		return
	}
	c.files = before
	c.follow(m.moved, true)
	if m.undone = true; m.status == plans.Pending {
		m.applied, m.excluded = false, nil
	}
}

func (c *machine) decide(t *rapid.T) {
	id, m := c.pick(t)
	status := rapid.SampledFrom([]plans.Status{plans.Completed, plans.Rejected, plans.Pending}).Draw(t, "status")
	code := fault.Code("")
	switch {
	case status == plans.Pending:
		code = fault.InvalidArgument
	case m.status != plans.Pending, status == plans.Rejected && m.applied:
		code = fault.Conflict
	}
	if answers(t, c.w.decide(c.t, id, status, ""), code) {
		m.status = status
	}
}

// check compares all visible state.
func (c *machine) check(t *rapid.T) {
	for id, m := range c.plans {
		p := c.w.view(c.t, id).Plan
		if p.Status != m.status || (p.ReadyAt != nil) != m.ready || (p.AppliedAt != nil) != m.applied || (p.UndoneAt != nil) != m.undone ||
			len(p.Files) != len(m.entries) || fmt.Sprint(p.Excluded) != fmt.Sprint(m.excluded) {
			t.Fatalf("the plan is %+v, the model %+v", p, m)
		}
	}
	if got := c.w.files(c.t); !maps.Equal(got, c.files) {
		t.Fatalf("the folder holds %v, not %v", got, c.files)
	}
}

// TestModel makes random calls on several plans of one folder. It compares each result, each plan and the
// files with the model.
func TestModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t, "a.mkv", "b.mkv", "c.mkv")
		c := &machine{t: t, w: w.with(func(c *plans.Config) { c.Memory = nil }), files: as("a.mkv", "b.mkv", "c.mkv"), plans: map[string]*model{}}
		rt.Repeat(map[string]func(*rapid.T){
			"begin": c.begin, "add": c.add, "add more": c.add, "add again": c.add, "end": c.end, "apply": c.apply, "undo": c.undo, "decide": c.decide,
			"": c.check,
		})
	})
}
