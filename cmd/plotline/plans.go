package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plotline/internal/fault"
	"plotline/plans"
)

type plansCommand struct {
	List     plansList     `cmd:"" paged:"" default:"withargs" help:"List plans, by default the undecided ones."`
	Show     plansShow     `cmd:"" paged:"" help:"Show a plan, row by row, with its problems."`
	Edit     plansEdit     `cmd:"" help:"Change rows of a plan before you decide on it."`
	Apply    plansApply    `cmd:"" help:"Apply a plan, all or nothing, and complete it."`
	Reject   plansReject   `cmd:"" help:"Reject a plan. No file is moved."`
	Complete plansComplete `cmd:"" help:"Complete a plan without applying it."`
	Undo     plansUndo     `cmd:"" help:"Undo an applied plan, if nothing has changed since."`
}

// planSettings are the flags of every command about plans.
type planSettings struct {
	auditSettings
	rootSettings
	jsonSettings
}

// with opens the program, completes interrupted renames, and calls work.
func (c *planSettings) with(ctx context.Context, s *settings, std streams, work func(p *program) error) error {
	return readSettings{c.jsonSettings, c.auditSettings}.with(s, std, func(p *program) error {
		if err := p.addPlans(c.rootSettings); err != nil {
			return misuse{err}
		}
		if err := p.plans.Recover(ctx, p.caller.Workspace); err != nil {
			p.logger.WarnContext(ctx, "cannot finish or undo an interrupted rename", "error", err)
		}
		return asMisuse(work(p))
	})
}

// withPlan is with for a command about one plan.
func (c *planSettings) withPlan(ctx context.Context, s *settings, std streams, plan planArgument, work func(p *program, id string) error) error {
	return c.with(ctx, s, std, func(p *program) error {
		id, err := plan.id(ctx, p)
		if err != nil {
			return err
		}
		return work(p, id)
	})
}

type plansList struct {
	planSettings
	Task   plans.Task `enum:"recognize-media-file,rename-files,all" default:"all" help:"recognize-media-file or rename-files."`
	Status string     `enum:"pending,completed,rejected,undone,all" default:"pending" help:"pending, completed, rejected, undone (taken back) or all."`
	Long   bool       `group:"Output:" help:"Show ids in full."`
}

// Run lists plans.
func (c *plansList) Run(ctx context.Context, s *settings, std streams) error {
	return c.with(ctx, s, std, func(p *program) error {
		in := plans.ListInput{Task: c.Task, Status: plans.Status(c.Status)}
		if in.Task == "all" {
			in.Task = ""
		}
		if in.Status == "all" {
			in.Status = ""
		}
		out, err := p.plans.ListPlans(ctx, p.caller, in)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(std.out, out)
		}
		if len(out.Plans) == 0 && in.Status != plans.Pending {
			printMessage(std, "The workspace %s has no such plan.", s.Workspace)
			return nil
		}
		if len(out.Plans) == 0 {
			printMessage(std, "No plan in the workspace %s waits for you. An agent makes one with the tool proposeRecognizePlan.", s.Workspace)
			return nil
		}
		length := planIDLength
		if isTerminal(std.out) && !c.Long { // as short as a command may have them among all plans
			all, err := p.plans.ListPlans(ctx, p.caller, plans.ListInput{})
			if err != nil {
				return err
			}
			length = shortestPrefix(all.Plans)
		}
		return planTable(std.out, out.Plans, length)
	})
}

// planTable prints plans, with ids of a length. Those that an agent has not submitted are last: it may have abandoned them.
func planTable(w io.Writer, list []plans.Plan, length int) error {
	slices.SortStableFunc(list, func(a, b plans.Plan) int { return cmp.Compare(unfinished(&a), unfinished(&b)) })
	columns := []column{{title: "PLAN"}, {title: "DOES"}, {title: "FILES", right: true}, {title: "STATE"}, {title: "FOLDER", cut: cutMiddle}}
	rows := make([][]string, len(list))
	for i := range list {
		p := &list[i]
		rows[i] = []string{p.ID[:min(length, len(p.ID))], planSummary(p), strconv.Itoa(len(p.Files)), state(p), oneLine(string(p.MediaFolderPath))}
	}
	return table(w, columns, rows)
}

// unfinished returns 1 for a plan that an agent is still filling, otherwise 0.
func unfinished(p *plans.Plan) int {
	if p.Status == plans.Pending && p.ReadyAt == nil {
		return 1
	}
	return 0
}

func planSummary(p *plans.Plan) string {
	if p.Task == plans.Rename {
		return "rename"
	}
	return "recognise"
}

