package main

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/pattern"
	"plotline/internal/usecase"
)

// A command that asks the graph something only translates. A flag, or a positional argument, whose
// tag `field` names an argument of a use case is handed to it as text; bounds, defaults and what a
// value may be are the use case's, and its complaints are told with the names of flags.

// argument is one value of the command line that is an argument of a use case.
type argument struct {
	value *kong.Value
	field string // its name there
	shown string // its name here
}

// argumentsOf lists those of the command that was chosen.
func argumentsOf(line *kong.Context) []argument {
	if line == nil || line.Selected() == nil {
		return nil
	}
	var all []argument
	for _, flag := range line.Flags() {
		if field := flag.Tag.Get("field"); field != "" {
			all = append(all, argument{flag.Value, field, "--" + flag.Name})
		}
	}
	for _, arg := range line.Selected().Positional {
		if field := arg.Tag.Get("field"); field != "" {
			all = append(all, argument{arg, field, "<" + arg.Name + ">"})
		}
	}
	return all
}

// given are the texts on the command line; none when it says nothing.
func (a argument) given() []string {
	if list, ok := reflect.TypeAssert[[]string](a.value.Target); ok {
		return list
	}
	if !a.value.Set {
		return nil
	}
	return []string{fmt.Sprint(a.value.Target.Interface())}
}

// given is what the command line says, by the names of the use case.
func given(line *kong.Context) url.Values {
	values := url.Values{}
	for _, a := range argumentsOf(line) {
		if texts := a.given(); len(texts) > 0 {
			values[a.field] = texts
		}
	}
	return values
}

// ask calls a use case of the graph by its name.
func ask[Out any](ctx context.Context, p *program, name string, values url.Values) (Out, error) {
	var none Out
	cases := p.service.UseCases()
	use := cases[slices.IndexFunc(cases, func(u usecase.UseCase) bool { return u.Name == name })]
	raw, err := input.FromQuery(use.In, values)
	if err != nil {
		return none, judged(use.Refuse(ctx, p.caller, err))
	}
	answer, err := use.Call(ctx, p.caller, raw)
	if err != nil {
		return none, judged(err)
	}
	return answer.(Out), nil //nolint:forcetypeassert // the name says which
}

// inFlags puts the names of flags in the place of a use case's arguments, and before details that do
// not name the argument they are about.
func inFlags(line *kong.Context, err *fault.Error) *fault.Error {
	told := *err
	told.Details = settingNames.ReplaceAllString(told.Details, "${1}--$2")
	if err.Code != fault.InvalidArgument {
		return &told
	}
	arguments := argumentsOf(line)
	told.Details = detailsInFlags(arguments, err.Field, told.Details)
	if list, several := err.Extra["faults"].([]input.Fault); several {
		shown := make([]input.Fault, len(list))
		for i, f := range list {
			shown[i] = input.Fault{Field: fieldInFlags(arguments, f.Field), Details: detailsInFlags(arguments, f.Field, f.Details)}
		}
		return told.With("faults", shown)
	}
	return &told
}

func detailsInFlags(arguments []argument, field, details string) string {
	was := details
	for _, a := range arguments {
		details = a.named().ReplaceAllString(details, a.shown)
	}
	if shown := fieldInFlags(arguments, field); details == was && shown != field {
		return shown + ": " + details
	}
	return details
}

// fieldInFlags is the flag of an argument, or the argument itself when no flag gives it.
func fieldInFlags(arguments []argument, field string) string {
	for _, a := range arguments {
		if a.field == field {
			return a.shown
		}
	}
	return field
}

// named finds the argument in a sentence: one word anywhere when no other word is written so, else at
// the beginning alone.
func (a argument) named() *regexp.Regexp {
	word := regexp.QuoteMeta(a.field) + `\b`
	if strings.Contains(a.field, "_") {
		return regexp.MustCompile(`\b` + word)
	}
	return regexp.MustCompile(`^` + word)
}

// settingNames finds settings that the packages below name without knowing of flags.
var settingNames = pattern.New(`(^|[^-\w])(neo4j-(?:uri|username|password|database))\b`)
