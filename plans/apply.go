package plans

import (
	"context"
	"encoding/json"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans/renames"
)

// ApplyInput selects what to apply of a plan.
type ApplyInput struct {
	TaskID   string `json:"taskId" maxBytes:"200"`
	Exclude  []int  `json:"exclude,omitempty" minimum:"0" maxItems:"100000" doc:"Indexes of the entries to leave out, from 0"`
	Sidecars bool   `json:"sidecars,omitempty" default:"true" doc:"Move subtitles, NFO files and images with their video"`
	Complete bool   `json:"complete,omitempty" default:"true" doc:"Also complete the plan"`
}

// ApplyOutput lists what was done.
type ApplyOutput struct {
	Success  bool    `json:"success"`
	Plan     Plan    `json:"plan"`
	Renamed  []Moved `json:"renamed"`
	Sidecars []Moved `json:"sidecars"`
}

// Moved is a file that was renamed.
type Moved struct {
	From media.Path `json:"from"`
	To   media.Path `json:"to"`
}

// Apply carries out a plan, as a whole or not at all.
func (s *Service) Apply(ctx context.Context, by audit.Caller, in ApplyInput) (ApplyOutput, error) {
	return decide(ctx, s, by, in, decision{op: opApply, plan: in.TaskID, movesFiles: true}, func(ctx context.Context) (ApplyOutput, error) {
		p, err := s.find(ctx, by.Workspace, asPlan, in.TaskID)
		if err != nil {
			return ApplyOutput{}, err
		}
		entries, whole, err := s.checkApply(ctx, p, in.Exclude, in.Sidecars)
		if err != nil {
			return ApplyOutput{}, err
		}
		n := s.note(p, by, slices.Compact(slices.Sorted(slices.Values(in.Exclude))))
		n.Complete, n.LeftOut = in.Complete, leftOut(n.Excluded, whole)
		out, err := s.apply(ctx, p, entries, n, in.Sidecars)
		if err != nil {
			return ApplyOutput{}, err
		}
		s.episodes.writeNow(ctx, &out.Plan, by.Actor)
		return out, nil
	})
}

// leftOut returns the first problem of each excluded entry that has one.
func leftOut(excluded []int, whole []problem) []LeftOut {
	var all []LeftOut
	for _, found := range whole {
		_, left := slices.BinarySearch(excluded, found.entry)
		if left && !slices.ContainsFunc(all[max(0, len(all)-1):], func(l LeftOut) bool { return l.Row == found.entry }) {
			all = append(all, LeftOut{found.entry, found.text})
		}
	}
	return all
}

// checkApply makes all checks that are possible before a file is touched. It returns the entries to apply, and the problems
// of the whole plan.
func (s *Service) checkApply(ctx context.Context, p *Plan, exclude []int, sidecars bool) (apply []Entry, whole []problem, err error) {
	checked := false // whether whole has been read
	err = usecase.Unchanged(ctx, func() any {
		whole, checked = s.problems(p), true
		return s.viewOf(ctx, p, whole)
	})
	if err != nil {
		return nil, nil, err
	}
	if err := s.checkAppliable(p, exclude); err != nil {
		return nil, nil, err
	}
	if found := p.emptiness(); found != nil {
		return nil, nil, problemsError(found)
	}
	entries, places := p.included(exclude)
	if len(entries) == 0 {
		return nil, nil, fault.Invalid("exclude leaves out every entry; reject the plan instead")
	}
	where := s.openPlanFolder(p)
	defer where.close()
	for _, e := range entries { // a file may have become a link since its entry was added
		if err := where.checkInside(e); err != nil {
			return nil, nil, err
		}
	}
	if !checked {
		whole = s.problems(p)
	}
	found := whole
	if len(exclude) > 0 || !sidecars {
		found = p.problems(where, entries, places, sidecars)
	}
	if len(found) > 0 {
		return nil, nil, problemsError(found)
	}
	return entries, whole, nil
}

// checkAppliable returns an error unless the plan waits for a decision, and its files may be reached.
func (s *Service) checkAppliable(p *Plan, exclude []int) error {
	if err := p.checkWaits("applied"); err != nil {
		return err
	}
	if p.Task == Rename {
		if err := s.checkSystem("applied"); err != nil {
			return err
		}
	}
	if err := s.cfg.Folders.Of(p.owner()).Allow(p.MediaFolderPath); err != nil {
		return err
	}
	return p.checkExclude(exclude)
}

