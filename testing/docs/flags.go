package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// setting is a flag as the program tells of it.
type setting struct {
	Name        string   `json:"name"`
	Help        string   `json:"help"`
	Environment []string `json:"environment"`
	Default     string   `json:"default"`
	Commands    []string `json:"commands"`
}

// flagTable writes one line a flag that the environment can set too; the others belong to one
// command, and stand in its help.
func flagTable(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "bin/plotline", "flags").Output()
	if err != nil {
		return "", fmt.Errorf("bin/plotline flags: %w (run `make build` first)", err)
	}
	var settings []setting
	if err := json.Unmarshal(out, &settings); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| flag | environment | default | of | |\n|---|---|---|---|---|\n")
	for _, s := range settings {
		if len(s.Environment) == 0 {
			continue
		}
		fallback := ""
		if s.Default != "" {
			fallback = "`" + s.Default + "`"
		}
		fmt.Fprintf(&b, "| `--%s` | `%s` | %s | %s | %s |\n",
			s.Name, strings.Join(s.Environment, "`, `"), fallback, s.of(), cell(s.Help))
	}
	return b.String(), nil
}

// of are the commands that have the flag, by the first word of each.
func (s setting) of() string {
	var names []string
	for _, command := range s.Commands {
		first, _, _ := strings.Cut(command, " ")
		if !slices.Contains(names, first) {
			names = append(names, first)
		}
	}
	return cmp.Or(strings.Join(names, ", "), "all")
}
