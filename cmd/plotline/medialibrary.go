package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
)

type mediaCommand struct {
	List    mediaList    `cmd:"" paged:"" default:"withargs" help:"List the media folders, with what the names of their files say."`
	Propose mediaPropose `cmd:"" help:"Make recognition plans for the media folders that have new certain files."`
	Confirm mediaConfirm `cmd:"" help:"Apply the waiting recognition plans whose files are all certain."`
	Rename  mediaRename  `cmd:"" help:"Make plans that name recognised files after their episodes."`
	Sort    mediaSort    `cmd:"" help:"Make a plan that moves the videos of a folder into a folder for each show."`
}

// librarySettings are the flags of every command about all media folders.
type librarySettings struct {
	planSettings
}

// folders reads the list of all media folders, part by part.
func (c *librarySettings) folders(ctx context.Context, p *program, std streams) (plans.LibraryOutput, error) {
	const part = 1000
	progress := newProgress(std, c.JSON)
	defer progress.end()
	all := plans.LibraryOutput{MediaFolders: []plans.LibraryFolder{}, TotalCount: 1}
	for offset := 0; offset < all.TotalCount; offset += part {
		out, err := p.plans.Library(progress.context(ctx), p.caller, plans.LibraryInput{Limit: part, Offset: offset})
		if err != nil {
			return all, err
		}
		all.MediaFolders = append(all.MediaFolders, out.MediaFolders...)
		all.TotalCount, all.MixedFolders, all.Warnings = out.TotalCount, out.MixedFolders, out.Warnings
	}
	return all, nil
}

type mediaList struct {
	librarySettings
	All bool `help:"Also list folders where there is nothing to do."`
}

// Run lists the media folders.
func (c *mediaList) Run(ctx context.Context, s *settings, std streams) error {
	return c.with(ctx, s, std, func(p *program) error {
		out, err := c.folders(ctx, p, std)
		return c.present(std, out, err, func() error {
			for _, warning := range out.Warnings {
				printMessage(std, "%s", oneLine(warning))
			}
			for _, mixed := range out.MixedFolders {
				printMixed(std, mixed)
			}
			if out.TotalCount == 0 {
				printMessage(std, "The workspace %s has no media folder. Set --media-root to a folder that holds your shows.", s.Workspace)
				return nil
			}
			return libraryPage(std.out, out.MediaFolders, c.All)
		})
	})
}

// printMixed says that a folder has videos beside the folders of shows, and what can be done.
func printMixed(std streams, mixed plans.MixedFolder) {
	todo := "Their names give no show."
	switch {
	case mixed.RenamePlan != nil:
		todo = "A plan waits. To look at it, run: plotline plans show " + mixed.RenamePlan.TaskID
	case mixed.SortCount > 0:
		todo = fmt.Sprintf("To move %d of them into folders of their shows, run: plotline media sort %q", mixed.SortCount, mixed.FolderPath.Native())
	}
	printMessage(std, "%s has %s beside the folders of shows. %s", oneLine(string(mixed.FolderPath)), countNoun(mixed.FileCount, "video"), todo)
}

// libraryPage prints folders with their counts, and why files are uncertain or left out.
func libraryPage(w io.Writer, folders []plans.LibraryFolder, all bool) error {
	columns := []column{
		{title: "CERTAIN", right: true},
		{title: "UNCERTAIN", right: true, paint: warned},
		{title: "LEFT OUT", right: true},
		{title: "RECOGNISED", right: true},
		{title: "PLAN"},
		{title: "FOLDER", cut: cutMiddle},
	}
	shown := slices.DeleteFunc(slices.Clone(folders), func(f plans.LibraryFolder) bool { return !all && nothingToDo(f) })
	rows := make([][]string, len(shown))
	for i, f := range shown {
		rows[i] = []string{
			amount(f.CertainCount), amount(f.UncertainCount), amount(f.LeftOutCount), amount(f.RecognisedCount), planState(f.Plan),
			oneLine(string(f.MediaFolderPath)),
		}
		if f.Problem != "" {
			rows[i][len(rows[i])-1] += ": " + oneLine(f.Problem)
		}
	}
	if len(rows) > 0 {
		if err := table(w, columns, rows); err != nil {
			return err
		}
	}
	return librarySums(w, folders, len(folders)-len(shown))
}

