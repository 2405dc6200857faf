package release

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// normalise returns the form in which names are compared and matched. It applies NFKC (which turns full-width
// digits into plain ones), one kind of bracket and dash, plain digits of every script, and spaces for underscores
// and emoji.
func normalise(name string) string {
	name = norm.NFKC.String(escapes.Replace(strings.ToValidUTF8(name, "")))
	// NFKC expands some characters.
	if len(name) > maxBytes {
		name = strings.ToValidUTF8(name[:maxBytes], "")
	}
	name = strings.Map(plain, name)
	name = calendarDay().ReplaceAllStringFunc(name, day)
	return strings.TrimSpace(spaces().ReplaceAllString(name, " "))
}

// escapes are what downloads leave in a name, the sign that NFKC would turn into letters, and a dash between dots.
var escapes = strings.NewReplacer("%20", " ", "№", "#", ".-.", " - ")

var (
	spaces      = compiled(` {2,}`)
	calendarDay = compiled(`([0-9]{4})\s?年\s?([0-9]{1,2})\s?月\s?([0-9]{1,2})\s?[日号號]`)
	numerals    = compiled(`[0-9]+`)
)

func plain(r rune) rune {
	switch r {
	case '【', '「', '『', '〔', '《', '〈', '{':
		return '['
	case '】', '」', '』', '〕', '》', '〉', '}':
		return ']'
	case '‐', '‑', '‒', '–', '—', '―', '−', '•', '·', '～', '〜', '~':
		return '-'
	case '、', '،':
		return ','
	case '×':
		return 'x'
	case '’', 'ʼ', '׳':
		return '\''
	case '\u200d', '\ufe0e', '\ufe0f', '\u20e3': // joiners and modifiers of emoji
		return ' '
	}
	if r < 0x80 {
		if r == '_' || r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}
	if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.So, unicode.Sk, unicode.Cf) {
		return ' '
	}
	return digit(r)
}

// digit returns the plain digit for a decimal digit of any script, and every other rune as it is. A script's ten
// digits are adjacent in Unicode.
func digit(r rune) rune {
	if !unicode.Is(unicode.Nd, r) {
		return r
	}
	for _, table := range unicode.Nd.R16 {
		if lo := rune(table.Lo); lo <= r && r <= rune(table.Hi) {
			return '0' + (r-lo)%10
		}
	}
	return r
}

func day(token string) string {
	parts := numerals().FindAllString(token, -1)
	return " " + parts[0] + "-" + twoDigits(number(parts[1])) + "-" + twoDigits(number(parts[2])) + " "
}

var chineseDigits = map[rune]int{
	'〇': 0, '零': 0, '一': 1, '二': 2, '两': 2, '兩': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7,
	'八': 8, '九': 9, '壹': 1, '貳': 2, '贰': 2, '參': 3, '叁': 3, '肆': 4, '伍': 5, '陸': 6, '陆': 6, '柒': 7, '捌': 8, '玖': 9,
}

// chineseNumeral reports whether chinese reads a rune.
func chineseNumeral(r rune) bool {
	_, digit := chineseDigits[r]
	return digit || r == '十' || r == '百'
}

// chinese reads a number below 1,000 written as spoken, 二十一, or digit by digit, 二一.
func chinese(text string) int {
	total, last := 0, -1
	for _, r := range text {
		switch r {
		case '百':
			total, last = total+max(1, last)*100, 0
		case '十':
			if last <= 0 {
				last = 1
			}
			total, last = total+last*10, 0
		default:
			if last > 0 {
				last *= 10
			}
			last = max(last, 0) + chineseDigits[r]
		}
	}
	return total + max(last, 0)
}

// expression is a regular expression that is compiled when it is first used. Compiling those of this package takes
// 5 ms, a third of the time that the program needs to start, and most runs parse no release name.
type expression func() *regexp.Regexp

func compiled(text string) expression {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
