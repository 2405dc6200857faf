package golden_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/testing/kit/serving"
)

// commandLine is the output of `plotline describe`.
type commandLine struct {
	Commands  []string `json:"commands"`
	Arguments []struct {
		Command  string   `json:"command"`
		Name     string   `json:"name"`
		Type     string   `json:"type"`
		Required bool     `json:"required"`
		Values   []string `json:"values"`
	} `json:"arguments"`
	Flags []struct {
		Name        string   `json:"name"`
		Short       string   `json:"short"`
		Type        string   `json:"type"`
		Values      []string `json:"values"`
		Environment []string `json:"environment"`
		Default     string   `json:"default"`
		Commands    []string `json:"commands"`
	} `json:"flags"`
	Environment []string `json:"environment"`
	Codes       []struct {
		Code  string `json:"code"`
		Title string `json:"title"`
		HTTP  int    `json:"http_status"`
		Exit  int    `json:"exit_status"`
	} `json:"codes"`
}

func (w *world) commandLine() commandLine {
	w.t.Helper()
	var c commandLine
	if err := json.Unmarshal([]byte(w.run("describe").Out), &c); err != nil {
		w.t.Fatal(err)
	}
	return c
}

// run runs the program until it ends, with a separate data folder.
func (w *world) run(args ...string) serving.Finished {
	w.t.Helper()
	return serving.Run(w.t, binary, []string{"PLOTLINE_DATA_DIR=" + filepath.Join(filepath.Dir(w.dir), "command")}, args...)
}

// flagFacts returns the facts of commands, their arguments and their flags.
func flagFacts(w *world) []string {
	w.t.Helper()
	line := w.commandLine()
	var all []string
	for _, command := range line.Commands {
		all = append(all, "plotline "+command)
	}
	for _, a := range line.Arguments {
		fact := fmt.Sprintf("plotline %s <%s>: %s", a.Command, a.Name, a.Type)
		if !a.Required {
			fact += ", optional"
		}
		all = append(all, fact+allowed(a.Values))
	}
	for _, f := range line.Flags {
		fact := "--" + f.Name
		if f.Short != "" {
			fact += " -" + f.Short
		}
		fact += ": " + f.Type
		if f.Default != "" {
			fact += ", default " + quoted(f.Default)
		}
		fact += allowed(f.Values)
		if len(f.Commands) == 0 {
			all = append(all, "plotline "+fact)
		}
		for _, command := range f.Commands {
			all = append(all, "plotline "+command+" "+fact)
		}
	}
	return all
}

func allowed(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return ", one of " + strings.Join(values, " ")
}

// environmentFacts returns the variables, and the flag that each sets.
func environmentFacts(w *world) []string {
	w.t.Helper()
	line := w.commandLine()
	var all []string
	for _, name := range line.Environment {
		all = append(all, name+" has no flag")
	}
	for _, f := range line.Flags {
		for i, name := range f.Environment {
			all = append(all, fmt.Sprintf("%s sets --%s, number %d of its variables", name, f.Name, i+1))
		}
	}
	return all
}

// configFacts returns the accepted keys of a configuration file. It reads a file with all keys in each
// spelling, because the program rejects a key that occurs in both.
func configFacts(w *world) []string {
	w.t.Helper()
	hyphened, underscored, all := map[string]any{}, map[string]any{}, []string{}
	for _, f := range w.commandLine().Flags {
		var value any = f.Default
		if f.Type == "switch" {
			value = false
		}
		under := strings.ReplaceAll(f.Name, "-", "_")
		hyphened[f.Name], underscored[under] = value, value
		if all = append(all, f.Name); under != f.Name {
			all = append(all, under)
		}
	}
	file := filepath.Join(w.t.TempDir(), "config.json")
	for _, config := range []struct {
		text   string
		status int
	}{{compact(hyphened), 0}, {compact(underscored), 0}, {`{"nonsense":1}`, 2}} {
		if err := os.WriteFile(file, []byte(config.text), 0o600); err != nil {
			w.t.Fatal(err)
		}
		if got := w.run("--config", file, "version"); got.Status != config.status {
			w.t.Errorf("status %d, want %d: %s\nwith the configuration file %s", got.Status, config.status, got.Err, config.text)
		}
	}
	return all
}

