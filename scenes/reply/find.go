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

// blocks returns the fenced blocks of an answer. The last one may lack its end.
func blocks(text string) []block {
	var all []block
	start := -1
	var open block
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n') + at + 1
		if end == at {
			end = len(text)
		}
		line := strings.TrimSpace(text[at:end])
		switch {
		case !strings.HasPrefix(line, "```"):
		case start < 0:
			language, _, _ := strings.Cut(strings.TrimLeft(line, "`"), " ")
			open, start = block{language: strings.ToLower(language)}, end
		case strings.Trim(line, "`") == "":
			open.text = text[start:at]
			all, start = append(all, open), -1
		}
		at = end
	}
	if start >= 0 {
		open.text = text[start:]
		all = append(all, open)
	}
	return all
}
