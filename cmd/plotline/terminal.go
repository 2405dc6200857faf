package main

import (
	"fmt"
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

// oneLine makes a text fit a cell. What would move the cursor, or turn the direction of writing, is written
// out, so that no name is shown as another.
func oneLine(text string) string { return visible(strings.TrimSpace(text), "") }

// paragraph is oneLine that keeps the lines.
func paragraph(text string) string {
	return visible(strings.ReplaceAll(text, "\r\n", "\n"), "\n\t")
}

// visible writes such characters as the pages do, \u202e, but for those in keep.
func visible(text, keep string) string {
	var b strings.Builder
	for _, r := range text {
		hidden := unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
		if hidden && !strings.ContainsRune(keep, r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
