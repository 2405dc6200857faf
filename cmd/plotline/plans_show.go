package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"plotline/plans"
)

// planPage prints a plan for people. The problems of a row follow it.
func planPage(w io.Writer, view plans.View) error {
	p := &view.Plan
	screen := screenOf(w)
	columns := []column{{title: "#", right: true}, {title: "EPISODE"}, {title: "FILE", cut: cutMiddle}, {cut: cutEnd, paint: warned}}
	if p.Task == plans.Rename {
		columns[1], columns[2].title = column{title: "FROM", cut: cutMiddle}, "TO"
	}
	rows := make([][]string, 0, len(p.Files))
	for i, e := range p.Files {
		what, file := inFolder(p, string(e.From)), inFolder(p, string(e.To))
		if p.Task == plans.Recognise {
			what, file = e.EpisodeCode(), inFolder(p, string(e.Path))
		}
		rows = append(rows, []string{strconv.Itoa(i), what, file, strings.Join(rowNotes(view, i), "; ")})
	}
	head := []string{fmt.Sprintf("%s %s in %s (%s)", planSummary(p), includedCount(p), oneLine(string(p.MediaFolderPath)), state(p))}
	if p.Reason != "" {
		head = append(head, "Reason: "+oneLine(p.Reason))
	}
	head = slices.Concat(head, problemsOf(view, -1), view.Warnings)
	if _, err := fmt.Fprintln(screen, screen.wrapped(strings.Join(head, "\n"))); err != nil {
		return err
	}
	if err := table(screen, columns, rows); err != nil {
		return err
	}
	return printUnrecognised(screen, view)
}

// warned is the colour of what a person should look at.
func warned(string) colour { return gold }

// rowNotes returns what a person should know about a row.
func rowNotes(view plans.View, row int) []string {
	p := &view.Plan
	var notes []string
	if row < len(view.Titles) && view.Titles[row] != "" {
		notes = append(notes, oneLine(view.Titles[row]))
	}
	notes = append(notes, problemsOf(view, row)...)
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
	return notes
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
