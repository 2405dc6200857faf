package reply

import (
	"encoding/json"
	"regexp"
	"strings"
)

// maxTries is at how many places of an answer an object is looked for: each can cost a look at all of it.
const maxTries = 20

var (
	plain   = regexp.MustCompile(`^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$`)
	hexFour = regexp.MustCompile(`^u[0-9a-fA-F]{4}`)
	// object is how a JSON object with members begins, which code does not.
	object = regexp.MustCompile(`\{[ \t\r\n]*"`)
)

// members are the members of an object by their names, in small letters without "_", "-" and spaces.
type members map[string]json.RawMessage

// spelled is a name of a member as members has it.
var spelled = strings.NewReplacer("_", "", "-", "", " ", "")

// get is the value of the first of the names that is there and not null.
func (m members) get(names []string) json.RawMessage {
	for _, name := range names {
		if raw := m[name]; len(raw) > 0 && string(raw) != "null" {
			return raw
		}
	}
	return nil
}

// objects gives the objects of an answer to take, in their order, until it says that one is right.
// Objects that break off come only when broken is set.
func objects(text string, broken bool, keep func(name string) bool, take func(members) bool) bool {
	keepName := func(name string) bool { return keep(normal(name)) }
	at := 0
	for range maxTries {
		place := object.FindStringIndex(text[at:])
		if place == nil {
			return false
		}
		at += place[0]
		raw, _, cut := repaired(text[at:], keepName)
		at++
		if raw == nil || cut != broken {
			continue
		}
		var given map[string]json.RawMessage
		if json.Unmarshal(raw, &given) != nil { // it nests too deep
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
	language string // in small letters
	text     string
}

// blocks gives the fenced blocks of an answer. The last may have no end.
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
