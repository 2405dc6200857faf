package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"plotline/plans"
)

// planPage prints a plan for people.
func planPage(w io.Writer, view plans.View) error {
	screen, problems := screenOf(w), problemsByRow(view)
	rows := make([]int, len(view.Plan.Files))
	for i := range rows {
		rows[i] = i
	}
	if err := planRows(screen, view, problems, rows); err != nil {
		return err
	}
	if err := printProblems(screen, problems); err != nil {
		return err
	}
	return printOthers(screen, view)
}

// editedPage prints what an edit of a plan is about: the edited rows, and those with problems.
func editedPage(w io.Writer, view plans.View) error {
	screen, problems := screenOf(w), problemsByRow(view)
	rows := rowsWith(problems)
	for _, edited := range view.Edited {
		rows = append(rows, edited.Row)
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	if err := planRows(screen, view, problems, rows); err != nil {
		return err
	}
	if others := len(view.Plan.Files) - len(rows); others > 0 {
		if _, err := fmt.Fprintf(screen, "Not shown: %s without edits or problems.\n", countNoun(others, "row")); err != nil {
			return err
		}
	}
	return printProblems(screen, problems)
}

// planRows prints what a plan is, the problems of the whole plan, and some of its rows. Titles and notes have a column
// only if there are any.
func planRows(s *screen, view plans.View, problems map[int][]string, rows []int) error {
	p := &view.Plan
	head := []string{fmt.Sprintf("%s %s in %s (%s)", planSummary(p), includedCount(p), oneLine(string(p.MediaFolderPath)), state(p))}
	if p.Reason != "" {
		head = append(head, "Reason: "+oneLine(p.Reason))
	}
	if len(view.Remember) > 0 {
		head = append(head, "Once applied, the folder remembers: "+strings.Trim(fmt.Sprint(view.Remember), "[]"))
	}
	head = slices.Concat(head, problems[wholePlan], view.Warnings)
	if _, err := fmt.Fprintln(s, s.wrapped(strings.Join(head, "\n"))); err != nil {
		return err
	}
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
	notes := rowNotes(view, problems)
	columns, cells = withColumn(columns, cells, column{title: "TITLE", cut: cutEnd}, func(i int) string {
		if rows[i] < len(view.Titles) {
			return oneLine(view.Titles[rows[i]])
		}
		return ""
	})
	columns, cells = withColumn(columns, cells, column{title: "NOTE", cut: cutMiddle, paint: warned},
		func(i int) string { return strings.Join(notes[rows[i]], "; ") })
	return table(s, columns, cells)
}

// withColumn adds a column, unless all its cells are empty.
func withColumn(columns []column, cells [][]string, added column, cell func(line int) string) ([]column, [][]string) {
	texts, some := make([]string, len(cells)), false
	for i := range cells {
		texts[i] = cell(i)
		some = some || texts[i] != ""
	}
	if !some {
		return columns, cells
	}
	for i := range cells {
		cells[i] = append(cells[i], texts[i])
	}
	return append(columns, added), cells
}

// warned is the colour of what a person should look at.
func warned(string) colour { return gold }

// rowNotes returns what a person should know about rows.
func rowNotes(view plans.View, problems map[int][]string) map[int][]string {
	p := &view.Plan
	notes := map[int][]string{}
	for _, row := range rowsWith(problems) {
		notes[row] = append(notes[row], "problem")
	}
	for _, edited := range view.Edited {
		note := "edited, was " + inFolder(p, edited.Was)
		if edited.Was == "" {
			note = "added"
		}
		notes[edited.Row] = append(notes[edited.Row], note)
	}
	for _, row := range p.Excluded {
		notes[row] = append(notes[row], "left out")
	}
	return notes
}

// printProblems prints the problems of rows whole, because they seldom fit into a table.
func printProblems(s *screen, problems map[int][]string) error {
	lines := problemLines(problems)
	if len(lines) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(s, "\nProblems:\n%s\n", s.wrapped("  "+strings.Join(lines, "\n  ")))
	return err
}

// printOthers lists the files without a row: those that 'plotline plans edit --up' and '--add' can add.
func printOthers(s *screen, view plans.View) error {
	lines := uncertainLines(view)
	for i, path := range view.Unrecognised {
		if i == 0 {
			lines = append(lines, "", "Not recognised (add one with 'plotline plans edit --add'):")
		}
		lines = append(lines, "  "+inFolder(&view.Plan, string(path))+reasonOf(view, i))
	}
	if len(lines) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(s, s.wrapped(strings.Join(lines, "\n")))
	return err
}

// reasonOf returns why a file was not recognised, if that is known.
func reasonOf(view plans.View, i int) string {
	if i >= len(view.Reasons) || view.Reasons[i] == "" {
		return ""
	}
	return ": " + view.Reasons[i]
}

// uncertainLines lists the uncertain files with their guesses.
func uncertainLines(view plans.View) []string {
	if len(view.Uncertain) == 0 {
		return nil
	}
	lines := []string{"", "Uncertain (move them up with 'plotline plans edit --up'):"}
	for _, u := range view.Uncertain {
		line := "  " + inFolder(&view.Plan, string(u.Path)) + ": "
		if u.Season != nil && u.Episode != nil {
			line += plans.Entry{Season: u.Season, Episode: u.Episode}.EpisodeCode() + "? "
		}
		line += u.Why
		if u.Displaces != "" {
			line += "; now this is " + inFolder(&view.Plan, string(u.Displaces))
		}
		lines = append(lines, line)
	}
	return lines
}

func inFolder(p *plans.Plan, path string) string {
	return oneLine(strings.TrimPrefix(path, string(p.MediaFolderPath)+"/"))
}

// wholePlan is the row of problems that no single row has.
const wholePlan = -1

// problemsByRow returns the problems of a plan, without the path of its folder.
func problemsByRow(view plans.View) map[int][]string {
	byRow := map[int][]string{}
	for i, row := range view.ProblemRows {
		text := strings.ReplaceAll(view.Problems[i], string(view.Plan.MediaFolderPath)+"/", "")
		byRow[row] = append(byRow[row], oneLine(text))
	}
	return byRow
}

// rowsWith returns the rows that have problems, in order.
func rowsWith(problems map[int][]string) []int {
	rows := slices.Sorted(maps.Keys(problems))
	return slices.DeleteFunc(rows, func(row int) bool { return row == wholePlan })
}

// problemLines lists the problems of rows, with the row of each.
func problemLines(problems map[int][]string) []string {
	var lines []string
	for _, row := range rowsWith(problems) {
		for _, problem := range problems[row] {
			lines = append(lines, fmt.Sprintf("row %d: %s", row, problem))
		}
	}
	return lines
}
