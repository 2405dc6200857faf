package plans

import (
	"context"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
)

// CheckInput names a plan and the entries that are to be left out.
type CheckInput struct {
	TaskID  string `json:"taskId" maxBytes:"200"`
	Exclude []int  `json:"exclude,omitempty" minimum:"0" maxItems:"100000" doc:"Indexes of the entries to leave out, from 0"`
}

// CheckOutput says what would happen if the plan were applied now.
type CheckOutput struct {
	Problems    []string `json:"problems" doc:"What would prevent applying the other entries now"`
	ProblemRows []int    `json:"problemRows" doc:"For each problem the index of its entry, from 0; -1: the whole plan"`
	LeaveOut    []int    `json:"leaveOut" doc:"Further entries to exclude, so that the rest can be applied: those with problems, and those that need their place"`
}

// Check returns the problems of a plan without some of its entries.
func (s *Service) Check(ctx context.Context, by audit.Caller, in CheckInput) (CheckOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opCheck, in, func(ctx context.Context, note *usecase.Note) (CheckOutput, error) {
		note.IDs(in.TaskID)
		p, err := s.find(ctx, by.Workspace, asPlan, in.TaskID)
		if err != nil {
			return CheckOutput{}, err
		}
		if err := p.checkExclude(in.Exclude); err != nil {
			return CheckOutput{}, err
		}
		out := CheckOutput{Problems: []string{}, ProblemRows: []int{}, LeaveOut: []int{}}
		if !p.waits() {
			return out, nil
		}
		if found := p.emptiness(); found != nil {
			out.Problems, out.ProblemRows = problemTexts(found), problemRows(found)
			return out, nil
		}
		where := s.openPlanFolder(p)
		defer where.close()
		entries, places := p.included(in.Exclude)
		found := p.problems(where, entries, places, true)
		out.Problems, out.ProblemRows = problemTexts(found), problemRows(found)
		out.LeaveOut, err = leaveOut(ctx, p, where, in.Exclude, found)
		return out, err
	})
}

// checkExclude rejects an index that the plan does not have.
func (p *Plan) checkExclude(exclude []int) error {
	for _, i := range exclude {
		if i >= len(p.Files) {
			return fault.Invalid("exclude has entry %d, but the plan has %d entries, counted from 0", i, len(p.Files))
		}
	}
	return nil
}

// leaveOut returns the entries without which the rest has no problems, sorted. It returns none if the whole plan
// has a problem.
func leaveOut(ctx context.Context, p *Plan, where folder, exclude []int, found []problem) ([]int, error) {
	l := leaving{p: p, where: where, left: map[int]bool{}}
	for _, row := range exclude {
		l.left[row] = true
	}
	for len(found) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, one := range found {
			if one.entry < 0 {
				return []int{}, nil
			}
			l.leave(one.entry)
		}
		entries, places := p.included(append(slices.Clone(exclude), l.rows...))
		found = p.problems(where, entries, places, true)
	}
	slices.Sort(l.rows)
	return append([]int{}, l.rows...), nil
}

// leaving collects the entries to leave out.
type leaving struct {
	p     *Plan
	where folder
	rows  []int
	left  map[int]bool         // of rows, and those that the caller leaves out
	into  map[media.Path][]int // the entries of a rename by target
}

// leave leaves out an entry. Its file stays in its place, so renames to that place are left out too. Without this,
// a long chain would need a check of the whole plan for each of its entries.
func (l *leaving) leave(row int) {
	for queue := []int{row}; len(queue) > 0; queue = queue[1:] {
		row := queue[0]
		if l.left[row] {
			continue
		}
		l.left[row] = true
		l.rows = append(l.rows, row)
		if l.p.Task == Rename {
			queue = append(queue, l.onto(l.p.Files[row].From)...)
		}
	}
}

// onto returns the entries that rename a file to a path, if a file is there.
func (l *leaving) onto(path media.Path) []int {
	if l.into == nil {
		l.into = make(map[media.Path][]int, len(l.p.Files))
		for i, e := range l.p.Files {
			l.into[e.To] = append(l.into[e.To], i)
		}
	}
	if _, err := l.where.root.Lstat(l.where.name(path)); err != nil {
		return nil
	}
	return l.into[path]
}
