package render

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

const (
	px = 10 // layered.Unit

	fontSize  = 12
	maxLine   = 156 * px // maximum width of a line of a label
	maxLines  = 3
	maxMarks  = 3   // maximum combining marks on one character
	maxLetter = 400 // maximum characters of a label that are used
)

// showable replaces characters that XML cannot contain, as clean does, and direction controls, which can make
// a name look like another one. They become U+FFFD.
func showable(label string) string {
	return strings.Map(func(r rune) rune {
		if r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return unicode.ReplacementChar
		}
		return r
	}, clean(label))
}

// letter is one character as a reader perceives it.
type letter struct {
	text  string
	width int
	wide  bool
}

// letters splits a label into characters.
func letters(label string) []letter {
	var list []letter
	for it := graphemes.FromString(label); it.Next() && len(list) < maxLetter; {
		list = append(list, measure(it.Value()))
	}
	return list
}

// widths computes the terminal columns of a character, independent of the locale.
var widths = runewidth.Condition{StrictEmojiNeutral: true}

// measure estimates the width of a character. No font is available, so it uses the widths of DejaVu Sans,
// which is wider than most fonts.
func measure(text string) letter {
	var kept strings.Builder
	marks, most := 0, 0
	wide := false
	for _, r := range text {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			if marks++; marks > maxMarks {
				continue
			}
		}
		kept.WriteRune(r)
		most = max(most, emWidth(r))
		wide = wide || widths.RuneWidth(r) > 1
	}
	if strings.ContainsRune(text, '\ufe0f') || wide && most < 1000 { // drawn as an emoji
		most = max(most, 1300)
	}
	return letter{kept.String(), most * fontSize * px / 1000, wide}
}

// emWidth returns the width of a rune in thousandths of the font size.
func emWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case strings.ContainsRune("fijlrtI.,;:'|!()[]{}/\\ ", r):
		return 400
	case strings.ContainsRune("mwMW@%&", r):
		return 980
	case 'A' <= r && r <= 'Z':
		return 720
	case r < 0x250:
		return 640
	case r >= 0x1f000:
		return 1300
	case widths.RuneWidth(r) > 1:
		return 1030
	}
	return 700
}

// wrapped breaks a label into at most maxLines lines and appends … if there is more.
func wrapped(label string) (lines []string, width int) {
	rest := letters(strings.TrimSpace(label))
	for len(rest) > 0 && len(lines) < maxLines {
		end, next := lineEnd(rest)
		line := rest[:end]
		if len(lines) == maxLines-1 && next < len(rest) {
			line = append(shortened(line), measure("…"))
		}
		rest = rest[next:]
		if text := strings.TrimRight(joined(line), " \n"); text != "" {
			lines = append(lines, text)
			width = max(width, total(line))
		}
	}
	return lines, width
}

// lineEnd returns the end of a line and the start of the next: at a line break, or at the last break
// opportunity that fits.
func lineEnd(list []letter) (end, next int) {
	width, chance := 0, 0
	for i, l := range list {
		if l.text == "\n" {
			return i, i + 1
		}
		width += l.width
		if width > maxLine && l.text != " " {
			if chance == 0 {
				chance = max(1, i)
			}
			return chance, afterSpaces(list, chance)
		}
		if l.wide || strings.ContainsAny(l.text, " -/_") {
			chance = i + 1
		}
		if i+1 < len(list) && list[i+1].wide {
			chance = i + 1
		}
	}
	return len(list), len(list)
}

func afterSpaces(list []letter, i int) int {
	for i < len(list) && list[i].text == " " {
		i++
	}
	return i
}

// shortened drops letters from the end until an ellipsis fits.
func shortened(line []letter) []letter {
	line = append([]letter(nil), line...)
	for len(line) > 1 && (total(line)+fontSize*px > maxLine || line[len(line)-1].text == " ") {
		line = line[:len(line)-1]
	}
	return line
}

func total(line []letter) int {
	width := 0
	for _, l := range line {
		width += l.width
	}
	return width
}

func joined(line []letter) string {
	var b strings.Builder
	for _, l := range line {
		b.WriteString(l.text)
	}
	return b.String()
}