// librarySums prints the counts of all folders, and the reasons.
func librarySums(w io.Writer, folders []plans.LibraryFolder, hidden int) error {
	var sum plans.LibraryFolder
	reasons := map[plans.ReasonCount]int{}
	for _, f := range folders {
		sum.CertainCount += f.CertainCount
		sum.UncertainCount += f.UncertainCount
		sum.LeftOutCount += f.LeftOutCount
		sum.RecognisedCount += f.RecognisedCount
		for _, r := range f.Reasons {
			reasons[plans.ReasonCount{Reason: r.Reason, Uncertain: r.Uncertain}] += r.FileCount
		}
	}
	screen := screenOf(w)
	lines := []string{fmt.Sprintf("%s: %d certain, %d uncertain, %d left out, %d recognised",
		countNoun(len(folders), "folder"), sum.CertainCount, sum.UncertainCount, sum.LeftOutCount, sum.RecognisedCount)}
	if hidden > 0 {
		lines = append(lines, fmt.Sprintf("Not shown: %s with nothing to do; --all shows them.", countNoun(hidden, "folder")))
	}
	for _, r := range plans.SortReasons(reasons) {
		kind := "left out"
		if r.Uncertain {
			kind = "uncertain"
		}
		lines = append(lines, fmt.Sprintf("  %d %s: %s", r.FileCount, kind, oneLine(r.Reason)))
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(screen, screen.wrapped(line)); err != nil {
			return err
		}
	}
	return nil
}

// amount leaves a zero out, so that the others stand out.
func amount(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func nothingToDo(f plans.LibraryFolder) bool {
	return f.Plan == nil && f.Problem == "" && f.CertainCount+f.UncertainCount == 0
}

func planState(p *plans.LibraryPlan) string {
	switch {
	case p == nil:
		return ""
	case !p.Ready:
		return "not finished"
	case p.AllCertain:
		return "all certain"
	}
	return "to review"
}

// folderArguments select media folders.
type folderArguments struct {
	Folder []string `arg:"" optional:"" help:"Media folders. Without any, all for which it can be done."`
}

// chosen returns the listed folders that are selected and fit. A selected folder that is not listed is an error.
func (a *folderArguments) chosen(listed []plans.LibraryFolder, fits func(plans.LibraryFolder) bool) ([]plans.LibraryFolder, error) {
	if len(a.Folder) == 0 {
		return slices.DeleteFunc(slices.Clone(listed), func(f plans.LibraryFolder) bool { return !fits(f) }), nil
	}
	chosen := make([]plans.LibraryFolder, 0, len(a.Folder))
	for _, text := range a.Folder {
		path, _ := media.ParsePath(absolute(text))
		at := slices.IndexFunc(listed, func(f plans.LibraryFolder) bool { return f.MediaFolderPath == path })
		if at < 0 {
			return nil, misuse{fmt.Errorf("%q is no media folder of this workspace; to list them, run: plotline media --all", text)}
		}
		chosen = append(chosen, listed[at])
	}
	return chosen, nil
}

// batchOutput says what was done with many folders.
type batchOutput struct {
	Plans    []batchPlan    `json:"plans"`
	Failures []batchFailure `json:"failures"`
}

type batchPlan struct {
	TaskID          string     `json:"taskId"`
	MediaFolderPath media.Path `json:"mediaFolderPath"`
	FileCount       int        `json:"fileCount"`
}

type batchFailure struct {
	MediaFolderPath media.Path `json:"mediaFolderPath"`
	Error           string     `json:"error"`
}

// batch is what a command does with media folders.
type batch struct {
	verb string                         // such as Made
	fits func(plans.LibraryFolder) bool // whether the command takes the folder, if none is named
	work func(plans.LibraryFolder) (batchPlan, error)
}

// batchCommand is a command that does something with many media folders.
type batchCommand struct {
	librarySettings
	folderArguments
}

// run does something with each selected folder, and prints the result.
func (c *batchCommand) run(ctx context.Context, s *settings, std streams, of func(*program, []plans.LibraryFolder) batch) error {
	return c.with(ctx, s, std, func(p *program) error {
		out, err := c.folders(ctx, p, std)
		if err != nil {
			return err
		}
		b := of(p, out.MediaFolders)
		chosen, err := c.chosen(out.MediaFolders, b.fits)
		if err != nil {
			return err
		}
		var done batchOutput
		if err := done.run(ctx, newProgress(std, c.JSON), chosen, b.work); err != nil {
			return err
		}
		return done.report(&c.librarySettings, std, b.verb)
	})
}

// run does something for each folder, and goes on after a failure. It stops when no other folder could succeed.
func (b *batchOutput) run(ctx context.Context, progress *progressLines, folders []plans.LibraryFolder, work func(plans.LibraryFolder) (batchPlan, error)) error {
	defer progress.end()
	shown := progress.context(ctx)
	b.Plans, b.Failures = []batchPlan{}, []batchFailure{}
	for i, f := range folders {
		usecase.Report(shown, i, len(folders), "folders")
		done, err := work(f)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			known := fault.From(err)
			text := known.Details
			if problems, _ := known.Extra["problems"].([]string); len(problems) > 0 {
				text = strings.Join(problems, "; ")
			}
			b.Failures = append(b.Failures, batchFailure{f.MediaFolderPath, text})
			if code := fault.CodeOf(err); code == fault.TooLarge || code == fault.PermissionDenied {
				break
			}
			continue
		}
		b.Plans = append(b.Plans, done)
	}
	return nil
}

