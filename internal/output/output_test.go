package output_test

import (
	"testing"

	"plotline/internal/input"
	"plotline/internal/output"
)

type inner struct {
	Names []string `json:"names"`
}

type result struct {
	List    []inner      `json:"list"`
	Absent  []string     `json:"absent,omitzero"`
	Path    []string     `json:"path" nullable:"true"`
	Data    input.Object `json:"data,omitempty"`
	Drawing string       `json:"-"`
}

func (r result) Text() (string, bool) { return r.Drawing, r.Drawing != "" }

func TestResult(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]any{
		`{"list":[],"path":null}`:                                            result{},
		`{"list":[{"names":[]},{"names":["<a>"]}],"path":["x"]}`:             result{List: []inner{{}, {Names: []string{"<a>"}}}, Path: []string{"x"}},
		`{"list":[],"path":null,"data":{"n":12345678901234567890,"m":null}}`: result{Data: input.Object(`{"n":12345678901234567890,"m":null}`)},
		`"plain & simple"`: "plain & simple",
	} {
		raw, err := output.Result(value)
		if err != nil || string(raw) != want {
			t.Errorf("got %s, %v; want %s", raw, err, want)
		}
	}
	if _, err := output.Result(func() {}); err == nil {
		t.Error("a function is no JSON")
	}
}

// TestResultLeavesTheValueAlone checks that nil lists are replaced in a copy.
func TestResultLeavesTheValueAlone(t *testing.T) {
	t.Parallel()
	shared := []inner{{}}
	if _, err := output.Result(result{List: shared}); err != nil || shared[0].Names != nil {
		t.Errorf("changed to %v, %v", shared, err)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	if text, own := output.Text(result{Drawing: "graph TD"}); !own || text != "graph TD" {
		t.Errorf("got %q, %t", text, own)
	}
	for _, value := range []any{result{}, "text", nil} {
		if text, own := output.Text(value); own || text != "" {
			t.Errorf("%v has the text %q", value, text)
		}
	}
}

func TestObject(t *testing.T) {
	t.Parallel()
	var o output.Object
	if got := string(o.JSON()); got != "{}" {
		t.Errorf("an empty one is %s", got)
	}
	o.Add("z", 1)
	o.Add(`a "quoted" <name>`, "<&>")
	o.Add("bad", func() {})
	o.AddSorted(map[string]any{"c": nil, "b": []int{1}})
	if got, want := string(o.JSON()), `{"z":1,"a \"quoted\" <name>":"<&>","bad":null,"b":[1],"c":null}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
