package sharing

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestWeigh checks that the weight of a result is close to the size of its JSON.
func TestWeigh(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 1000)
	type item struct {
		Name    string
		Raw     json.RawMessage
		Number  float64
		Tags    []string
		Next    *item
		Any     any
		Created time.Time
		By      map[string]string
		numbers []int64
	}
	for name, value := range map[string]any{
		"nothing": nil,
		"a text":  text,
		"a list":  []item{{Name: text}, {Raw: json.RawMessage(`"` + text + `"`), numbers: []int64{1}}},
		"deep":    item{Next: &item{Tags: []string{text, text}}, Any: item{By: map[string]string{text: text}}, Created: time.Now()},
		"numbers": make([]int64, 1000),
		"ids":     [3]string{text, text, text},
	} {
		raw, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if got, size := Weigh(value), int64(len(raw)); got < size/2 || got > 2*size+20_000 {
			t.Errorf("%s: %d, of %d bytes", name, got, size)
		}
	}
}
