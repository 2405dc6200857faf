package setup

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// tomlTable is the table that setup keeps in a TOML file: the entry of the MCP server. The file is edited as text, so that the
// person's comments stay.
type tomlTable struct {
	server Server
}

// setting is a key with its value in a TOML text, or the header of a table, which has no value.
type setting struct {
	table      []string // the table that it belongs to, or that the header begins
	key        []string
	value      string
	start, end int // in bytes, with the newline
}

// settingsOf splits a TOML text into settings. It reads as much as it needs to tell a header from a list over lines; a file
// that is no TOML is the client's to reject.
func settingsOf(text []byte) []setting {
	var all []setting
	var table []string
	for at := 0; at < len(text); {
		start := at
		equal, end := statement(text, at)
		at = end
		line := string(bytes.TrimSpace(text[start:end]))
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name, _, _ := strings.Cut(strings.TrimLeft(line, "["), "]")
			table = keyOf(name)
			all = append(all, setting{table: table, start: start, end: end})
		case equal > 0:
			all = append(all, setting{table, keyOf(string(text[start:equal])), string(bytes.TrimSpace(text[equal+1 : end])), start, end})
		}
	}
	return all
}

// statement returns where the first = and the end of the statement are that starts at a place. Strings and lists may go over
// lines.
func statement(text []byte, at int) (equal, end int) {
	depth := 0
	header := len(bytes.TrimLeft(text[at:], " \t")) > 0 && bytes.TrimLeft(text[at:], " \t")[0] == '['
	for at < len(text) {
		switch c := text[at]; {
		case c == '"' || c == '\'':
			at += len(quoted(text[at:]))
			continue
		case c == '#':
			if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
				at += i
				continue
			}
			return equal, len(text)
		case c == '=' && equal == 0:
			equal = at
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}') && depth > 0:
			depth--
		case c == '\n' && (depth == 0 || header):
			return equal, at + 1
		}
		at++
	}
	return equal, len(text)
}

// quoted returns the string at the beginning of a text, with its quotes.
func quoted(text []byte) []byte {
	mark := text[:1]
	if triple := bytes.Repeat(mark, 3); bytes.HasPrefix(text, triple) {
		mark = triple
	}
	for i := len(mark); i < len(text); i++ {
		switch {
		case text[i] == '\\' && mark[0] == '"':
			i++
		case bytes.HasPrefix(text[i:], mark):
			return text[:i+len(mark)]
		case text[i] == '\n' && len(mark) == 1: // it has no end
			return text[:i]
		}
	}
	return text
}

// strings returns the strings in a value.
func stringsOf(value string) []string {
	var all []string
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '#':
			end := strings.IndexByte(value[i:], '\n')
			if end < 0 {
				return all
			}
			i += end
		case '"', '\'':
			raw := string(quoted([]byte(value[i:])))
			all = append(all, unquote(raw))
			i += len(raw) - 1
		}
	}
	return all
}

func unquote(raw string) string {
	if raw[0] == '"' {
		if text, err := strconv.Unquote(raw); err == nil {
			return text
		}
	}
	return strings.Trim(raw, raw[:1])
}

// keyOf splits a dotted key.
func keyOf(text string) []string {
	var parts []string
	for text = strings.TrimSpace(text); text != ""; {
		var part string
		if text[0] == '"' || text[0] == '\'' {
			raw := string(quoted([]byte(text)))
			part, text = unquote(raw), text[len(raw):]
			_, text, _ = strings.Cut(text, ".")
		} else {
			part, text, _ = strings.Cut(text, ".")
		}
		parts, text = append(parts, strings.TrimSpace(part)), strings.TrimSpace(text)
	}
	return parts
}

// tomlServers is the table of the MCP servers in Codex's configuration.
const tomlServers = "mcp_servers"

// isServer returns the name of the server to whose table a setting belongs.
func (s setting) isServer() (name string, is bool) {
	if len(s.table) >= 2 && s.table[0] == tomlServers {
		return s.table[1], true
	}
	return "", false
}

// check returns an error if the table cannot be added.
func (t tomlTable) check(text []byte) error {
	for _, s := range settingsOf(text) {
		inline := len(s.table) == 0 && len(s.key) > 0 && s.key[0] == tomlServers ||
			len(s.table) == 1 && s.table[0] == tomlServers && len(s.key) > 0
		if inline {
			return errors.New("it has MCP servers that are no tables of their own, such as [mcp_servers.NAME]")
		}
	}
	return nil
}

// text returns the table, with a newline at its end.
func (t tomlTable) text() string {
	quote := func(text string) string { return encoded(text, "", "") } // JSON's strings are TOML's, too
	var b strings.Builder
	b.WriteString("[" + tomlServers + "." + serverName + "]\ncommand = " + quote(t.server.Command) + "\nargs = [")
	for i, arg := range t.server.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quote(arg))
	}
	b.WriteString("]\n")
	if len(t.server.Env) > 0 {
		b.WriteString("env = { ")
		for i, name := range sortedKeys(t.server.Env) {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(name + " = " + quote(t.server.Env[name]))
		}
		b.WriteString(" }\n")
	}
	return b.String()
}

// present reports whether the text has exactly this table.
func (t tomlTable) present(text []byte) bool { return bytes.Contains(text, []byte(t.text())) }

// add appends the table.
func (t tomlTable) add(text []byte) ([]byte, []added) {
	piece := t.text()
	if len(text) > 0 {
		piece = "\n" + piece
		if text[len(text)-1] != '\n' {
			piece = "\n" + piece
		}
	}
	return insert(text, nil, len(text), piece)
}

// remove cuts the table and those below it, if it is ours.
func (t tomlTable) remove(text []byte, own func(Server) bool) []byte {
	if !own(tomlServer(text, serverName)) {
		return text
	}
	for _, s := range slices.Backward(settingsOf(text)) {
		if name, is := s.isServer(); is && name == serverName {
			start := s.start
			if len(s.key) == 0 && bytes.HasSuffix(text[:start], []byte("\n\n")) {
				start--
			}
			text = append(append([]byte{}, text[:start]...), text[s.end:]...)
		}
	}
	return text
}

// tomlServer reads the entry of a server.
func tomlServer(text []byte, name string) Server {
	server := Server{Env: map[string]string{}}
	for _, s := range settingsOf(text) {
		if n, is := s.isServer(); !is || n != name || len(s.key) == 0 {
			continue
		}
		values := stringsOf(s.value)
		switch {
		case len(s.table) == 3 && s.table[2] == "env" && len(values) == 1:
			server.Env[s.key[0]] = values[0]
		case len(s.table) > 2:
		case s.key[0] == "command" && len(values) == 1:
			server.Command = values[0]
		case s.key[0] == "args":
			server.Args = values
		case s.key[0] == "env":
			inlineEnv(s.value, server.Env)
		}
	}
	return server
}

// inlineEnv reads the pairs of an inline table.
func inlineEnv(value string, env map[string]string) {
	for value = strings.Trim(value, "{ \t"); value != ""; {
		name, rest, found := strings.Cut(value, "=")
		rest = strings.TrimSpace(rest)
		if !found || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return
		}
		raw := string(quoted([]byte(rest)))
		env[strings.Trim(name, ` ,"'`)] = unquote(raw)
		value = strings.Trim(rest[len(raw):], ", \t}")
	}
}
