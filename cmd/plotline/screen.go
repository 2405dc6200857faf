package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/mattn/go-runewidth"
	"golang.org/x/term"

	"plotline/graph"
)

// screen is an output stream and the properties that decide how results look on it. A terminal has a width and a height,
// a pipe or a file has none: output to it is not shortened.
type screen struct {
	io.Writer

	width, height int
	coloured      bool
}

// screenOf returns the properties of an output stream.
func screenOf(w io.Writer) *screen {
	if known, ok := w.(*screen); ok {
		return known
	}
	s := &screen{Writer: w}
	if file, ok := w.(*os.File); ok {
		if width, height, err := term.GetSize(int(file.Fd())); err == nil {
			s.width, s.height = width, height
		}
	}
	s.coloured = coloured(s.width > 0)
	return s
}

// coloured reports whether output has colours: see https://no-color.org and https://bixense.com/clicolors.
func coloured(terminal bool) bool {
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	if forced := os.Getenv("CLICOLOR_FORCE"); forced != "" && forced != "0" {
		return true
	}
	return terminal && os.Getenv("TERM") != "dumb"
}

// colour is a style of text, as the parameter of an escape sequence.
type colour string

const (
	plain colour = ""
	bold  colour = "1"
	dim   colour = "2"
	red   colour = "31"
	green colour = "32"
	gold  colour = "33"
	cyan  colour = "36"
)

// paint colours a text, unless the stream has no colours.
func (s *screen) paint(text string, c colour) string {
	if c == plain || text == "" || !s.coloured {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// rewardColour shows at a glance how an episode went.
func rewardColour(reward string) colour {
	switch {
	case strings.HasPrefix(reward, "-"):
		return red
	case strings.Trim(reward, "0.") == "":
		return plain
	}
	return green
}

// when formats a time: as an age for people at a terminal, otherwise exactly.
func (s *screen) when(t graph.Time) string {
	if s.width == 0 {
		return minute(t)
	}
	// "2 years ago" says the same of a year of episodes.
	if at := t.UTC(); time.Since(at) > recent {
		return at.Format(time.DateOnly)
	}
	return humanize.Time(t.UTC())
}

// recent is how long a time is told by its distance.
const recent = 7 * humanize.Day

// since is when for a time of the system.
func (s *screen) since(t time.Time) string {
	if s.width == 0 {
		return t.Format(time.RFC3339)
	}
	return humanize.Time(t)
}

// moment is when with the exact time too.
func (s *screen) moment(t graph.Time) string {
	exact := t.UTC().Format(time.RFC3339)
	if s.width == 0 {
		return exact
	}
	return exact + " (" + humanize.Time(t.UTC()) + ")"
}

// cutEnd shortens a text to a width. It keeps the beginning, as a name needs.
func cutEnd(text string, width int) string { return runewidth.Truncate(text, width, "…") }

// cutMiddle shortens a text to a width. It keeps both ends, the last one longer: paths differ there.
func cutMiddle(text string, width int) string {
	whole := runewidth.StringWidth(text)
	if whole <= width {
		return text
	}
	if width < 4 {
		return cutEnd(text, width)
	}
	head := runewidth.Truncate(text, (width-1)/3, "")
	tail := runewidth.TruncateLeft(text, whole-(width-1-runewidth.StringWidth(head)), "")
	return head + "…" + tail
}

// suggested matches a command that a message says to run, or that may have been meant.
var suggested = regexp.MustCompile(`\b(?:run:|run there:|such as:|did you mean) (plotline(?: (?:"[^"]*"|\.|[^ "]*[^ ";:.,)?]))+)`)

// wrapWords breaks a line between words, so that no part is wider than width. A longer word is broken itself. A suggested
// command gets a line of its own, which is not broken, so that it can be pasted.
func wrapWords(line string, width int) []string {
	at := suggested.FindStringSubmatchIndex(line)
	if at == nil || runewidth.StringWidth(line) <= width {
		return breakWords(line, width)
	}
	lines := breakWords(line[:at[2]], width)
	for i, command := range strings.Split(line[at[2]:at[3]], " or plotline ") {
		if i > 0 {
			lines, command = append(lines, "or:"), "plotline "+command
		}
		lines = append(lines, "  "+command)
	}
	if rest := strings.TrimLeft(line[at[3]:], " ;:.,?"); rest != "" {
		lines = append(lines, wrapWords(rest, width)...)
	}
	return lines
}

func breakWords(line string, width int) []string {
	var lines []string
	at := ""
	for word := range strings.FieldsSeq(line) {
		if at != "" && runewidth.StringWidth(at)+1+runewidth.StringWidth(word) > width {
			lines, at = append(lines, at), ""
		}
		if at != "" {
			at += " "
		}
		for at += word; runewidth.StringWidth(at) > width; {
			head := runewidth.Truncate(at, max(width, 2), "")
			lines, at = append(lines, head), at[len(head):]
		}
	}
	return append(lines, at)
}

// wrapped breaks the lines of a text that are wider than the terminal. Broken lines keep their indentation.
func (s *screen) wrapped(text string) string {
	if s.width == 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if runewidth.StringWidth(line) <= s.width {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		lines[i] = indent + strings.Join(wrapWords(line, max(s.width-len(indent), least)), "\n"+indent)
	}
	return strings.Join(lines, "\n")
}
