package tsx

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"plotline/internal/clip"
)

const (
	maxMessages  = 10
	maxText      = 300 // runes of one message
	lineWindow   = 160 // runes of a source line that are shown
	beforeColumn = 80  // runes of them before the column
)

// Message is one fault in the code of a scene.
type Message struct {
	Line     int    // from 1; 0 if it concerns the whole code
	Column   int    // from 1, in runes; 0 if it concerns the whole code
	Text     string // one sentence
	LineText string // the line, or the part of a long line around the column
}

// Problem is why a scene does not compile. Its text is for the author of the code, which may be a model.
type Problem struct { //nolint:errname // it is what a caller shows, a list of messages, more than an error
	Messages []Message // at least one, at most ten, in the compiler's order
}

// Error returns one line for each message, `3:17: Expected ">" but found "}"`, each followed by its line of code.
func (p *Problem) Error() string {
	var b strings.Builder
	for i, m := range p.Messages {
		if i > 0 {
			b.WriteByte('\n')
		}
		if m.Line > 0 {
			fmt.Fprintf(&b, "%d:%d: ", m.Line, m.Column)
		}
		b.WriteString(m.Text)
		if line := strings.TrimSpace(m.LineText); line != "" {
			b.WriteString("\n    ")
			b.WriteString(line)
		}
	}
	return b.String()
}

// refused returns a problem with the whole code.
func refused(format string, args ...any) *Problem {
	return &Problem{Messages: []Message{{Text: fmt.Sprintf(format, args...)}}}
}

// reported converts esbuild's errors into a Problem.
func reported(errs []api.Message) *Problem {
	p := &Problem{}
	for _, e := range errs[:min(len(errs), maxMessages)] {
		m := Message{Text: clip.Marked(e.Text, maxText)}
		if strings.HasPrefix(e.Text, "Top-level await ") {
			m.Text = "await is not allowed outside of functions: a scene has its data when it is drawn"
		}
		if at := e.Location; at != nil && at.File == sceneSpace+":"+sceneFile {
			before := at.LineText[:min(at.Column, len(at.LineText))]
			m.Line, m.Column = at.Line, utf8.RuneCountInString(before)+1
			m.LineText = window(at.LineText, m.Column-1)
		}
		p.Messages = append(p.Messages, m)
	}
	return p
}

// window returns the part of a line around a column.
func window(line string, place int) string {
	runes := []rune(line)
	if len(runes) <= lineWindow {
		return line
	}
	from := min(max(place-beforeColumn, 0), len(runes)-lineWindow)
	text := string(runes[from : from+lineWindow])
	if from > 0 {
		text = "…" + text
	}
	if from+lineWindow < len(runes) {
		text += "…"
	}
	return text
}
