package main

import (
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// widthOf is how many columns the terminal has that w writes to, 0 when it is none: what goes to a
// file or a pipe is not cut.
func widthOf(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// isTerminal tells whether a person sits at the other end.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// oneLine makes a text fit a cell: what would move the cursor, or turn the direction of writing,
// becomes a space.
func oneLine(text string) string { return strings.TrimSpace(strings.Map(harmless, text)) }

// paragraph is oneLine that keeps the lines.
func paragraph(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return harmless(r)
	}, text)
}

func harmless(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return ' '
	}
	return r
}
