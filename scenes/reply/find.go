package reply

import (
	"encoding/json"
	"regexp"
	"strings"
)

// maxTries limits how many places are tried as the start of an object. Each may cost a pass over the whole answer.
const maxTries = 20

var (
	plain   = regexp.MustCompile(`^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$`)
	hexFour = regexp.MustCompile(`^u[0-9a-fA-F]{4}`)
)

// nextObject returns the index of the next JSON object with members: a brace followed by a quote, which is rare in
// code. It returns -1 if there is none.
func nextObject(text string) int {
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '{')
		if n < 0 {
			return -1
		}
		start := at + n
		for at = start + 1; at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0; {
			at++
		}
		if at < len(text) && text[at] == '"' {
			return start
		}
	}
}

// members maps the member names of an object, in lower case without "_", "-" and spaces, to their values.
type members map[string]json.RawMessage

// spelled removes the characters that names in members lack.
var spelled = strings.NewReplacer("_", "", "-", "", " ", "")

// get returns the value of the first name that is present and not null.
func (m members) get(names []string) json.RawMessage {
	for _, name := range names {
		if raw := m[name]; len(raw) > 0 && string(raw) != "null" {
			return raw
		}
	}
	return nil
}

// objects passes the objects of an answer to take, in order, until take returns true. With broken it passes only
// objects that break off, else only complete ones.
func objects(text string, broken bool, keep func(name string) bool, take func(members) bool) bool {
	keepName := func(name string) bool { return keep(normal(name)) }
	at := 0
	for range maxTries {
		n := nextObject(text[at:])
		if n < 0 {
			return false
		}
		at += n
		raw, _, cut := repaired(text[at:], keepName)
		at++
		if raw == nil || cut != broken {
			continue
		}
		var given map[string]json.RawMessage
		if json.Unmarshal(raw, &given) != nil {
			continue
		}
		m := members{}
		for name, value := range given {
			if own := normal(name); m[own] == nil || own == name {
				m[own] = value
			}
		}
		if take(m) {
			return true
		}
	}
	return false
}

func normal(name string) string { return spelled.Replace(strings.ToLower(name)) }

// block is a fenced block of Markdown.
type block struct {
	language string // in lower case
	text     string
}

// mostInside limits how many lines with a fence a block may hold.
const mostInside = 8

// blocks returns the fenced blocks of an answer, with backticks or tildes. The last one may lack its end. A line with a
// fence may be part of the code: it ends the block only if the braces before it are balanced, or if no later fence does
// better.
func blocks(text string) []block {
	var all []block
	for at := 0; at < len(text); {
		line, next := lineAt(text, at)
		mark := fenceMark(line)
		if mark == "" {
			at = next
			continue
		}
		open := block{}
		start := next
		language, rest, _ := strings.Cut(strings.TrimLeft(line, mark[:1]), " ")
		if codeSign.MatchString(rest) { // code on the line of the fence
			start = at + strings.Index(text[at:next], rest)
		} else if codeSign.MatchString(language) {
			language, start = "", at+strings.Index(text[at:next], language)
		}
		open.language = strings.ToLower(language)
		end, behind := closing(text, start, mark)
		open.text = text[start:end]
		all, at = append(all, open), behind
	}
	return all
}

// closing returns where the text of a block ends, and where the text behind its closing fence begins.
func closing(text string, start int, mark string) (end, behind int) {
	end, behind = -1, -1
	balance, inside := 0, 0
	for at := start; at < len(text) && inside < mostInside; {
		line, next := lineAt(text, at)
		switch own := fenceMark(line); {
		case !strings.HasPrefix(own, mark):
		case strings.Trim(line, mark[:1]+";,.) ") != "": // the next block begins, if the code so far had an end
			if end >= 0 {
				return end, behind
			}
		case balance == 0:
			return at, next
		default:
			inside++
			if end < 0 {
				end, behind = at, next
			}
		}
		balance += strings.Count(text[at:next], "{") - strings.Count(text[at:next], "}")
		at = next
	}
	if end < 0 {
		return len(text), len(text)
	}
	return end, behind
}

// lineAt returns the line at an offset, trimmed, and the offset of the next one.
func lineAt(text string, at int) (line string, next int) {
	next = strings.IndexByte(text[at:], '\n') + at + 1
	if next == at {
		next = len(text)
	}
	return strings.TrimSpace(text[at:next]), next
}

// fenceMark returns the backticks or tildes that a line begins with, or "" if it is no fence.
func fenceMark(line string) string {
	for _, sign := range []string{"`", "~"} {
		if mark := line[:len(line)-len(strings.TrimLeft(line, sign))]; len(mark) >= 3 {
			return mark
		}
	}
	return ""
}
