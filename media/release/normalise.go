package release

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// normalise returns the form in which names are compared and matched. It applies NFKC (which turns full-width
// digits into plain ones), one kind of bracket and dash, and spaces for underscores and emoji. It replaces
// Chinese, Japanese, Korean, Russian and Spanish tokens by western ones.
func normalise(name string) string {
	name = norm.NFKC.String(strings.ReplaceAll(strings.ToValidUTF8(name, ""), "№", "#"))
	// NFKC expands some characters.
	if len(name) > maxBytes {
		name = strings.ToValidUTF8(name[:maxBytes], "")
	}
	name = strings.Map(plain, name)
	for _, r := range foreign {
		name = r.pattern().ReplaceAllStringFunc(name, r.western)
	}
	return strings.TrimSpace(spaces().ReplaceAllString(name, " "))
}

var spaces = compiled(` {2,}`)

func plain(r rune) rune {
	switch r {
	case '【', '「', '『', '〔', '《', '〈', '{':
		return '['
	case '】', '」', '』', '〕', '》', '〉', '}':
		return ']'
	case '‐', '‑', '‒', '–', '—', '―', '−', '•', '·', '～', '〜', '~':
		return '-'
	case '、':
		return ','
	case '\u200d', '\ufe0e', '\ufe0f', '\u20e3': // joiners and modifiers of emoji
		return ' '
	}
	if r == '_' || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.So, unicode.Sk, unicode.Cf) {
		return ' '
	}
	return r
}

// numeral matches a number in digits or in Chinese.
const numeral = `([0-9]{1,4}|[〇零一二三四五六七八九十百两兩]{1,5})`

// foreign are the tokens to translate, in order.
var foreign = []struct {
	pattern expression
	western func(string) string
}{
	{compiled(`([0-9]{4})\s?年\s?([0-9]{1,2})\s?月\s?([0-9]{1,2})\s?[日号號]`), day},
	{compiled(`[全共]\s?` + numeral + `\s?[集话話回季期]`), func(string) string { return " [COMPLETE] " }},
	{compiled(`第\s?` + numeral + `\s?(?:季|期|部|シーズン)|(?:シーズン)\s?[0-9]{1,2}|[0-9]{1,2}\s?(?:シーズン|시즌)|시즌\s?[0-9]{1,2}`), eachAs("S")},
	{compiled(`第\s?` + numeral + `\s?[集话話回]?\s?[-&+,至到]\s?第?\s?` + numeral + `\s?[集话話回]`), eachAs("E")},
	{compiled(`第\s?` + numeral + `\s?[集话話回夜]|제?\s?[0-9]{1,4}\s?[화회]`), eachAs("E")},
	{compiled(`(?i)[0-9]{1,2}(?:-?й)?[ .]?(?:сез(?:он)?|sez(?:on)?)[ .,-]{1,3}[0-9]{1,3}(?:-?я)?[ .]?(?:сер|ser)(?:\pL{1,4}|\.)`), russian},
	{compiled(`(?i)[0-9]{1,2}(?:-?й)? ?сезон`), eachAs("S")},
	{compiled(`(?i)\b[0-9]{1,3}(?:-?я)?[ .]?(?:сер(?:ия|\.)|ser(?:iya|ya)\b)(?:[ .:#]{0,2}[0-9]+)?`), russianEpisode},
	{compiled(`(?i)\bcap[ .]{0,2}[0-9]{3,4}\b`), spanish},
	{compiled(`特[別别][篇編编]|番外[篇編编]?|スペシャル`), func(string) string { return " SP " }},
}

var numerals = compiled(`[0-9]+|[〇零一二三四五六七八九十百两兩]+`)

// eachAs returns a function that writes the numbers of a token after the letter, and a range with a dash:
// E31-E32.
func eachAs(letter string) func(string) string {
	return func(token string) string {
		parts := numerals().FindAllString(token, -1)
		for i, text := range parts {
			parts[i] = letter + twoDigits(chinese(text))
		}
		return " " + strings.Join(parts, "-") + " "
	}
}

// russian reads "2 сезон 3 серия", where the numbers precede the words.
func russian(token string) string {
	parts := numerals().FindAllString(token, -1)
	return " S" + parts[0] + "E" + parts[1] + " "
}

// russianEpisode reads "3 серия". In "Сезон 2 Серия 3" the number before the word belongs to the season.
func russianEpisode(token string) string {
	if len(numerals().FindAllString(token, -1)) > 1 {
		return token
	}
	return eachAs("E")(token)
}

// spanish reads Cap.102 and Cap.1103, which hold season and episode in one number.
func spanish(token string) string {
	digits := numerals().FindString(token)
	at := len(digits) - 2
	return " S" + digits[:at] + "E" + digits[at:] + " "
}

func day(token string) string {
	parts := numerals().FindAllString(token, -1)
	return " " + parts[0] + "-" + twoDigits(number(parts[1])) + "-" + twoDigits(number(parts[2])) + " "
}

var digits = map[rune]int{
	'〇': 0, '零': 0, '一': 1, '二': 2, '两': 2, '兩': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7,
	'八': 8, '九': 9,
}

// chinese reads a number below 1,000 written as spoken, 二十一, or digit by digit, 二一. It also reads plain
// digits.
func chinese(text string) int {
	if text[0] <= '9' {
		return number(text)
	}
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
			last = max(last, 0) + digits[r]
		}
	}
	return total + max(last, 0)
}
