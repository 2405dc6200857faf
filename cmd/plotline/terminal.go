package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// shownBy returns a writer for text that has no colours. If the output is a terminal, it escapes the same characters. Any
// other output gets the text as it is.
func shownBy(w io.Writer) io.Writer {
	if !isTerminal(w) {
		return w
	}
	return &visibleWriter{w: w}
}

type visibleWriter struct {
	w    io.Writer
	tail []byte // the beginning of a character
}

// Write implements io.Writer.
func (v *visibleWriter) Write(p []byte) (int, error) {
	text := slices.Concat(v.tail, p)
	whole := len(text)
	for whole > 0 && whole > len(text)-utf8.UTFMax && !utf8.RuneStart(text[whole-1]) {
		whole--
	}
	if whole > 0 && !utf8.FullRune(text[whole-1:]) {
		whole--
	} else {
		whole = len(text)
	}
	if _, err := io.WriteString(v.w, visible(string(text[:whole]), "\n\t")); err != nil {
		return 0, err
	}
	v.tail = text[whole:]
	return len(p), nil
}
