package plans

import (
	"context"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
)

// EditInput changes entries of a plan that waits for a decision: first the changes, then the shift, then the
// added files, then the uncertain ones.
type EditInput struct {
	TaskID       string      `json:"taskId" maxBytes:"200"`
	Changes      []RowChange `json:"changes,omitempty" maxItems:"100000" doc:"New values of single entries"`
	ShiftRows    []int       `json:"shiftRows,omitempty" minimum:"0" maxItems:"100000" doc:"Indexes of the entries whose numbers change by shiftSeason and shiftEpisode"`
	ShiftSeason  int         `json:"shiftSeason,omitempty" minimum:"-100000" maximum:"100000" doc:"Added to the season of shiftRows"`
	ShiftEpisode int         `json:"shiftEpisode,omitempty" minimum:"-100000" maximum:"100000" doc:"Added to the episode of shiftRows"`
	Add          []AddedRow  `json:"add,omitempty" maxItems:"100000" doc:"Files to add to a recognition, such as unrecognised ones"`
	Up           []UpRow     `json:"up,omitempty" maxItems:"100000" doc:"Uncertain files to move into a recognition"`
	Remember     []Remember  `json:"remember,omitempty" enum:"absolute,specials" maxItems:"2" doc:"What the folder remembers when the plan is applied: numbers count through the show; OVA and the like are season 0"`
}

// RowChange gives an entry new values. Absent ones stay.
type RowChange struct {
	Row     int    `json:"row" minimum:"0" doc:"Index of the entry, from 0"`
	Season  *int   `json:"season,omitempty" minimum:"0" doc:"Of a recognition"`
	Episode *int   `json:"episode,omitempty" minimum:"0" doc:"Of a recognition"`
	To      string `json:"to,omitempty" maxBytes:"4096" doc:"Of a rename: the new path"`
}

// AddedRow assigns an episode to a file that has no entry.
type AddedRow struct {
	Season  int    `json:"season" minimum:"0" doc:"0 for specials"`
	Episode int    `json:"episode" minimum:"0"`
	Path    string `json:"path" maxBytes:"4096" doc:"Absolute path of the video file"`
}

// UpRow moves an uncertain file into a recognition.
type UpRow struct {
	Path    string `json:"path" maxBytes:"4096" doc:"Absolute path of an uncertain file"`
	Season  *int   `json:"season,omitempty" minimum:"0" doc:"Default: its guess"`
	Episode *int   `json:"episode,omitempty" minimum:"0" doc:"Default: its guess"`
	Alike   bool   `json:"alike,omitempty" doc:"Also move all uncertain files of its folder whose names differ only in digits, each with its own guess"`
}

// Edit changes entries of a plan for the person who reviews it, and returns the plan with its problems. The
// rules are those of the agent's entries.
func (s *Service) Edit(ctx context.Context, by audit.Caller, in EditInput) (View, error) {
	return decide(ctx, s, by, in, decision{op: opEdit, plan: in.TaskID}, func(ctx context.Context) (View, error) {
		p, err := s.change(ctx, by.Workspace, asPlan, in.TaskID, func(p *Plan) error {
			if err := usecase.Unchanged(ctx, func() any { return s.view(ctx, p) }); err != nil {
				return err
			}
			if err := p.checkWaits("edited"); err != nil {
				return err
			}
			if more := in.bytes(); more > 0 {
				if err := s.checkRoom(ctx, by.Workspace, 0, more); err != nil {
					return err
				}
			}
			where := s.openPlanFolder(p)
			defer where.close()
			return s.edit(p, by, where, in)
		})
		if err != nil {
			return View{}, err
		}
		return s.view(ctx, p), nil
	})
}

// bytes returns about how many bytes the new entries and targets need in the file of a plan.
func (in EditInput) bytes() (sum int64) {
	for _, added := range in.Add {
		sum += Entry{Path: media.Path(added.Path)}.bytes()
	}
	for _, change := range in.Changes {
		sum += int64(len(change.To))
	}
	return sum
}

// checkWaits returns an error unless the plan waits for a decision. The error says what cannot be done: edited or applied.
func (p *Plan) checkWaits(done string) error {
	switch {
	case p.Status != Pending:
		return fault.Newf(fault.Conflict, "Plan cannot be %s: status is %s", done, p.Status)
	case p.ReadyAt == nil:
		return fault.Newf(fault.Conflict, "Plan cannot be %s: the agent has not submitted it yet", done)
	case p.AppliedAt != nil:
		return fault.Newf(fault.Conflict, "Plan cannot be %s: it was applied at %s", done, p.AppliedAt)
	}
	return nil
}