// includedCount returns how many of a plan's files are included.
func includedCount(p *plans.Plan) string {
	if left := len(p.Files) - len(p.Excluded); left < len(p.Files) {
		return fmt.Sprintf("%d of %s", left, plans.Amount(len(p.Files)))
	}
	return plans.Amount(len(p.Files))
}

// state describes the status of a plan in words.
func state(p *plans.Plan) string {
	words := []string{string(p.Status)}
	if unfinished(p) == 1 {
		words[0] = "being written"
	}
	if p.AppliedAt != nil {
		words = append(words, "applied")
	}
	if p.UndoneAt != nil {
		words = append(words, "undone")
	}
	return strings.Join(words, ", ")
}

type plansShow struct {
	planSettings
	planArgument
	pageSettings
}

// Run shows a plan.
func (c *plansShow) Run(ctx context.Context, s *settings, std streams) error {
	return c.withPlan(ctx, s, std, c.planArgument, func(p *program, id string) error {
		view, err := p.plans.GetPlan(ctx, p.caller, plans.TaskInput{TaskID: id})
		if err != nil {
			return err
		}
		switch {
		case c.Page:
			return c.openAt(ctx, s, std, "/plans/"+view.Plan.ID, url.Values{})
		case c.JSON:
			return printJSON(std.out, view)
		}
		return planPage(std.out, view)
	})
}

type plansReject struct {
	planSettings
	planArgument
	Reason string `help:"Reason. Agents read it before their next plan."`
}

// Run rejects a plan.
func (c *plansReject) Run(ctx context.Context, s *settings, std streams) error {
	return c.update(ctx, s, std, c.planArgument, plans.Rejected, c.Reason)
}

type plansComplete struct {
	planSettings
	planArgument
	Reason string `help:"Reason. Agents read it before their next plan."`
}

// Run completes a plan.
func (c *plansComplete) Run(ctx context.Context, s *settings, std streams) error {
	return c.update(ctx, s, std, c.planArgument, plans.Completed, c.Reason)
}

func (c *planSettings) update(ctx context.Context, s *settings, std streams, plan planArgument, status plans.Status, reason string) error {
	return c.withPlan(ctx, s, std, plan, func(p *program, id string) error {
		out, err := p.plans.UpdatePlan(ctx, p.caller, plans.UpdatePlanInput{PlanID: id, Status: status, Reason: reason})
		return c.present(std, out, err, func() error {
			_, err := fmt.Fprintf(std.out, "The plan is %s.\n", status)
			return err
		})
	})
}

type plansUndo struct {
	planSettings
	planArgument
	SkipChanged bool `help:"Leave the files that have changed since as they are. Nothing can undo them later."`
}

// Run undoes a plan.
func (c *plansUndo) Run(ctx context.Context, s *settings, std streams) error {
	return c.withPlan(ctx, s, std, c.planArgument, func(p *program, id string) error {
		out, err := p.plans.Undo(ctx, p.caller, plans.UndoInput{TaskID: id})
		known, rows := fault.From(err), []int(nil)
		if known != nil {
			rows, _ = known.Extra["leaveOut"].([]int)
		}
		switch {
		case len(rows) > 0 && c.SkipChanged:
			out, err = p.plans.Undo(ctx, p.caller, plans.UndoInput{TaskID: id, Exclude: rows})
		case len(rows) > 0 && !c.JSON:
			reworded := *known
			reworded.Details += "; to undo the others, add --skip-changed"
			err = &reworded
		}
		return c.present(std, out, err, func() error {
			if err := printKept(std.out, &out.Plan, known); err != nil {
				return err
			}
			what := "The files"
			if len(out.Plan.Kept) > 0 {
				what = "The other files"
			}
			old := "names"
			if out.Plan.Task == plans.Recognise {
				old = "episodes"
			}
			_, err := fmt.Fprintf(std.out, "%s in %s have their old %s again.\n", what, oneLine(string(out.Plan.MediaFolderPath)), old)
			return err
		})
	})
}

// printKept lists the rows that an undo left, with what the first attempt said of them.
func printKept(w io.Writer, plan *plans.Plan, refused *fault.Error) error {
	if len(plan.Kept) == 0 {
		return nil
	}
	left := plans.CheckOutput{LeaveOut: plan.Kept}
	left.Problems, _ = refused.Extra["problems"].([]string)
	left.ProblemRows, _ = refused.Extra["problemRows"].([]int)
	return printLeftOut(w, *plan, left)
}
