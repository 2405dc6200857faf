package main

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

const (
	gap   = 2  // between two columns
	least = 12 // width of a shortened column that can still be read
	tiny  = 3  // width of a shortened column in a very narrow terminal
)

// column describes a column of a table.
type column struct {
	title string
	cut   func(text string, width int) string // shortens a cell; nil keeps it whole
	right bool                                // aligned to the right, as numbers are
	paint func(cell string) colour            // nil: no colour
}

// Columns that several tables have. Ids of episodes are only in wide tables and in JSON.
var (
	numberColumn = column{title: "NO.", right: true, paint: numbered}
	rewardColumn = column{title: "REWARD", right: true, paint: rewardColour}
	nameColumn   = column{title: "NAME", cut: cutEnd}
	idColumn     = column{title: "EPISODE ID", paint: dimmed}
)

// numbered is the colour of the numbers of episodes.
func numbered(string) colour { return cyan }

// dimmed is the colour of what few readers need.
func dimmed(string) colour { return dim }

// table writes rows in aligned columns, below their titles if any has one. In a terminal that is too narrow it shortens
// the columns with a cut, the widest first, and at last whole lines. It never shortens output to files or pipes.
func table(w io.Writer, columns []column, rows [][]string) error {
	screen := screenOf(w)
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	titled := strings.Join(titles, "") != ""
	if titled {
		rows = append([][]string{titles}, rows...)
	}
	widths := widthsOf(rows)
	if screen.width > 0 {
		shrinkColumns(widths, columns, screen.width, least)
		shrinkColumns(widths, columns, screen.width, tiny)
	}
	var text strings.Builder
	for i, row := range rows {
		text.WriteString(screen.row(columns, widths, row, titled && i == 0))
		text.WriteByte('\n')
	}
	_, err := io.WriteString(screen, text.String())
	return err
}

// row returns a line of a table.
func (s *screen) row(columns []column, widths []int, cells []string, title bool) string {
	var line strings.Builder
	used, blank := 0, 0
	for i, cell := range cells {
		width, c := widths[i], columns[i]
		if s.width > 0 {
			if width = min(width, s.width-used-blank); width < 0 || width == 0 && cell != "" {
				break
			}
		}
		if cell == "" {
			blank += width + gap
			continue
		}
		if c.cut == nil || title {
			cell = cutEnd(cell, width)
		} else {
			cell = c.cut(cell, width)
		}
		before, after := 0, max(width-runewidth.StringWidth(cell), 0)
		if c.right {
			before, after = after, 0
		}
		line.WriteString(strings.Repeat(" ", blank+before))
		line.WriteString(s.paint(cell, c.colour(cell, title)))
		used, blank = used+blank+before+runewidth.StringWidth(cell), after+gap
	}
	return line.String()
}

func (c column) colour(cell string, title bool) colour {
	switch {
	case title:
		return bold
	case c.paint == nil:
		return plain
	}
	return c.paint(cell)
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

// shrinkColumns narrows the widest columns with a cut until the row fits or none is wider than narrowest.
func shrinkColumns(widths []int, columns []column, width, narrowest int) {
	total := -gap
	for _, w := range widths {
		total += w + gap
	}
	for total > width {
		widest := -1
		for i, w := range widths {
			if columns[i].cut != nil && w > narrowest && (widest < 0 || w > widths[widest]) {
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

// wrapLast breaks the cells of the last column between words where they would not fit the terminal, and adds rows for
// what follows.
func (s *screen) wrapLast(columns []column, rows [][]string) [][]string {
	if s.width == 0 {
		return rows
	}
	last, space := len(columns)-1, s.width
	for _, width := range widthsOf(rows)[:last] {
		space -= width + gap
	}
	wrapped := make([][]string, 0, len(rows))
	for _, row := range rows {
		for i, part := range wrapWords(row[last], max(space, least)) {
			if i > 0 {
				row = make([]string, len(columns))
			}
			wrapped = append(wrapped, append(row[:last:last], part))
		}
	}
	return wrapped
}
