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

// described is the output of `plotline describe`.
type described struct {
	Commands []string        `json:"commands"`
	Flags    []describedFlag `json:"flags"`
}

type describedFlag struct {
	Name        string   `json:"name"`
	Help        string   `json:"help"`
	Environment []string `json:"environment"`
	Default     string   `json:"default"`
	Commands    []string `json:"commands"`
}

func describe(ctx context.Context) (described, error) {
	var d described
	out, err := plotline(ctx, "describe")
	if err != nil {
		return d, err
	}
	return d, json.Unmarshal(out, &d)
}

// plotline runs the built program.
func plotline(ctx context.Context, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "bin/plotline", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("bin/plotline %s: %w (run `make build` first)", strings.Join(args, " "), err)
	}
	return out, nil
}

// commandPages writes the --help of each command. It describes flags that several commands share once, below
// the page of plotline itself.
func commandPages(ctx context.Context) (string, error) {
	d, err := describe(ctx)
	if err != nil {
		return "", err
	}
	root, err := plotline(ctx, "--help")
	if err != nil {
		return "", err
	}
	pages := make([]helpPage, len(d.Commands))
	for i, command := range d.Commands {
		out, err := plotline(ctx, append(strings.Fields(command), "--help")...)
		if err != nil {
			return "", err
		}
		pages[i] = parseHelp(string(out))
	}
	shared := sharedSections(pages)
	var b strings.Builder
	writeHelp(&b, "## plotline", "", strings.TrimSpace(string(root)))
	writeHelp(&b, "## Flags of several commands", "The section of each command names the groups that it takes.", joinSections(shared))
	for i, command := range d.Commands {
		own, note := pages[i].withoutShared(shared)
		writeHelp(&b, "## plotline "+command, note, joinSections(own))
	}
	return b.String(), nil
}

func writeHelp(b *strings.Builder, heading, note, text string) {
	fmt.Fprintf(b, "%s\n\n", heading)
	if note != "" {
		fmt.Fprintf(b, "%s\n\n", note)
	}
	fmt.Fprintf(b, "```text\n%s\n```\n\n", text)
}

// flagTable writes a line for each flag that has a variable. The other flags belong to one command, whose
// help lists them.
func flagTable(ctx context.Context) (string, error) {
	d, err := describe(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| flag | environment | default | of | |\n|---|---|---|---|---|\n")
	for _, f := range d.Flags {
		if len(f.Environment) == 0 {
			continue
		}
		fallback := ""
		if f.Default != "" {
			fallback = "`" + f.Default + "`"
		}
		fmt.Fprintf(&b, "| `--%s` | `%s` | %s | %s | %s |\n",
			f.Name, strings.Join(f.Environment, "`, `"), fallback, f.of(), cell(f.Help))
	}
	return b.String(), nil
}

// of lists the commands with the flag, by the first word of each.
func (f describedFlag) of() string {
	var names []string
	for _, command := range f.Commands {
		first, _, _ := strings.Cut(command, " ")
		if !slices.Contains(names, first) {
			names = append(names, first)
		}
	}
	return cmp.Or(strings.Join(names, ", "), "all")
}
