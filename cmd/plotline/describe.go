package main

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"plotline/api"
	"plotline/internal/fault"
)

// describeCommand prints the command line as JSON. The generated documentation is built from it.
type describeCommand struct{}

// description describes the command line, without hidden parts.
type description struct {
	Commands  []string            `json:"commands"`  // in the order of the help; groups come before their commands
	Arguments []describedArgument `json:"arguments"` // in the order of the commands
	Flags     []*describedFlag    `json:"flags"`     // by name; a flag with several meanings is listed once for each
	// Environment lists the variables that have no flag: secrets, because other users can see a process's flags, the
	// model's file and the pager.
	Environment []string        `json:"environment"`
	Codes       []describedCode `json:"codes"`

	flags map[string]*describedFlag
}

// describedArgument is a positional argument of a command.
type describedArgument struct {
	Command  string   `json:"command"`
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Required bool     `json:"required"`
	Values   []string `json:"values"` // allowed values; empty means no fixed list
}

// describedCode is an error code with its HTTP status and its exit status.
type describedCode struct {
	Code  fault.Code `json:"code"`
	Title string     `json:"title"`
	HTTP  int        `json:"http_status"`
	Exit  int        `json:"exit_status"`
}

// describedFlag is a flag and the commands that have it.
type describedFlag struct {
	Name        string   `json:"name"`
	Short       string   `json:"short"`
	Type        string   `json:"type"`
	Values      []string `json:"values"` // allowed values; empty means no fixed list
	Help        string   `json:"help"`
	Environment []string `json:"environment"`
	Default     string   `json:"default"`
	Commands    []string `json:"commands"` // empty means all commands
}

// Run prints the commands and their flags as JSON.
func (describeCommand) Run(line *kong.Context, std streams) error {
	d := description{
		Commands: []string{}, Environment: append([]string{tmdbKey, embeddingsKey, modelVariable, pagerVariable}, aiKeys[:]...), flags: map[string]*describedFlag{},
	}
	for _, code := range fault.Codes() {
		d.Codes = append(d.Codes, describedCode{code, code.Title(), api.StatusOf(code), statusOf(asMisuse(fault.New(code, "")))})
	}
	d.addCommand("", line.Model.Node)
	for _, key := range slices.Sorted(maps.Keys(d.flags)) {
		d.Flags = append(d.Flags, d.flags[key])
	}
	return printJSON(std.out, d)
}

// addCommand adds a command and the commands below it.
func (d *description) addCommand(command string, node *kong.Node) {
	if command != "" {
		d.Commands = append(d.Commands, command)
	}
	for _, f := range node.Flags {
		if !f.Hidden && f.Name != "help" {
			d.addFlag(command, f)
		}
	}
	for _, a := range node.Positional {
		d.Arguments = append(d.Arguments, describedArgument{command, a.Name, typeOf(a), a.Required, append([]string{}, valuesOf(a)...)})
	}
	for _, child := range node.Children {
		if !child.Hidden {
			d.addCommand(strings.TrimSpace(command+" "+child.Name), child)
		}
	}
}

func (d *description) addFlag(command string, f *kong.Flag) {
	key := strings.Join(append([]string{f.Name, f.Help, f.Default, typeOf(f.Value)}, f.Envs...), "\x00")
	if d.flags[key] == nil {
		d.flags[key] = &describedFlag{
			Name: f.Name, Type: typeOf(f.Value), Values: append([]string{}, valuesOf(f.Value)...),
			Help: f.Help, Environment: f.Envs, Default: f.Default, Commands: []string{},
		}
		if f.Short != 0 {
			d.flags[key].Short = string(f.Short)
		}
	}
	if command != "" {
		d.flags[key].Commands = append(d.flags[key].Commands, command)
	}
}

// typeOf names the type of a value for users: text, integer, number, switch, duration, or a list of these.
func typeOf(v *kong.Value) string {
	kind := v.Target.Type()
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	list := ""
	if kind.Kind() == reflect.Slice {
		list, kind = "list of ", kind.Elem()
	}
	if kind == reflect.TypeFor[time.Duration]() {
		return list + "duration"
	}
	switch kind.Kind() {
	case reflect.Bool:
		return list + "switch"
	case reflect.Int, reflect.Int64:
		return list + "integer"
	case reflect.Float64:
		return list + "number"
	default:
		return list + "text"
	}
}
