package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/plans"
)

type plansEdit struct {
	planSettings
	planArgument
	Row          *int             `placeholder:"ROW" help:"Row to change, as 'plotline plans show' numbers them."`
	Season       *int             `help:"New season of --row, or the season of --add or --up."`
	Episode      *int             `help:"New episode of --row, or the episode of --add or --up."`
	To           string           `placeholder:"NAME" help:"New target of --row, in the media folder."`
	Rows         string           `placeholder:"ROWS" help:"Rows to shift, such as 3-9,12."`
	ShiftSeason  int              `placeholder:"N" help:"Add to the season of --rows; a negative number as --shift-season=-1."`
	ShiftEpisode int              `placeholder:"N" help:"Add to the episode of --rows."`
	Add          string           `placeholder:"FILE" help:"Unrecognised file to add, in the media folder."`
	Up           string           `placeholder:"FILE" help:"Uncertain file to move into the plan, with its guess unless --season and --episode say otherwise."`
	Alike        bool             `help:"Also move up the uncertain files in the folder of --up whose names differ from it only in digits, each with its guess."`
	Remember     []plans.Remember `enum:"absolute,specials" placeholder:"RULE" help:"What the folder remembers once the plan is applied: absolute (numbers count through the show) or specials (OVA and the like are season 0)."`
}

// Validate checks the flags without the plan. Kong calls it after parsing.
func (c *plansEdit) Validate() error {
	for flag, value := range map[string]*int{"row": c.Row, "season": c.Season, "episode": c.Episode} {
		if value != nil && *value < 0 {
			return fmt.Errorf("--%s must be at least 0, got %d", flag, *value)
		}
	}
	shifts := c.ShiftSeason != 0 || c.ShiftEpisode != 0
	numbers := c.Season != nil || c.Episode != nil
	switch {
	case c.Row != nil && c.Add != "":
		return errors.New("--row and --add exclude each other: edit the plan twice")
	case c.Up != "" && (c.Row != nil || c.Add != ""):
		return errors.New("--up excludes --row and --add: edit the plan twice")
	case c.Add != "" && (c.Season == nil || c.Episode == nil):
		return errors.New("--add needs --season and --episode")
	case c.Row == nil && c.Add == "" && c.Up == "" && numbers, c.Row == nil && c.To != "":
		return errors.New("--season, --episode and --to need --row or --add")
	case c.Alike && c.Up == "":
		return errors.New("--alike needs --up")
	case c.Rows == "" && shifts:
		return errors.New("--shift-season and --shift-episode need --rows")
	case c.Rows != "" && !shifts:
		return errors.New("--rows needs --shift-season or --shift-episode")
	case c.Row == nil && c.Add == "" && c.Rows == "" && c.Up == "" && len(c.Remember) == 0:
		return errors.New("there is nothing to edit; give --row, --rows, --add, --up or --remember")
	}
	return nil
}

// Run edits a plan and shows what changed.
func (c *plansEdit) Run(ctx context.Context, s *settings, std streams) error {
	return c.withPlan(ctx, s, std, c.planArgument, func(p *program, id string) error {
		before, err := p.plans.GetPlan(ctx, p.caller, plans.TaskInput{TaskID: id})
		if err != nil {
			return err
		}
		in, err := c.input(before.Plan)
		if err != nil {
			return misuse{err}
		}
		view, err := p.plans.Edit(ctx, p.caller, in)
		return c.present(std, view, editInFlags(err), func() error { return editedPage(std.out, view) })
	})
}

// input translates the flags. Names are relative to the media folder.
func (c *plansEdit) input(plan plans.Plan) (plans.EditInput, error) {
	folder := plan.MediaFolderPath
	in := plans.EditInput{TaskID: plan.ID, ShiftSeason: c.ShiftSeason, ShiftEpisode: c.ShiftEpisode, Remember: c.Remember}
	rows, err := rowNumbers(c.Rows)
	if err != nil {
		return in, err
	}
	in.ShiftRows = rows
	switch {
	case c.Row != nil:
		change := plans.RowChange{Row: *c.Row, Season: c.Season, Episode: c.Episode}
		if c.To != "" {
			change.To = inFolderPath(folder, c.To)
		}
		in.Changes = []plans.RowChange{change}
	case c.Add != "":
		in.Add = []plans.AddedRow{{Season: *c.Season, Episode: *c.Episode, Path: inFolderPath(folder, c.Add)}}
	case c.Up != "":
		in.Up = []plans.UpRow{{Path: inFolderPath(folder, c.Up), Season: c.Season, Episode: c.Episode, Alike: c.Alike}}
	}
	return in, nil
}

// editInFlags replaces the names of the use case's arguments by those of flags.
func editInFlags(err error) error {
	if fault.CodeOf(err) != fault.InvalidArgument {
		return err
	}
	reworded := *fault.From(err)
	reworded.Details = editFlags.Replace(reworded.Details)
	return &reworded
}

var editFlags = strings.NewReplacer(
	"give season, episode or to", "give --season, --episode or --to",
	"which has no season and episode; give to", "which has no season and episode; give --to",
	"which renames nothing; give season or episode", "which renames nothing; give --season or --episode",
	"shiftRows is for", "--rows is for",
	"add is for", "--add is for",
	"up is for", "--up is for",
	"remember is for", "--remember is for",
	"give season and episode", "give --season and --episode",
	"to add another file, give add", "to add another file, give --add",
	"row is ", "the row is ",
	"entries, counted from 0", "rows, counted from 0",
)

// inFolderPath returns the path of a name in a folder; an absolute path stays.
func inFolderPath(folder media.Path, name string) string {
	if _, absolute := media.ParsePath(name); absolute {
		return name
	}
	return string(folder) + "/" + name
}

// mostRows is how many rows a range may have.
const mostRows = 100_000

// rowNumbers reads a list of rows and ranges of rows.
func rowNumbers(text string) ([]int, error) {
	var rows []int
	if text == "" {
		return rows, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, otherErr := strconv.Atoi(to)
		if err != nil || otherErr != nil || first < 0 || last < first || last-first >= mostRows {
			return nil, fmt.Errorf("--rows must be rows and ranges such as 3-9,12, got %q", part)
		}
		for row := first; row <= last; row++ {
			rows = append(rows, row)
		}
	}
	return rows, nil
}