// report prints the result. It returns an error if a folder failed.
func (b *batchOutput) report(c *librarySettings, std streams, verb string) error {
	failed := func() error {
		if len(b.Failures) > 0 {
			return errors.New(countNoun(len(b.Failures), "folder") + " failed")
		}
		return nil
	}
	files := 0
	for _, p := range b.Plans {
		files += p.FileCount
	}
	err := c.present(std, b, nil, func() error {
		for _, f := range b.Failures {
			printMessage(std, "%s: %s", oneLine(string(f.MediaFolderPath)), oneLine(f.Error))
		}
		_, err := fmt.Fprintf(std.out, "%s %s with %s.\n", verb, countNoun(len(b.Plans), "plan"), countNoun(files, "row"))
		return err
	})
	return errors.Join(err, failed())
}

type mediaPropose struct{ batchCommand }

// Run makes plans.
func (c *mediaPropose) Run(ctx context.Context, s *settings, std streams) error {
	return c.run(ctx, s, std, func(p *program, listed []plans.LibraryFolder) batch {
		if unsure := countFolders(listed, onlyUncertain); unsure > 0 && len(c.Folder) == 0 {
			printMessage(std, "No plan for %s with uncertain files only. To look at such a folder, run: plotline media propose FOLDER",
				countNoun(unsure, "folder"))
		}
		return batch{
			verb: "Made",
			fits: func(f plans.LibraryFolder) bool { return f.Plan == nil && f.CertainCount > 0 },
			work: func(f plans.LibraryFolder) (batchPlan, error) {
				if f.Plan != nil {
					return batchPlan{}, fault.New(fault.Conflict, "it has a plan that waits; to look at it, run: plotline plans")
				}
				made, err := p.plans.Propose(ctx, p.caller, plans.BeginInput{MediaFolderPath: string(f.MediaFolderPath)})
				return batchPlan{made.TaskID, f.MediaFolderPath, made.FileCount}, err
			},
		}
	})
}

// onlyUncertain reports whether a folder has guesses for a person to decide on, and nothing that is certain.
func onlyUncertain(f plans.LibraryFolder) bool {
	return f.Plan == nil && f.CertainCount == 0 && f.UncertainCount > 0
}

func countFolders(folders []plans.LibraryFolder, like func(plans.LibraryFolder) bool) (n int) {
	for _, f := range folders {
		if like(f) {
			n++
		}
	}
	return n
}

type mediaRename struct{ batchCommand }

// Run makes plans that rename. Without folders as arguments, a folder whose files have their names already, or that has
// such a plan, is left out.
func (c *mediaRename) Run(ctx context.Context, s *settings, std streams) error {
	return c.run(ctx, s, std, func(p *program, _ []plans.LibraryFolder) batch {
		return batch{
			verb: "Made",
			fits: func(f plans.LibraryFolder) bool { return f.RenameCount > 0 && f.RenamePlan == nil },
			work: func(f plans.LibraryFolder) (batchPlan, error) {
				made, err := p.plans.ProposeRename(ctx, p.caller, plans.ProposeRenameInput{MediaFolderPath: string(f.MediaFolderPath)})
				return batchPlan{made.TaskID, f.MediaFolderPath, made.FileCount}, err
			},
		}
	})
}

type mediaSort struct {
	planSettings
	Folder string `arg:"" help:"Folder with videos of several shows directly in it."`
}

// Run makes a plan.
func (c *mediaSort) Run(ctx context.Context, s *settings, std streams) error {
	return c.with(ctx, s, std, func(p *program) error {
		made, err := p.plans.ProposeRename(ctx, p.caller, plans.ProposeRenameInput{MediaFolderPath: absolute(c.Folder), ByShow: true})
		return c.present(std, made, err, func() error {
			_, err := fmt.Fprintf(std.out, "Made a plan that moves %s. To look at it, run: plotline plans show %s\n", countNoun(made.FileCount, "video"), made.TaskID)
			return err
		})
	})
}

type mediaConfirm struct{ batchCommand }

// Run applies plans.
func (c *mediaConfirm) Run(ctx context.Context, s *settings, std streams) error {
	isCertain := func(f plans.LibraryFolder) bool { return f.Plan != nil && f.Plan.AllCertain }
	return c.run(ctx, s, std, func(p *program, _ []plans.LibraryFolder) batch {
		return batch{
			verb: "Applied",
			fits: isCertain,
			work: func(f plans.LibraryFolder) (batchPlan, error) {
				if !isCertain(f) {
					return batchPlan{}, fault.New(fault.Conflict, "it has no plan whose files are all certain; look at it with: plotline plans")
				}
				applied, err := p.plans.Apply(ctx, p.caller, plans.ApplyInput{TaskID: f.Plan.TaskID, Complete: true})
				return batchPlan{f.Plan.TaskID, f.MediaFolderPath, len(applied.Plan.Files)}, err
			},
		}
	})
}
