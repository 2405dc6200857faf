package input_test

import (
	"encoding/json"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/input"
)

func TestObjectKeepsItsDigits(t *testing.T) {
	t.Parallel()
	type holder struct {
		Metadata input.Object `json:"metadata,omitempty"`
	}
	const text = `{"metadata":{"z":1.10,"a":123456789012345678901234567890,"n":null,"<":"\u00e9"}}`
	var h holder
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(h)
	if want := strings.Replace(text, "<", `\u003c`, 1); err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

func TestAbsentObject(t *testing.T) {
	t.Parallel()
	if got, err := json.Marshal(input.Object(nil)); err != nil || string(got) != "null" {
		t.Errorf("Marshal = %s, %v", got, err)
	}
}

// TestDeepNesting checks that nesting above the 10,000 levels of encoding/json is rejected and does not
// overflow the stack.
func TestDeepNesting(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return `{"from": "k-1", "metadata": {"a":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + `}}`
	}
	if _, err := input.Decode[everything]([]byte(nested(9000))); err != nil {
		t.Errorf("9,000 levels: %v", err)
	}
	_, err := input.Decode[everything]([]byte(nested(5_000_000)))
	if got := refused(t, err).Details; got != "arguments must be a JSON object" {
		t.Errorf("5,000,000 levels: %q", got)
	}
}

// TestDepthOfFreeJSON checks that kept JSON can be nested within other JSON.
func TestDepthOfFreeJSON(t *testing.T) {
	t.Parallel()
	for levels, want := range map[int]string{
		input.MaxDepth: "", input.MaxDepth + 1: "extra must have at most 1000 levels of lists and objects",
	} {
		in, err := input.Decode[struct {
			Extra input.JSON `json:"extra" as:"array"`
		}]([]byte(`{"extra": ` + strings.Repeat(`[ `, levels) + strings.Repeat("]", levels) + `}`))
		if err == nil {
			err = input.Check(in)
		}
		if got := fault.From(err); err != nil && got.Details != want || err == nil && want != "" {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
}

func TestRequiredPointer(t *testing.T) {
	t.Parallel()
	type needs struct {
		Reward *float64 `json:"reward" minimum:"-1"`
	}
	if got := refused(t, input.Check(needs{})).Details; got != "reward is required" {
		t.Errorf("details = %q", got)
	}
	if err := input.Check(needs{Reward: new(0.0)}); err != nil {
		t.Error(err)
	}
}
