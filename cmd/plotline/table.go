package main

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

// gap is between two columns, least is what a column is cut to at most.
const gap, least = 2, 12

// table writes rows in columns as wide as a terminal shows them. Where the terminal is too narrow, the
// columns that are named are cut, the widest first; what goes elsewhere is never cut.
func table(w io.Writer, rows [][]string, flexible ...int) error {
	return fitted(w, widthOf(w), rows, flexible)
}

// fitted is table for a width; 0 is as wide as can be.
func fitted(w io.Writer, width int, rows [][]string, flexible []int) error {
	widths := widthsOf(rows)
	if width > 0 {
		shrink(widths, width, flexible)
	}
	var text strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			cell = runewidth.Truncate(cell, widths[i], "…")
			line.WriteString(runewidth.FillRight(cell, widths[i]+gap))
		}
		text.WriteString(strings.TrimRight(line.String(), " "))
		text.WriteByte('\n')
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func widthsOf(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	return widths
}

// shrink takes from the widest of the flexible columns until all fit, or nothing is left to take.
func shrink(widths []int, width int, flexible []int) {
	total := -gap
	for _, w := range widths {
		total += w + gap
	}
	for total > width {
		widest := -1
		for _, i := range flexible {
			if i < len(widths) && widths[i] > least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
		total--
	}
}
