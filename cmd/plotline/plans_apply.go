package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"plotline/internal/fault"
	"plotline/plans"
)

type plansApply struct {
	planSettings
	planArgument
	Exclude      []int `placeholder:"ROW" help:"Numbers of rows to leave out, as 'plotline plans show' prints them."`
	SkipProblems bool  `help:"Leave out the rows that cannot be applied now."`
	NoSidecars   bool  `help:"Do not move subtitles, NFO files and images with their video."`
}

// Run applies a plan.
func (c *plansApply) Run(ctx context.Context, s *settings, std streams) error {
	return c.withPlan(ctx, s, std, c.planArgument, func(p *program, id string) error {
		left, err := c.withProblems(ctx, p, id)
		if err != nil {
			return c.inRows(ctx, p, id, err)
		}
		out, err := p.plans.Apply(ctx, p.caller, plans.ApplyInput{
			TaskID: id, Exclude: append(c.Exclude, left.LeaveOut...), Sidecars: !c.NoSidecars, Complete: true,
		})
		if err != nil {
			return c.inRows(ctx, p, id, err)
		}
		return c.present(std, out, nil, func() error {
			for _, m := range slices.Concat(out.Renamed, out.Sidecars) {
				if _, err := fmt.Fprintf(std.out, "%s → %s\n", inFolder(&out.Plan, string(m.From)), inFolder(&out.Plan, string(m.To))); err != nil {
					return err
				}
			}
			if err := printLeftOut(std.out, out.Plan, left); err != nil {
				return err
			}
			_, err := fmt.Fprintf(std.out, "Done: %s %s in %s.\n", planSummary(&out.Plan), includedCount(&out.Plan), oneLine(string(out.Plan.MediaFolderPath)))
			return err
		})
	})
}

// withProblems returns the rows that --skip-problems leaves out, with their problems.
func (c *plansApply) withProblems(ctx context.Context, p *program, id string) (plans.CheckOutput, error) {
	if !c.SkipProblems {
		return plans.CheckOutput{}, nil
	}
	return p.plans.Check(ctx, p.caller, plans.CheckInput{TaskID: id, Exclude: c.Exclude})
}

// printLeftOut lists the rows that were left out because of problems.
func printLeftOut(w io.Writer, plan plans.Plan, left plans.CheckOutput) error {
	if len(left.LeaveOut) == 0 {
		return nil
	}
	screen := screenOf(w)
	problems := problemsByRow(plans.View{Plan: plan, Problems: left.Problems, ProblemRows: left.ProblemRows})
	lines := []string{"Left out:"}
	for _, row := range slices.Sorted(slices.Values(left.LeaveOut)) {
		problem := cmp.Or(strings.Join(problems[row], "; "), "it needs the place of another row that is left out")
		lines = append(lines, screen.wrapped(fmt.Sprintf("  row %d: %s", row, problem)))
	}
	_, err := fmt.Fprintln(screen, strings.Join(lines, "\n"))
	return err
}

// inRows rewords an error of the use case for people: with the rows of its problems, without the media folder, and with
// flags. With --json, the error stays as other clients have it.
func (c *plansApply) inRows(ctx context.Context, p *program, id string, err error) error {
	if c.JSON {
		return err
	}
	known := fault.From(err)
	reworded := *known
	if known.Code == fault.InvalidArgument {
		reworded.Details = strings.NewReplacer("exclude leaves out every entry; reject the plan instead",
			"No row would be applied; to reject the plan, run: plotline plans reject "+id,
			"exclude has entry", "--exclude has row", "entries", "rows").Replace(known.Details)
		return &reworded
	}
	rows, _ := known.Extra["problemRows"].([]int)
	if len(rows) == 0 {
		return err
	}
	view, viewErr := p.plans.GetPlan(ctx, p.caller, plans.TaskInput{TaskID: id})
	if viewErr != nil {
		return err
	}
	view.Problems, _ = known.Extra["problems"].([]string)
	view.ProblemRows = rows
	problems := problemsByRow(view)
	reworded.Details = "Plan cannot be applied"
	var numbers []string
	for _, row := range rowsWith(problems) {
		numbers = append(numbers, strconv.Itoa(row))
	}
	if len(numbers) > 0 {
		reworded.Details += "; to leave out what has problems, add --skip-problems, or --exclude " + strings.Join(numbers, ",")
	}
	reworded.Details += ":\n  " + strings.Join(append(problems[wholePlan], problemLines(problems)...), "\n  ")
	reworded.Extra = nil // the lines are in the details
	return &reworded
}
