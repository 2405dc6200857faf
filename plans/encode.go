package plans

import (
	"bytes"
	"encoding/json"
	"strconv"

	"plotline/internal/output"
	"plotline/media"
)

// encode writes the file of a plan: Plotline's fields, with those for reviewers, then those of other programs.
func (p *Plan) encode() ([]byte, error) {
	head := *p
	head.Files = []Entry{}
	raw, err := json.Marshal(&head)
	if err != nil {
		return nil, err
	}
	about, err := json.Marshal(p.review)
	if err != nil {
		return nil, err
	}
	if len(about) > len("{}") {
		raw = append(append(raw[:len(raw)-1], ','), about[1:]...)
	}
	raw = p.spliceEntries(raw)
	if len(p.foreign) > 0 {
		others, err := json.Marshal(p.foreign)
		if err != nil {
			return nil, err
		}
		raw = append(append(raw[:len(raw)-1], ','), others[1:]...)
	}
	return append(raw, '\n'), nil
}

// spliceEntries inserts the entries into a plan that was encoded without any. A plan is rewritten for
// every new entry. With reflection, encoding thousands of entries would take longer than the disk.
// Entries that were read keep their text, because another program may store more in them.
func (p *Plan) spliceEntries(raw []byte) []byte {
	const usual = 200 // bytes of a typical entry
	return output.Splice(raw, `"files":[]`, len(p.text)+usual*len(p.Files), func(b []byte) []byte {
		b = append(b, `"files":[`...)
		if text := bytes.TrimSpace(p.text); p.texted > 0 {
			b = append(b, text[1:len(text)-1]...)
		}
		for i, e := range p.Files[p.texted:] {
			if i+p.texted > 0 {
				b = append(b, ',')
			}
			b = appendEntry(b, e)
		}
		return append(b, ']')
	})
}

// appendEntry writes an entry in the same form as encoding/json.
func appendEntry(b []byte, e Entry) []byte {
	b = append(b, '{')
	start := len(b)
	name := func(name string) {
		if len(b) > start {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), name...), '"', ':')
	}
	for _, number := range []struct {
		name  string
		value *int
	}{{"season", e.Season}, {"episode", e.Episode}} {
		if number.value != nil {
			name(number.name)
			b = strconv.AppendInt(b, int64(*number.value), 10)
		}
	}
	for _, path := range []struct {
		name  string
		value media.Path
	}{{"path", e.Path}, {"from", e.From}, {"to", e.To}} {
		if path.value != "" {
			name(path.name)
			b = appendText(b, string(path.value))
		}
	}
	return append(b, '}')
}

// appendText writes a quoted string. Most strings need no escaping.
func appendText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(text) // cannot fail for a string
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}