// problemsError returns an error that lists the problems of a plan.
func problemsError(found []problem) error {
	return fault.Newf(fault.Conflict, "Plan cannot be applied: %s", found[0].text).
		With("problems", problemTexts(found)).With("problemRows", problemRows(found))
}

func (f folder) checkInside(e Entry) error {
	if _, err := f.inside(asSource, string(e.source())); err != nil {
		return err
	}
	if e.To == "" {
		return nil
	}
	_, err := f.inside(asTarget, string(e.To))
	return err
}

func (s *Service) apply(ctx context.Context, p *Plan, entries []Entry, n note, sidecars bool) (ApplyOutput, error) {
	if p.Task == Recognise {
		return s.recognise(ctx, p, entries, n)
	}
	out, err := s.rename(ctx, p, entries, n, sidecars)
	if err != nil {
		return ApplyOutput{}, withProblems(err)
	}
	now, err := s.shelves.of(p.owner()).Read(ctx, p.ID)
	if err != nil {
		return ApplyOutput{}, err
	}
	out.Plan = *now
	return out, nil
}

// withProblems adds the list of problems, which all other refusals have, to an error of the renames.
func withProblems(err error) error {
	known := fault.From(err)
	if known.Code != fault.Conflict {
		return err
	}
	return known.With("problems", []string{known.Details}).With("problemRows", []int{-1})
}

// recognise writes season and episode into the metadata. It is idempotent, in case the process ends
// before the plan is written.
func (s *Service) recognise(ctx context.Context, p *Plan, entries []Entry, n note) (ApplyOutput, error) {
	assigned := make([]media.Assignment, 0, len(entries))
	for _, e := range entries {
		assigned = append(assigned, media.Assignment{Path: e.Path, Season: *e.Season, Episode: *e.Episode})
	}
	p, err := s.recordRecognition(ctx, p, func(p *Plan) { p.applied(n) }, func() error {
		return s.cfg.Libraries.Of(p.owner()).Update(ctx, p.MediaFolderPath, func(m *media.Metadata) error {
			m.AssignBy(p.ID, assigned, p.numbering(m.Numbering))
			return nil
		})
	})
	if err != nil {
		return ApplyOutput{}, err
	}
	return ApplyOutput{true, *p, []Moved{}, []Moved{}}, nil
}

// rename moves the files through the journal, which then records the outcome.
func (s *Service) rename(ctx context.Context, p *Plan, entries []Entry, n note, sidecars bool) (ApplyOutput, error) {
	moves, err := movesOf(s.cfg.Folders.Of(p.owner()), p, entries, sidecars)
	if err != nil {
		return ApplyOutput{}, err
	}
	raw, err := json.Marshal(n)
	if err != nil {
		return ApplyOutput{}, err
	}
	err = s.journals.Apply(ctx, renames.Request{ID: p.ID, Folder: p.MediaFolderPath.Native(), Moves: moves, Note: raw}, s.record)
	if err != nil {
		return ApplyOutput{}, err
	}
	out := ApplyOutput{Success: true, Renamed: []Moved{}, Sidecars: []Moved{}}
	for _, m := range moves {
		moved := Moved{p.MediaFolderPath.Join(m.From), p.MediaFolderPath.Join(m.To)}
		if m.Sidecar {
			out.Sidecars = append(out.Sidecars, moved)
		} else {
			out.Renamed = append(out.Renamed, moved)
		}
	}
	return out, nil
}

// movesOf returns the moves of a plan's files and, if wanted, of their sidecars.
func movesOf(roots media.Roots, p *Plan, entries []Entry, sidecars bool) ([]renames.Move, error) {
	moves := folder{path: p.MediaFolderPath}.moves(entries) // checkApply has checked that they are inside
	if !sidecars {
		return moves, nil
	}
	root, err := roots.Open(p.MediaFolderPath)
	if err != nil {
		return nil, fault.Newf(fault.Conflict, `Media folder "%s" cannot be opened; check its permissions`, p.MediaFolderPath).Because(err)
	}
	defer func() { _ = root.Close() }()
	with, err := renames.Sidecars(root, moves, media.IsVideo, listed(p)...)
	return append(moves, with...), err
}

// listed returns the files that the plan names, including excluded ones.
func listed(p *Plan) []string {
	names := make([]string, 0, len(p.Files))
	for _, e := range p.Files {
		if name, inside := p.MediaFolderPath.Rel(e.From); inside {
			names = append(names, name)
		}
	}
	return names
}
