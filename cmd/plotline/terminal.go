package main

import (
	"fmt"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	if shown, ok := stream.(*screen); ok {
		return shown.width > 0
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// oneLine makes a text fit a table cell. It escapes characters that move the cursor or change the writing
// direction, so that no name can pass for another.
func oneLine(text string) string { return visible(strings.TrimSpace(text), "") }

// paragraph is oneLine that keeps line breaks.
func paragraph(text string) string {
	return visible(strings.ReplaceAll(text, "\r\n", "\n"), "\n\t")
}

// visible escapes such characters as the pages do, \u202e, except those in keep.
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
