package setup

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// jsonPart is what setup keeps below one key of a JSON file: hooks, or the entry of the MCP server. Or it is the version of the
// file's format, which stays as it is where there is one.
type jsonPart struct {
	path    []string // of the object that holds the events or the servers
	hooks   []hook
	flat    bool // an event's list has the commands themselves, not groups of them
	server  *Server
	form    func(Server) any // of the entry; nil if it is as Server has it
	version int
}

// hook is a hook of one event, in the form that the clients share.
type hook struct {
	event string
	group group
}

type group struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []command `json:"hooks"`
}

type command struct {
	Name    string `json:"name,omitempty"`
	Type    string `json:"type,omitempty"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // in the client's unit
	Async   bool   `json:"async,omitempty"`
}

// ownCommand matches the commands of our hooks, from any data folder.
var ownCommand = regexp.MustCompile(`plotline-hook(\.exe)?['"]* [a-z-]+ [A-Za-z]+ `)

// present reports whether the text has exactly what the part wants.
func (p jsonPart) present(text []byte, root node) bool {
	if p.version > 0 {
		_, found := root.find("version")
		return found
	}
	holder, found := root.walk(p.path...)
	if !found {
		return false
	}
	if p.server != nil {
		value, found := holder.walk(serverName)
		var has Server
		return found && json.Unmarshal(text[value.start:value.end], &has) == nil && has.equal(*p.server)
	}
	var has []hook
	for _, event := range holder.members {
		for _, element := range event.value.members {
			if g, own := p.ownGroup(text, element.value); own > 0 {
				has = append(has, hook{event.key, g})
			}
		}
	}
	want := slices.Clone(p.hooks)
	for _, list := range [][]hook{has, want} {
		slices.SortStableFunc(list, func(a, b hook) int { return slices.Compare([]byte(a.event), []byte(b.event)) })
	}
	return slices.EqualFunc(has, want, func(a, b hook) bool {
		return a.event == b.event && a.group.Matcher == b.group.Matcher && slices.Equal(a.group.Hooks, b.group.Hooks)
	})
}

func (s Server) equal(other Server) bool {
	return s.Command == other.Command && slices.Equal(s.Args, other.Args) && maps.Equal(s.Env, other.Env)
}

// ownGroup decodes an element of an event's list and counts our commands in it.
func (p jsonPart) ownGroup(text []byte, element node) (g group, own int) {
	var into any = &g
	if p.flat {
		g.Hooks = make([]command, 1)
		into = &g.Hooks[0]
	}
	if json.Unmarshal(text[element.start:element.end], into) != nil {
		return group{}, 0
	}
	for _, c := range g.Hooks {
		if ownCommand.MatchString(c.Command) {
			own++
		}
	}
	return g, own
}

// add inserts what the part wants at the ends of the lists and objects that are there.
func (p jsonPart) add(text []byte, ranges []added) ([]byte, []added, error) {
	switch {
	case p.version > 0:
		if root, err := parse(text); err != nil || p.present(text, root) {
			return text, ranges, err
		}
		return put(text, ranges, nil, "version", p.version)
	case p.server != nil && p.form != nil:
		return put(text, ranges, p.path, serverName, p.form(*p.server))
	case p.server != nil:
		return put(text, ranges, p.path, serverName, p.server)
	}
	for _, h := range p.hooks {
		var value any = h.group
		if p.flat {
			value = h.group.Hooks[0]
		}
		var err error
		if text, ranges, err = put(text, ranges, append(slices.Clone(p.path), h.event), "", value); err != nil {
			return nil, nil, err
		}
	}
	return text, ranges, nil
}

// put inserts a value at the end of the object at a path, under a key, or of the list at it, without one. It makes what is
// missing.
func put(text []byte, ranges []added, path []string, key string, value any) ([]byte, []added, error) {
	root, err := parse(text)
	if err != nil {
		return nil, nil, err
	}
	holder, depth := root, 0
	for depth < len(path) {
		i, found := holder.find(path[depth])
		if !found {
			break
		}
		holder = holder.members[i].value
		depth++
	}
	want, missing := byte('{'), path[depth:]
	if len(missing) == 0 && key == "" {
		want = '['
	}
	if holder.kind != want {
		return nil, nil, fmt.Errorf("what is at %q has another form than the client's documentation says", path[:depth])
	}
	if len(missing) > 0 {
		value = nested(missing[1:], key, value)
		key = missing[0]
	}
	at, piece := styleOf(text, root).insertion(text, holder, depth, key, value)
	text, ranges = insert(text, ranges, at, piece)
	return text, ranges, nil
}

// nested returns a value below keys.
func nested(path []string, key string, value any) any {
	if key == "" {
		value = []any{value}
	} else {
		value = map[string]any{key: value}
	}
	for _, k := range slices.Backward(path) {
		value = map[string]any{k: value}
	}
	return value
}

// remove cuts what is ours, and the lists and objects that it leaves empty. The entry of a server is ours if own says so.
func (p jsonPart) remove(text []byte, own func(Server) bool) []byte {
	for {
		shorter := p.removeOne(text, own)
		if shorter == nil {
			return text
		}
		text = shorter
	}
}

// removeOne cuts the first thing that is ours. It returns nil if there is none.
func (p jsonPart) removeOne(text []byte, own func(Server) bool) []byte {
	root, err := parse(text)
	if err != nil {
		return nil
	}
	holder, found := root.walk(p.path...)
	if !found || holder.kind != '{' || p.version > 0 {
		return nil
	}
	if p.server != nil {
		i, found := holder.find(serverName)
		var has Server
		if !found || json.Unmarshal(text[holder.members[i].value.start:holder.members[i].value.end], &has) != nil || !own(has) {
			return nil
		}
		if len(holder.members) == 1 {
			return cutPath(text, root, p.path)
		}
		return cut(text, holder, i)
	}
	for at, event := range holder.members {
		for i, element := range event.value.members {
			g, ours := p.ownGroup(text, element.value)
			switch {
			case ours == 0:
			case ours < len(g.Hooks):
				return cutCommand(text, element.value)
			case len(event.value.members) > 1:
				return cut(text, event.value, i)
			case len(holder.members) > 1:
				return cut(text, holder, at)
			default:
				return cutPath(text, root, p.path)
			}
		}
	}
	return nil
}

// cutPath cuts the object at a path, which is to be empty.
func cutPath(text []byte, root node, path []string) []byte {
	last := len(path) - 1
	holder, _ := root.walk(path[:last]...)
	i, _ := holder.find(path[last])
	return cut(text, holder, i)
}

// cutCommand cuts our command from a group in which a person has put another beside it.
func cutCommand(text []byte, element node) []byte {
	list, _ := element.walk("hooks")
	for i, m := range list.members {
		var c command
		if json.Unmarshal(text[m.value.start:m.value.end], &c) == nil && ownCommand.MatchString(c.Command) {
			return cut(text, list, i)
		}
	}
	return nil
}
