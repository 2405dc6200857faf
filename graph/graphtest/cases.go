package graphtest

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

//go:embed testdata/cases/*.json
var caseFiles embed.FS

// Case is a sequence of use case calls in its own workspace. Its own step comes between those of Setup,
// which create its data, and those of Then, which check its effects.
//
// A step binds names to values of its result. In what it expects, and in later steps, "$a" stands for such a
// value, also within a text. A text that is only a name takes the value's type. In arguments, "<repeat é
// 3>" is a long text, "<upper $a>" an id in upper case, and {"<repeat>": [x, 3]} a list. In expectations,
// "<uuid>", "<time>", "<number>", "<text>" and "<any>" match values of that form, and {"<unordered>": […]}
// matches a list in any order. Numbers are compared by value, to the last digit.
type Case struct {
	Name  string `json:"name"`
	Setup []Step `json:"setup"`
	Step
	Then []Step `json:"then"`
}

// Step is one call of a use case by name. A step with neither Want nor Error must succeed.
type Step struct {
	Call      string            `json:"call"`
	Arguments json.RawMessage   `json:"arguments"`
	Bind      map[string]string `json:"bind"`  // name to a path in the result: "episodes.0.episode_id"
	Want      any               `json:"want"`  // the whole result
	Last      string            `json:"last"`  // the last field in the JSON text
	Error     *Refusal          `json:"error"` // the expected error
}

// Refusal is an expected error. Details and Extra are compared if set. Without Extra, the error may have
// only valid names and faults beside its details.
type Refusal struct {
	Code    fault.Code     `json:"code"`
	Details string         `json:"details"`
	Extra   map[string]any `json:"extra"`
}

// Invoke calls one use case by name, through any API. The Extra of its error may hold Go values or those of
// decoded JSON.
type Invoke func(ctx context.Context, t *testing.T, name string, args json.RawMessage) (json.RawMessage, *fault.Error)

// RunCases runs the data cases through the use cases on a store.
func RunCases(t *testing.T, open Open) {
	t.Helper()
	store := open(t)
	PlayCases(t, func(t *testing.T) Invoke {
		t.Helper()
		w := newWorld(store)
		// A client does not see the cause of an internal error, so log it in the test's output.
		return invokeUseCases(w, &usecase.Runner{Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	})
}

// PlayCases runs the data cases through any API. It calls open once for each case. The Invoke must use a
// workspace of its own, whose name Workspace makes. An API that cannot express some cases, such as
// arguments that are no object or a path without its id, runs the others with Cases and Play.
func PlayCases(t *testing.T, open func(t *testing.T) Invoke) {
	t.Helper()
	for file, cases := range Cases(t) {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			for _, c := range cases {
				t.Run(c.Name, func(t *testing.T) {
					t.Parallel()
					Play(t, c, open(t))
				})
			}
		})
	}
}

// Cases reads the data cases, grouped by use case.
func Cases(t rapid.TB) map[string][]Case {
	t.Helper()
	files, err := fs.Glob(caseFiles, "testdata/cases/*.json")
	ok(t, err)
	all := make(map[string][]Case, len(files))
	for _, file := range files {
		text, err := caseFiles.ReadFile(file)
		ok(t, err)
		var cases []Case
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields() // otherwise a misspelt field would expect nothing
		dec.UseNumber()
		if err := dec.Decode(&cases); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[strings.TrimSuffix(path.Base(file), ".json")] = cases
	}
	return all
}

func invokeUseCases(w *world, runner *usecase.Runner) Invoke {
	service := graph.NewService(w.Store, runner)
	byName := map[string]usecase.UseCase{}
	for _, u := range service.UseCases() {
		byName[u.Name] = u
	}
	return func(ctx context.Context, t *testing.T, name string, args json.RawMessage) (json.RawMessage, *fault.Error) {
		t.Helper()
		u, known := byName[name]
		if !known {
			t.Fatalf("no use case is called %s", name)
		}
		out, err := u.Call(ctx, audit.Caller{Workspace: w.ws, Actor: "test", Transport: "test", Role: access.Admin}, args)
		if err != nil {
			var own *fault.Error
			if !errors.As(err, &own) {
				t.Fatalf("%s: error %v is no *fault.Error", name, err)
			}
			return nil, own
		}
		result, err := json.Marshal(out)
		ok(t, err)
		return result, nil
	}
}

// Play runs the steps of one case, and stops at the first failure.
func Play(t *testing.T, c Case, invoke Invoke) {
	t.Helper()
	known := names{}
	steps := append(append(append([]Step{}, c.Setup...), c.Step), c.Then...)
	for i, s := range steps {
		args := known.arguments(t, s.Arguments)
		result, err := invoke(t.Context(), t, s.Call, args)
		if !s.check(t, known, result, err) {
			t.Fatalf("step %d: %s %.2000s", i+1, s.Call, args)
		}
	}
}

// check compares a result with what the step expects.
func (s Step) check(t *testing.T, known names, result json.RawMessage, err *fault.Error) bool {
	t.Helper()
	if s.Error != nil || err != nil {
		return s.Error.check(t, known, result, err)
	}
	known.bind(t, s.Bind, result)
	if s.Want != nil {
		want := known.fill(t, s.Want)
		if d := cmp.Diff(want, DecodeJSON(t, result), matchers()); d != "" {
			t.Errorf("result (-want +got):\n%s", d)
		}
	}
	if s.Last != "" && lastField(t, result) != s.Last {
		t.Errorf("the last field is %s, want %s", lastField(t, result), s.Last)
	}
	return !t.Failed()
}

func (want *Refusal) check(t *testing.T, known names, result json.RawMessage, err *fault.Error) bool {
	t.Helper()
	switch {
	case want == nil:
		t.Errorf("error %v, want a result", err)
		return false
	case err == nil:
		t.Errorf("result %.2000s, want error %+v", result, *want)
		return false
	}
	same(t, "code", err.Code, want.Code)
	if want.Details != "" {
		same(t, "details", err.Details, known.text(t, want.Details))
	}
	text, marshalErr := json.Marshal(err.Extra)
	ok(t, marshalErr)
	extra, _ := DecodeJSON(t, text).(map[string]any)
	expected, _ := known.fill(t, want.Extra).(map[string]any)
	for _, optional := range []string{"valid", "faults"} {
		if _, named := expected[optional]; !named {
			delete(extra, optional)
		}
	}
	if len(extra)+len(expected) > 0 {
		if d := cmp.Diff(expected, extra, matchers()); d != "" {
			t.Errorf("beside the details (-want +got):\n%s", d)
		}
	}
	return !t.Failed()
}
