package doors_test

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/graphtest"
	"plotline/internal/fault"
)

// Most of the cases can be asked over REST. The others are those that unaskable tells.
const (
	leastPlayed = 400
	mostSkipped = 33
)

// TestDataCases plays the contract's data cases over REST, and asks MCP the same: whatever reads, and
// whatever is refused, both doors answer alike.
func TestDataCases(t *testing.T) {
	t.Parallel()
	files := graphtest.Cases(t)
	workspaces := 0
	for _, cases := range files {
		workspaces += len(cases)
	}
	s := startWith(t, nil, supply{workspaces: workspaces})
	var tally tally
	d := &doors{server: s, operations: s.operations(t), tally: &tally}
	t.Cleanup(func() { tally.judge(t) }) // after the last of the parallel cases
	for file, cases := range files {
		tokens := make([]string, len(cases)) // one for each case, and a workspace with it
		for i := range cases {
			tokens[i] = s.admin(t)
		}
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			for i, c := range cases {
				t.Run(c.Name, func(t *testing.T) {
					t.Parallel()
					graphtest.Play(t, c, d.invoke(tokens[i]))
					tally.add(&tally.played)
				})
			}
		})
	}
}

// doors are both of them, as one.
type doors struct {
	*server
	operations map[string]operation
	tally      *tally
}

// tally counts what was asked.
type tally struct {
	mu                                 sync.Mutex
	played, skipped, compared, refused int
	reasons                            []string
}

func (c *tally) add(count *int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*count++
}

func (c *tally) skip(why string) {
	c.add(&c.skipped)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reasons = append(c.reasons, why)
}

func (c *tally) judge(t *testing.T) {
	t.Helper()
	slices.Sort(c.reasons)
	t.Logf("%d cases played, %d skipped; %d results and %d refusals compared\n%s",
		c.played, c.skipped, c.compared, c.refused, strings.Join(c.reasons, "\n"))
	if t.Failed() {
		return
	}
	if c.played < leastPlayed || c.skipped > mostSkipped || c.compared < leastPlayed/2 || c.refused < leastPlayed/3 {
		t.Error("too few of the cases were played")
	}
}

// invoke asks REST, and MCP too where that changes nothing: first, so that a refusal comes to the same.
func (d *doors) invoke(token string) graphtest.Invoke {
	return func(_ context.Context, t *testing.T, name string, args json.RawMessage) (json.RawMessage, *fault.Error) {
		t.Helper()
		o, why := forArguments(d.operations, name, args)
		if why != "" {
			d.tally.skip(why)
			t.Skip(why)
		}
		result, err := d.call(t, token, o, args) //nolint:contextcheck // it is the test's
		if err == nil && operationTable()[name].writes {
			return result, nil
		}
		other, otherErr := d.tool(t, token, name, args) //nolint:contextcheck // it is the test's
		if err != nil || otherErr != nil {
			d.tally.add(&d.tally.refused)
			if diff := cmp.Diff(shown(t, otherErr, name, args), shown(t, err, name, args)); diff != "" {
				t.Errorf("%s %.500s: MCP (-), REST (+):\n%s", name, args, diff)
			}
			return result, err
		}
		d.tally.add(&d.tally.compared)
		if diff := cmp.Diff(decode(t, other), decode(t, result), scores); diff != "" {
			t.Errorf("%s %.500s: MCP (-), REST (+):\n%s", name, args, diff)
		}
		return result, nil
	}
}

// scores of a search weigh how rare a word is in the whole store, which other cases write into meanwhile.
var scores = cmp.FilterPath(func(p cmp.Path) bool {
	at, is := p.Last().(cmp.MapIndex)
	return is && at.Key().String() == "score"
}, cmp.Comparer(func(a, b any) bool {
	_, first := a.(json.Number)
	_, second := b.(json.Number)
	return first && second
}))

var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// shown is what a client sees of an error on both doors. What create_episodes did not make in the end
// had an id all the same, another one each time.
func shown(t *testing.T, err *fault.Error, name string, args json.RawMessage) string {
	t.Helper()
	if err == nil {
		return "no error"
	}
	text := encode(t, []any{err.Code, err.Details, err.Title(), err.Extra})
	if name != "create_episodes" {
		return text
	}
	return anyID.ReplaceAllStringFunc(text, func(id string) string {
		if bytes.Contains(args, []byte(id)) {
			return id
		}
		return "an id"
	})
}
