package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"plotline/plans"
)

// planPage prints a plan for people.
func planPage(w io.Writer, view plans.View) error {
	screen := screenOf(w)
	rows := make([]int, len(view.Plan.Files))
	for i := range rows {
		rows[i] = i
	}
	if err := planHead(screen, view); err != nil {
		return err
	}
	if err := planRows(screen, view, rows); err != nil {
		return err
	}
	if err := printProblems(screen, view); err != nil {
		return err
	}
	return printUnrecognised(screen, view)
}

// editedPage prints what an edit of a plan is about: the edited rows, and those with problems.
func editedPage(w io.Writer, view plans.View) error {
	screen := screenOf(w)
	var rows []int
	for i := range view.Plan.Files {
		if slices.Contains(view.ProblemRows, i) || slices.ContainsFunc(view.Edited, func(e plans.EditedRow) bool { return e.Row == i }) {
			rows = append(rows, i)
		}
	}
	if err := planHead(screen, view); err != nil {
		return err
	}
	if err := planRows(screen, view, rows); err != nil {
		return err
	}
	if others := len(view.Plan.Files) - len(rows); others > 0 {
		if _, err := fmt.Fprintf(screen, "Not shown: %s without edits and problems.\n", countNoun(others, "row")); err != nil {
			return err
		}
	}
	return printProblems(screen, view)
}

// planHead prints what a plan is, and the problems of the whole plan.
func planHead(s *screen, view plans.View) error {
	p := &view.Plan
	head := []string{fmt.Sprintf("%s %s in %s (%s)", planSummary(p), includedCount(p), oneLine(string(p.MediaFolderPath)), state(p))}
	if p.Reason != "" {
		head = append(head, "Reason: "+oneLine(p.Reason))
	}
	head = slices.Concat(head, problemsOf(view, -1), view.Warnings)
	_, err := fmt.Fprintln(s, s.wrapped(strings.Join(head, "\n")))
	return err
}

// planRows prints rows of a plan. Titles and notes have a column only if there are any.
func planRows(s *screen, view plans.View, rows []int) error {
	p := &view.Plan
	columns := []column{{title: "#", right: true}, {title: "EPISODE"}, {title: "FILE", cut: cutMiddle}}
	if p.Task == plans.Rename {
		columns[1], columns[2].title = column{title: "FROM", cut: cutMiddle}, "TO"
	}
	cells := make([][]string, len(rows))
	for i, row := range rows {
		e := p.Files[row]
		cells[i] = []string{strconv.Itoa(row), inFolder(p, string(e.From)), inFolder(p, string(e.To))}
		if p.Task == plans.Recognise {
			cells[i] = []string{strconv.Itoa(row), e.EpisodeCode(), inFolder(p, string(e.Path))}
		}
	}
	for _, more := range []struct {
		column
		cell func(view plans.View, row int) string
	}{{column{title: "TITLE", cut: cutEnd}, episodeTitle}, {column{title: "NOTE", cut: cutMiddle, paint: warned}, notesOf}} {
		if slices.ContainsFunc(rows, func(row int) bool { return more.cell(view, row) != "" }) {
			columns = append(columns, more.column)
			for i, row := range rows {
				cells[i] = append(cells[i], more.cell(view, row))
			}
		}
	}
	return table(s, columns, cells)
}

// episodeTitle returns the title of a row's episode, or nothing.
func episodeTitle(view plans.View, row int) string {
	if row < len(view.Titles) {
		return oneLine(view.Titles[row])
	}
	return ""
}

// warned is the colour of what a person should look at.
func warned(string) colour { return gold }

// notesOf returns what a person should know about a row.
func notesOf(view plans.View, row int) string {
	p := &view.Plan
	var notes []string
	if slices.Contains(view.ProblemRows, row) {
		notes = append(notes, "problem")
	}
	for _, edited := range view.Edited {
		switch {
		case edited.Row != row:
		case edited.Was == "":
			notes = append(notes, "added")
		default:
			notes = append(notes, "edited, was "+inFolder(p, edited.Was))
		}
	}
	if slices.Contains(p.Excluded, row) {
		notes = append(notes, "left out")
	}
	return strings.Join(notes, "; ")
}

// printProblems prints the problems of rows whole, because they seldom fit into a table.
func printProblems(s *screen, view plans.View) error {
	var lines []string
	for row := range view.Plan.Files {
		for _, problem := range problemsOf(view, row) {
			lines = append(lines, s.wrapped(fmt.Sprintf("  row %d: %s", row, problem)))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(s, "\nProblems:\n%s\n", strings.Join(lines, "\n"))
	return err
}

// printUnrecognised lists the files that 'plotline plans edit --add' can add.
func printUnrecognised(w io.Writer, view plans.View) error {
	if len(view.Unrecognised) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\nNot recognised (add one with 'plotline plans edit'):\n"); err != nil {
		return err
	}
	for _, path := range view.Unrecognised {
		if _, err := fmt.Fprintln(w, "  "+inFolder(&view.Plan, string(path))); err != nil {
			return err
		}
	}
	return nil
}

func inFolder(p *plans.Plan, path string) string {
	return oneLine(strings.TrimPrefix(path, string(p.MediaFolderPath)+"/"))
}

func problemsOf(view plans.View, row int) []string {
	var texts []string
	for i, at := range view.ProblemRows {
		if at == row {
			texts = append(texts, oneLine(strings.ReplaceAll(view.Problems[i], string(view.Plan.MediaFolderPath)+"/", "")))
		}
	}
	return texts
}
