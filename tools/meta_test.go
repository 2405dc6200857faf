package tools_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/tier"
	"plotline/tools"
)

// metadata matches the _meta of every result.
var metadata = regexp.MustCompile(`"_meta":\{"milliseconds":[0-9.e-]+,"time":"[^"]+","tool":"[^"]+"\},`)

// bare removes it from an answer.
func bare(answer string) string { return metadata.ReplaceAllString(answer, "") }

// TestEveryResultTellsOfItsCall checks success and failure, small and large results, on every transport.
func TestEveryResultTellsOfItsCall(t *testing.T) {
	t.Parallel()
	type large struct {
		Text string `json:"text"`
	}
	s := newServer(
		instant(),
		fake("fail", func(context.Context, none) (none, error) { return none{}, context.DeadlineExceeded }),
		fake("grow", func(context.Context, none) (large, error) { return large{strings.Repeat("<x>", 5000)}, nil }),
	)
	for how, open := range transports() {
		for _, tool := range []string{"look", "fail", "grow"} {
			t.Run(how+", "+tool, func(t *testing.T) {
				t.Parallel()
				before := time.Now().Truncate(time.Millisecond)
				var answer struct {
					Result struct {
						Meta struct {
							Tool         string    `json:"tool"`
							Milliseconds *float64  `json:"milliseconds"`
							Time         time.Time `json:"time"`
						} `json:"_meta"`
						IsError    bool            `json:"isError"`
						Structured json.RawMessage `json:"structuredContent"`
					} `json:"result"`
				}
				raw := open(t, s)("tools/call", tool, "")
				if err := json.Unmarshal([]byte(raw), &answer); err != nil {
					t.Fatalf("%v: %s", err, raw)
				}
				got := answer.Result
				if got.Meta.Tool != tool || got.Meta.Milliseconds == nil || *got.Meta.Milliseconds < 0 {
					t.Errorf("got %.300s", raw)
				}
				if end := got.Meta.Time; end.Before(before) || end.After(time.Now()) || end.Location() != time.UTC {
					t.Errorf("it ended at %v", end)
				}
				if got.IsError != (tool == "fail") || tool == "grow" && len(got.Structured) < 15000 {
					t.Errorf("the result itself: %.300s", raw)
				}
			})
		}
	}
}

// TestMetadataDoesNotCount checks that the limit of a reply applies only to the structured result.
func TestMetadataDoesNotCount(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	type full struct {
		Text string `json:"text"`
	}
	most := strings.Repeat("x", tools.MaxReply-len(`{"text":""}`))
	s := newServer(fake("fill", func(context.Context, none) (full, error) { return full{most}, nil }))
	if got := call(t, connect(t, s), "fill", `{}`); got.IsError {
		t.Errorf("got %s", text(t, got))
	}
}
