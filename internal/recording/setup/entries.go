package setup

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// entry is an MCP server in a client's configuration.
type entry struct {
	Server

	name  string
	key   string // of the file among what setup remembers
	where string // the file, and the project in it
	near  bool   // it counts wherever ours would: for all projects, or for the one that is set up
}

// isPlotline reports whether the entry starts Plotline.
func (e entry) isPlotline() bool {
	program := strings.TrimSuffix(filepath.Base(strings.ReplaceAll(e.Command, `\`, "/")), ".exe")
	return program == serverName && slices.Contains(e.Args, "mcp")
}

// flag returns the value that the entry gives to a flag, or to the variable of the same meaning.
func (e entry) flag(name, variable string) string {
	value := e.Env[variable]
	for i, arg := range e.Args {
		if arg == "--"+name && i+1 < len(e.Args) {
			value = e.Args[i+1]
		} else if given, is := strings.CutPrefix(arg, "--"+name+"="); is {
			value = given
		}
	}
	return value
}

// checkEntries reports whether the person has an entry that does what ours would. It returns an error for one that uses
// another memory: the agent would read one and be recorded in another.
func checkEntries(entries []entry, ours Server, kept Kept) (own bool, err error) {
	for _, e := range entries {
		same := e.flag("data-dir", "PLOTLINE_DATA_DIR") == entry{Server: ours}.flag("data-dir", "PLOTLINE_DATA_DIR")
		workspace, server := e.flag("workspace", "PLOTLINE_WORKSPACE"), e.flag("server", "")
		switch {
		case e.near && e.name == serverName && e.writtenAs(kept.Files[e.key].Server):
		case !e.isPlotline() && e.name == serverName && e.near:
			return false, fmt.Errorf("%s has an MCP server %q that does not start Plotline. Rename or remove it, and run this command "+
				"again: %w", e.where, e.name, ErrConflict)
		case !e.isPlotline():
		case server != (entry{Server: ours}).flag("server", ""):
			if e.near {
				return false, fmt.Errorf("the MCP server %q in %s uses %s, and recording would go elsewhere. Remove it, and run this "+
					"command again: %w", e.name, e.where, cmp.Or(server, "a memory of this machine"), ErrConflict)
			}
		case server != "": // the workspace is that of the token
			own = own || e.near
		case workspace != "auto":
			if workspace == "" {
				workspace = "default, as it has no --workspace"
			}
			return false, fmt.Errorf("the MCP server %q in %s uses the workspace %s, but recording uses that of each project. "+
				"Give it --workspace auto, or remove it, and run this command again: %w", e.name, e.where, workspace, ErrConflict)
		case e.near && !same:
			return false, fmt.Errorf("the MCP server %q in %s uses another data folder. Remove it, or give this command the same "+
				"--data-dir: %w", e.name, e.where, ErrConflict)
		case e.near:
			own = true
		}
	}
	return own, nil
}

// jsonEntries lists the servers of an object of a JSON text.
func jsonEntries(text []byte, key, where string, near bool, path ...string) []entry {
	root, err := parse(text)
	if err != nil {
		return nil
	}
	servers, _ := root.walk(path...)
	var all []entry
	for _, m := range servers.members {
		e := entry{name: m.key, key: key, where: where, near: near}
		// An entry of another form starts no program.
		_ = json.Unmarshal(text[m.value.start:m.value.end], &e.Server)
		all = append(all, e)
	}
	return all
}

// writtenAs reports whether an entry is the one that setup has written. Clients add fields to it, so the rest may differ.
func (s Server) writtenAs(kept *Server) bool {
	return kept != nil && s.Command == kept.Command && slices.Equal(s.Args, kept.Args)
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
