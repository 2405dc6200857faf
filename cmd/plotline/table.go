package main

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

// table writes rows in columns as wide as a terminal shows them, two spaces apart.
func table(w io.Writer, rows [][]string) error {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	var text strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i == len(row)-1 {
				text.WriteString(cell)
				break
			}
			text.WriteString(runewidth.FillRight(cell, widths[i]+2))
		}
		text.WriteByte('\n')
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// oneLine makes a text fit a cell: control characters become spaces, and what is too wide is cut.
func oneLine(text string, width int) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	return runewidth.Truncate(clean, width, "…")
}
