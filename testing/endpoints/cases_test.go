package endpoints_test

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
	"plotline/testing/kit/expect"
)

// REST can express most of the cases. unaskable explains the others.
const (
	minPlayed  = 400
	maxSkipped = 33
)

// TestDataCases runs the contract's data cases over REST, and also over MCP. For reads and errors, both
// APIs must give the same result.
func TestDataCases(t *testing.T) {
	t.Parallel()
	files := graphtest.Cases(t)
	workspaces := 0
	for _, cases := range files {
		workspaces += len(cases)
	}
	s := startWith(t, nil, workspaceCounts{workspaces: workspaces})
	var tally tally
	d := &apis{server: s, operations: s.operations(t), tally: &tally}
	t.Cleanup(func() { tally.check(t) }) // after the last parallel case
	for file, cases := range files {
		tokens := make([]string, len(cases)) // one for each case, with its own workspace
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

// apis combines both APIs.
type apis struct {
	*server
	operations map[string]operation
	tally      *tally
}

// tally counts the calls.
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

func (c *tally) check(t *testing.T) {
	t.Helper()
	slices.Sort(c.reasons)
	t.Logf("%d cases played, %d skipped; %d results and %d refusals compared\n%s",
		c.played, c.skipped, c.compared, c.refused, strings.Join(c.reasons, "\n"))
	if t.Failed() {
		return
	}
	if c.played < minPlayed || c.skipped > maxSkipped || c.compared < minPlayed/2 || c.refused < minPlayed/3 {
		t.Error("too few of the cases were played")
	}
}

// invoke calls REST. If the call changes nothing, it calls MCP too, and first, so that errors can be
// compared.
func (d *apis) invoke(token string) graphtest.Invoke {
	return func(_ context.Context, t *testing.T, name string, args json.RawMessage) (json.RawMessage, *fault.Error) {
		t.Helper()
		o, why := forArguments(d.operations, name, args)
		if why != "" {
			d.tally.skip(why)
			t.Skip(why)
		}
		result, err := d.call(t, token, o, args) //nolint:contextcheck // uses the test's context
		if err == nil && operationTable()[name].writes {
			return result, nil
		}
		other, otherErr := d.tool(t, token, name, args) //nolint:contextcheck // uses the test's context
		if err != nil || otherErr != nil {
			d.tally.add(&d.tally.refused)
			if diff := cmp.Diff(shown(t, otherErr, name, args), shown(t, err, name, args)); diff != "" {
				t.Errorf("%s %.500s: MCP (-), REST (+):\n%s", name, args, diff)
			}
			return result, err
		}
		d.tally.add(&d.tally.compared)
		if diff := cmp.Diff(graphtest.DecodeJSON(t, other), graphtest.DecodeJSON(t, result), scores); diff != "" {
			t.Errorf("%s %.500s: MCP (-), REST (+):\n%s", name, args, diff)
		}
		return result, nil
	}
}

// scores ignores the scores of a search. They depend on the rarity of words in the whole store, which other
// cases change.
var scores = cmp.FilterPath(func(p cmp.Path) bool {
	at, is := p.Last().(cmp.MapIndex)
	return is && at.Key().String() == "score"
}, cmp.Comparer(func(a, b any) bool {
	_, first := a.(json.Number)
	_, second := b.(json.Number)
	return first && second
}))

var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// shown returns the parts of an error that both APIs show. It hides the ids of episodes that were not created,
// which differ each time.
func shown(t *testing.T, err *fault.Error, name string, args json.RawMessage) string {
	t.Helper()
	if err == nil {
		return "no error"
	}
	text := string(expect.JSON(t, []any{err.Code, err.Details, err.Title(), err.Extra}))
	if name != "create_episode" && name != "create_episodes" {
		return text
	}
	return anyID.ReplaceAllStringFunc(text, func(id string) string {
		if bytes.Contains(args, []byte(id)) {
			return id
		}
		return "an id"
	})
}
