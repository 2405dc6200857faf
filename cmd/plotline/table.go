package main

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

// gap is the space between two columns. least is the minimum width of a shortened column.
const gap, least = 2, 12

// table writes rows in aligned columns. If a terminal is too narrow, it shortens the flexible columns, the
// widest first. It never shortens output to files or pipes.
func table(w io.Writer, rows [][]string, flexible ...int) error {
	return writeTable(w, widthOf(w), rows, flexible)
}

// writeTable is table for a given width; 0 means unlimited.
func writeTable(w io.Writer, width int, rows [][]string, flexible []int) error {
	widths := widthsOf(rows)
	if width > 0 {
		shrinkColumns(widths, width, flexible)
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

// shrinkColumns narrows the widest flexible columns until the row fits or no column can shrink further.
func shrinkColumns(widths []int, width int, flexible []int) {
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