// codeFacts returns the error codes.
func codeFacts(w *world) []string {
	w.t.Helper()
	codes := w.commandLine().Codes
	all := make([]string, 0, len(codes))
	for _, c := range codes {
		all = append(all, fmt.Sprintf("%s: %s, HTTP status %d, exit status %d", c.Code, quoted(c.Title), c.HTTP, c.Exit))
	}
	return all
}

// runs returns the command lines whose exit status is recorded. tokens is the tokens file, and address that
// of the running server.
func runs(tokens, address string) [][]string {
	const unknown = "01930000-0000-7000-8000-00000000000f"
	listen := []string{"serve", "--listen", "127.0.0.1:0"}
	return [][]string{
		{"version"},
		{},
		{"--help"},
		{"import", "example"},
		{"episodes", "list", "--json"},
		{"no-such-command"},
		{"episodes", "list", "--no-such-flag"},
		{"episodes", "list", "--limit", "0", "--json"},
		{"episodes", "list", "--since", "someday", "--json"},
		{"episodes", "show", unknown, "--json"},
		{"episodes", "show", "x", "--json"},
		{"episodes", "show", unknown},
		{"episodes", "create", "x", "--json"},
		{"episodes", "create", "x", "--reward", "7", "--json"},
		{"graph", "relationships", unknown, "--json"},
		{"graph", "cycles", "--json"},
		{"plans", "show", unknown, "--json"},
		{"plans", "apply", unknown, "--json"},
		{"import", "file", "/no such file"},
		{"import", "memory", "/no such file"},
		{"import", "git", "/no such folder"},
		{"export", "--output", "/no such folder/x"},
		{"token", "list", "--tokens", tokens, "--json"},
		{"token", "revoke", "nobody", "--tokens", tokens},
		{"token", "create", "admin", "--role", "admin", "--tokens", tokens},
		{"token", "create", "x", "--role", "king", "--tokens", tokens},
		{"health", address},
		{"health", "http://127.0.0.1:1"},
		{"doctor", "--store", "neo4j", "--neo4j-uri", "bolt://127.0.0.1:1"},
		{"episodes", "list", "--neo4j-uri", "bolt://127.0.0.1:1", "--json"},
		{"--store", "neo4j", "episodes", "list"},
		{"--timeout", "0s", "episodes", "list"},
		{"--config", "/no such file", "version"},
		{"completion", "tcsh"},
		slices.Concat(listen, []string{"--tokens", "/no such file"}),
		{"serve", "--listen", "0.0.0.0:0"},
		{"serve", "--listen", "nowhere"},
		slices.Concat(listen, []string{"--toolsets", "nonsense"}),
		slices.Concat(listen, []string{"--locale", "nonsense"}),
		slices.Concat(listen, []string{"--tls-cert", "/no such file"}),
		slices.Concat(listen, []string{"--cors-origin", "nonsense"}),
		slices.Concat(listen, []string{"--rate-limit", "0"}),
		slices.Concat(listen, []string{"--media-root", "/a/../b"}),
	}
}

// exitFacts returns the exit statuses of commands and their error output.
func exitFacts(w *world) []string {
	w.t.Helper()
	lines := runs(w.tokens, w.URL)
	all := make([]string, 0, len(lines))
	for _, args := range lines {
		done := w.run(args...)
		fact := fmt.Sprintf("plotline %s: status %d", redact(strings.Join(args, " ")), done.Status)
		if done.Status != 0 {
			fact += ", error stream " + quoted(redact(strings.TrimSpace(done.Err)))
		}
		all = append(all, fact)
	}
	return all
}
