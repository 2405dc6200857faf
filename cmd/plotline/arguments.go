package main

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/timephrase"
	"plotline/internal/usecase"
)

// Commands that query the graph only translate arguments. A flag or positional argument with the tag
// `field` names an argument of a use case. Its text is passed on unchanged, but for times in words. The use case checks bounds,
// fills in defaults and reports errors; the errors are reworded to name flags.

// argument is a value of the command line that becomes an argument of a use case.
type argument struct {
	value *kong.Value
	field string // name in the use case
	shown string // name on the command line
}

// argumentsOf lists the arguments of the selected command.
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

// given returns the texts from the command line, or nil if the argument was not given.
func (a argument) given() []string {
	if list, ok := reflect.TypeAssert[[]string](a.value.Target); ok {
		return list
	}
	if !a.value.Set {
		return nil
	}
	return []string{fmt.Sprint(a.value.Target.Interface())}
}

// given returns the arguments on the command line, keyed by their names in the use case.
func given(line *kong.Context) url.Values {
	values := url.Values{}
	for _, a := range argumentsOf(line) {
		if texts := a.given(); len(texts) > 0 {
			values[a.field] = texts
		}
	}
	for _, bound := range []string{"since", "until"} {
		if values.Has(bound) {
			values.Set(bound, inISO(values.Get(bound), time.Now(), bound == "until"))
		}
	}
	return values
}

// inISO returns a bound of time as ISO 8601: "30d" and "2h" before now, and words such as "last month", of which a lower
// bound is the begin and an upper one the end. Everything else it returns as it is.
func inISO(text string, now time.Time, upper bool) string {
	if _, err := graph.ParseTime(text); err == nil {
		return text
	}
	if at, err := pastTime(text, now); err == nil {
		return graph.TimeOf(at).String()
	}
	found, has := timephrase.Read(text, now)
	at := found.Range.Since
	if upper && has && !found.Range.Until.IsZero() {
		at = found.Range.Until.Add(-time.Microsecond)
	}
	if !has || !found.Only || at.IsZero() {
		return text
	}
	return graph.TimeOf(at).String()
}

// callUseCase calls a use case of the graph by name.
func callUseCase[Out any](ctx context.Context, p *program, name string, values url.Values) (Out, error) {
	var none Out
	cases := p.service.UseCases()
	use := cases[slices.IndexFunc(cases, func(u usecase.UseCase) bool { return u.Name == name })]
	raw, err := input.FromQuery(use.In, values)
	if err != nil {
		return none, asMisuse(use.Refuse(ctx, p.caller, err))
	}
	answer, err := use.Call(ctx, p.caller, raw)
	if err != nil {
		return none, asMisuse(err)
	}
	return answer.(Out), nil //nolint:forcetypeassert // the name determines the type
}

// inFlags replaces the names of use case arguments by those of flags. Details that do not mention their
// argument get the flag as a prefix.
func inFlags(line *kong.Context, err *fault.Error) *fault.Error {
	reworded := *err
	reworded.Details = settingNames.ReplaceAllString(reworded.Details, "${1}--$2")
	if err.Code != fault.InvalidArgument {
		return &reworded
	}
	arguments := argumentsOf(line)
	reworded.Details = detailsInFlags(arguments, err.Field, reworded.Details) + wrongWord(line, arguments, err.Field, reworded.Details)
	if list, several := err.Extra["faults"].([]input.Fault); several {
		shown := make([]input.Fault, len(list))
		for i, f := range list {
			shown[i] = input.Fault{Field: fieldInFlags(arguments, f.Field), Details: detailsInFlags(arguments, f.Field, f.Details) + wrongWord(line, arguments, f.Field, f.Details)}
		}
		return reworded.With("faults", shown)
	}
	return &reworded
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

// wrongWord returns the word that is no episode, and the command that may have been meant.
func wrongWord(line *kong.Context, arguments []argument, field, details string) string {
	if !strings.HasSuffix(details, graph.NotEpisode) {
		return ""
	}
	name, rest, _ := strings.Cut(field, "[")
	index, _ := strconv.Atoi(strings.TrimSuffix(rest, "]"))
	for _, a := range arguments {
		if words := a.given(); a.field == name && index < len(words) {
			return fmt.Sprintf(", got %q", words[index]) + suggestCommand(line, words[index])
		}
	}
	return ""
}

// fieldInFlags returns the flag of an argument, or the argument's own name if no flag sets it.
func fieldInFlags(arguments []argument, field string) string {
	for _, a := range arguments {
		if a.field == field {
			return a.shown
		}
	}
	return field
}

// named matches the argument's name in a sentence. A name with an underscore may occur anywhere. Another
// name is an ordinary word, so it counts only at the beginning.
func (a argument) named() *regexp.Regexp {
	word := regexp.QuoteMeta(a.field) + `\b`
	if strings.Contains(a.field, "_") {
		return regexp.MustCompile(`\b` + word)
	}
	return regexp.MustCompile(`^` + word)
}

// settingNames matches settings that other packages name without the dashes of a flag.
var settingNames = regexp.MustCompile(`(^|[^-\w])(neo4j-(?:uri|username|password|database))\b`)