// edit applies the whole input to a copy of a plan, and records what the person changed.
func (s *Service) edit(p *Plan, by audit.Caller, where folder, in EditInput) error {
	if len(in.Changes)+len(in.ShiftRows)+len(in.Add)+len(in.Up)+len(in.Remember) == 0 {
		return fault.Invalid("there is nothing to edit: give changes, shiftRows, add, up or remember")
	}
	e := newEditor(p, where)
	for i, change := range in.Changes {
		if err := e.change(change); err != nil {
			return fault.From(err).At(i)
		}
	}
	if err := e.shift(in.ShiftRows, in.ShiftSeason, in.ShiftEpisode); err != nil {
		return err
	}
	for i, added := range in.Add {
		if err := e.add(added); err != nil {
			return fault.From(err).At(i)
		}
	}
	for i, row := range in.Up {
		if err := e.up(row); err != nil {
			return fault.From(err).At(i)
		}
	}
	if err := e.checkDuplicates(); err != nil {
		return err
	}
	if err := p.remember(in.Remember); err != nil {
		return err
	}
	now := s.now()
	p.happened(Event{At: now, By: by.Actor, Did: DidEdit})
	return e.store(now)
}

// editor holds the entries of a plan while they are edited.
type editor struct {
	p       *Plan
	where   folder
	files   []Entry
	touched map[int]bool
	added   map[media.Path]bool
	guesses *guesses // of uncertain files; nil before the first is needed
}

func newEditor(p *Plan, where folder) *editor {
	return &editor{p: p, where: where, files: slices.Clone(p.Files), touched: map[int]bool{}, added: map[media.Path]bool{}}
}

// row returns the entry of an index for a change.
func (e *editor) row(index int) (*Entry, error) {
	if index >= len(e.p.Files) {
		return nil, fault.Invalid("row is %d, but the plan has %d entries, counted from 0", index, len(e.p.Files))
	}
	e.touched[index] = true
	return &e.files[index], nil
}

func (e *editor) change(c RowChange) error {
	entry, err := e.row(c.Row)
	if err != nil {
		return err
	}
	numbers := c.Season != nil || c.Episode != nil
	switch {
	case !numbers && c.To == "":
		return fault.Invalid("the change of row %d changes nothing: give season, episode or to", c.Row)
	case e.p.Task == Rename && numbers:
		return fault.Invalid("row %d belongs to a rename, which has no season and episode; give to", c.Row)
	case e.p.Task == Recognise && c.To != "":
		return fault.Invalid("row %d belongs to a recognition, which renames nothing; give season or episode", c.Row)
	case e.p.Task == Rename:
		*entry, err = e.where.renamed(string(entry.From), c.To)
		return err
	}
	if c.Season != nil {
		entry.Season = c.Season
	}
	if c.Episode != nil {
		entry.Episode = c.Episode
	}
	return nil
}

// checkNumbered returns an error if an argument is only for plans whose entries have season and episode.
func (p *Plan) checkNumbered(argument string) error {
	if p.Task == Rename {
		return fault.Invalid("%s is for recognitions: a rename has no season and episode", argument)
	}
	return nil
}

// shift adds to the numbers of several entries.
func (e *editor) shift(rows []int, seasons, episodes int) error {
	if len(rows) > 0 {
		if err := e.p.checkNumbered("shiftRows"); err != nil {
			return err
		}
	}
	if len(rows) > 0 && seasons == 0 && episodes == 0 {
		return fault.Invalid("shiftRows needs shiftSeason or shiftEpisode")
	}
	rows = slices.Compact(slices.Sorted(slices.Values(rows)))
	for _, index := range rows {
		entry, err := e.row(index)
		if err != nil {
			return err
		}
		season, episode := *entry.Season+seasons, *entry.Episode+episodes
		if season < 0 || episode < 0 {
			return fault.Invalid("the shift would give row %d season %d and episode %d; both must be at least 0", index, season, episode)
		}
		entry.Season, entry.Episode = &season, &episode
	}
	return nil
}

// add appends an entry for a file.
func (e *editor) add(a AddedRow) error {
	if err := e.p.checkNumbered("add"); err != nil {
		return err
	}
	entry, err := e.where.recognised(a.Season, a.Episode, a.Path)
	if err != nil {
		return err
	}
	e.touched[len(e.files)] = true
	e.files = append(e.files, entry)
	e.added[entry.Path] = true
	return nil
}

// checkDuplicates rejects a touched entry that equals another, or has its target.
func (e *editor) checkDuplicates() error {
	first := map[string]int{}
	for i, entry := range e.files {
		key := entry.key()
		other, taken := first[key]
		if taken && (e.touched[i] || e.touched[other]) {
			return checkNew([]Entry{e.files[other]}, entry)
		}
		if !taken {
			first[key] = i
		}
	}
	return nil
}
