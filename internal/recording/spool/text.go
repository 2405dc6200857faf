package spool

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"plotline/internal/clip"
	"plotline/internal/redact"
)

// Bounds of texts in lines, in characters.
const (
	MostText    = 4000 // of a prompt
	MostCommand = 500
	MostFirst   = 160
	MostTail    = 1000
	MostWords   = 1000
)

// mostOutput is how many bytes of the end of an output are read, and mostRead how many of the beginning of another text.
// Of that, as many characters are searched for secrets as are kept, and mostSecrets, by which replacing them may shorten it.
const mostOutput, mostRead, mostSecrets = 32 << 10, 32 << 10, 8 << 10

// Clean returns at most most characters of a text, without its secrets, the blocks that Plotline and clients put into
// prompts, and what moves the cursor of a terminal.
func Clean(text string, most int) string {
	text = printable(withoutBlocks(clip.Bytes(text, mostRead)))
	return clip.Runes(redact.Text(clip.Runes(text, most+mostSecrets)), most)
}

// Output returns the last 32 KiB of an output from a line's beginning, cleaned as Clean does. It is for check.Shape, which
// shortens it.
func Output(text string) string {
	if cut := len(text) - mostOutput; cut > 0 {
		whole := text[cut-1] == '\n'
		text = text[cut:]
		if _, rest, more := strings.Cut(text, "\n"); more && !whole {
			text = rest
		} else if !whole {
			text = ""
		}
	}
	return redact.Text(printable(withoutBlocks(strings.ToValidUTF8(text, "\uFFFD"))))
}

// Saying is what a prompt is for the record.
type Saying int

// The sayings.
const (
	Says      Saying = iota // it has a text
	Continues               // the client made it: the task before goes on
	Nothing                 // it is empty, or a command of the client
	Private                 // it must not be kept, nor what follows until the next prompt
)

// ReadPrompt returns what is kept of a prompt. The text is empty unless the prompt Says something.
func ReadPrompt(raw string) (text string, saying Saying) {
	raw = strings.TrimSpace(withoutBlocks(clip.Bytes(raw, mostRead)))
	const private = "#private"
	switch {
	case raw == "", raw[0] == '/' && strings.IndexFunc(raw, unicode.IsSpace) < 0:
		return "", Nothing
	case strings.HasPrefix(raw, "<task-notification>"):
		return "", Continues
	case len(raw) >= len(private) && strings.EqualFold(raw[:len(private)], private):
		return "", Private
	}
	public := strings.TrimSpace(withoutBlock(raw, "<private>", "</private>"))
	if public == "" {
		return "", Private
	}
	return Clean(public, MostText), Says
}

// withoutBlocks cuts out what clients and Plotline put into texts.
func withoutBlocks(text string) string {
	text = withoutBlock(text, "<hook_context>", "</hook_context>")
	text = withoutBlock(text, "<plotline ", "</plotline>")
	return withoutBlock(text, "<plotline>", "</plotline>")
}

// withoutBlock cuts out what stands between two marks, in any case of letters, and the marks. Blocks may lie in each other. A
// block without an end ends with the text.
func withoutBlock(text, begin, end string) string {
	if next(text, begin) < 0 {
		return text
	}
	var kept strings.Builder
	for depth := 0; ; {
		from, to := next(text, begin), next(text, end)
		switch {
		case from >= 0 && (to < 0 || from < to || depth == 0):
			if depth == 0 {
				kept.WriteString(text[:from])
			}
			depth++
			text = text[from+len(begin):]
		case depth == 0:
			kept.WriteString(text)
			return kept.String()
		case to < 0:
			return kept.String()
		default:
			depth--
			text = text[to+len(end):]
		}
	}
}

// next returns where a mark of ASCII letters stands first, in any case of letters, or -1.
func next(text, mark string) int {
	for at := 0; ; at++ {
		n := strings.IndexByte(text[at:], mark[0])
		if n < 0 {
			return -1
		}
		if at += n; len(text)-at >= len(mark) && strings.EqualFold(text[at:at+len(mark)], mark) {
			return at
		}
	}
}

// printable removes the sequences by which a program colours its output and moves the cursor, and other control characters
// but tabs and newlines.
func printable(text string) string {
	if strings.IndexFunc(text, isControl) < 0 {
		return text
	}
	var kept strings.Builder
	for i := 0; i < len(text); {
		if text[i] == '\x1b' {
			i += sequence(text[i:])
			continue
		}
		n := strings.IndexFunc(text[i:], isControl)
		if n < 0 {
			n = len(text) - i
		}
		kept.WriteString(text[i : i+n])
		i += n
		if i < len(text) && text[i] != '\x1b' {
			_, width := utf8.DecodeRuneInString(text[i:])
			i += width
		}
	}
	return kept.String()
}

// sequence returns the length of an escape sequence.
func sequence(text string) int {
	if len(text) < 2 {
		return len(text)
	}
	switch text[1] {
	case '[': // parameters, and a letter
		for i := 2; i < len(text); i++ {
			if c := text[i]; c >= 0x40 && c <= 0x7e {
				return i + 1
			} else if c < 0x20 {
				return i
			}
		}
		return len(text)
	case ']': // a text, and BEL or ESC \
		for i := 2; i < len(text) && text[i] != '\n'; i++ {
			if text[i] == '\a' {
				return i + 1
			}
			if text[i] == '\x1b' {
				return min(i+2, len(text))
			}
		}
		return 2
	}
	return 2
}

func isControl(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }
