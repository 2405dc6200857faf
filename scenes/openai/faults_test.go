package openai_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"plotline/scenes/model"
	"plotline/scenes/openai"
	"plotline/testing/kit/aiserver"
)

// faultCase is a script, its outcome, and how many requests the endpoint gets.
type faultCase struct {
	name  string
	steps []aiserver.Step
	text  string // empty: want is the error
	want  error
	asked int // anyTimes where the limit may come before the request
	limit time.Duration
}

const anyTimes = -1

func steps(s ...aiserver.Step) []aiserver.Step { return s }

func faultCases() []faultCase {
	good, fault := aiserver.Text("fine"), aiserver.Fault
	hang, _ := aiserver.Hang()
	long := strings.Repeat("a", model.MaxAnswer)
	past := time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat)
	later := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	return []faultCase{
		{name: "well", steps: steps(good), text: "fine", asked: 1},
		{name: "slowly", steps: steps(aiserver.Slow(20*time.Millisecond, good)), text: "fine", asked: 1},
		{name: "byte by byte", steps: steps(aiserver.Drip(time.Microsecond, "fine")), text: "fine", asked: 1},
		{name: "prose is not ours to judge", steps: steps(aiserver.Prose("{}")), asked: 1, text: "Sure! Here is the scene you asked for:\n\n```json\n{}\n```\n\nLet me know if you want changes."},
		{name: "parts", steps: steps(aiserver.Parts("fi", "ne")), text: "fine", asked: 1},
		{name: "thoughts first", steps: steps(aiserver.Text("<think>\nhm </think>\n\nfine")), text: "fine", asked: 1},

		{name: "429, then well", steps: steps(aiserver.Busy(""), good), text: "fine", asked: 2},
		{name: "429 with seconds", steps: steps(aiserver.Busy("0"), good), text: "fine", asked: 2},
		{name: "429 with a date", steps: steps(aiserver.Busy(past), good), text: "fine", asked: 2},
		{name: "429 with nonsense", steps: steps(aiserver.Busy("soon"), good), text: "fine", asked: 2},
		{name: "429 for too long", steps: steps(aiserver.Busy("61"), good), want: model.ErrBusy, asked: 1},
		{name: "429 for ages", steps: steps(aiserver.Busy("9223372036854775807"), good), want: model.ErrBusy, asked: 1},
		{name: "429 until a late date", steps: steps(aiserver.Busy(later), good), want: model.ErrBusy, asked: 1},
		{name: "429 beyond the time limit", steps: steps(aiserver.Busy("30"), good), want: model.ErrBusy, asked: 1, limit: 20 * time.Second},
		{name: "503 for too long", steps: steps(fault(503, "", "Retry-After", "61"), good), want: model.ErrBusy, asked: 1},
		{name: "429 always", steps: steps(aiserver.Busy("")), want: model.ErrBusy, asked: 4},

		{name: "500, then well", steps: steps(fault(500, ""), good), text: "fine", asked: 2},
		{name: "three faults, then well", steps: steps(fault(500, ""), fault(502, ""), fault(503, ""), good), text: "fine", asked: 4},
		{name: "500 always", steps: steps(fault(500, "")), want: model.ErrUnavailable, asked: 4},
		{name: "501 is for good", steps: steps(fault(501, ""), good), want: model.ErrUnavailable, asked: 1},
		{name: "closed, then well", steps: steps(aiserver.HangUp(), good), text: "fine", asked: 2},
		{name: "closed always", steps: steps(aiserver.HangUp()), want: model.ErrUnavailable, asked: 4},

		{name: "401", steps: steps(fault(401, ""), good), want: model.ErrKey, asked: 1},
		{name: "402", steps: steps(fault(402, ""), good), want: model.ErrKey, asked: 1},
		{name: "403", steps: steps(fault(403, ""), good), want: model.ErrKey, asked: 1},
		{name: "400", steps: steps(fault(400, ""), good), want: model.ErrRefused, asked: 1},
		{name: "404", steps: steps(fault(404, ""), good), want: openai.ErrNotThere, asked: 1},
		{name: "413", steps: steps(fault(413, ""), good), want: model.ErrRefused, asked: 1},
		{name: "422", steps: steps(fault(422, ""), good), want: model.ErrRefused, asked: 1},
		{name: "405", steps: steps(fault(405, ""), good), want: model.ErrGarbled, asked: 1},
		{name: "408", steps: steps(fault(408, ""), good), want: model.ErrTimeout, asked: 1},
		{name: "204", steps: steps(aiserver.Status(204, ""), good), want: model.ErrGarbled, asked: 1},

		{name: "broken JSON", steps: steps(aiserver.BrokenJSON(), good), want: model.ErrGarbled, asked: 1},
		{name: "a page", steps: steps(aiserver.Raw("<html>hello</html>"), good), want: model.ErrGarbled, asked: 1},
		{name: "JSON of another kind", steps: steps(aiserver.Raw(`{"choices":[{"message":{"content":7}}]}`), good), want: model.ErrGarbled, asked: 1},
		{name: "a choice without a message", steps: steps(aiserver.Raw(`{"choices":[{}]}`), good), want: model.ErrGarbled, asked: 1},
		{name: "no choices", steps: steps(aiserver.NoChoices(), good), want: model.ErrGarbled, asked: 1},
		{name: "a fault behind a gateway", steps: steps(aiserver.Raw(`{"error":{"code":502,"message":"down"}}`), good), want: model.ErrUnavailable, asked: 1},
		{name: "truncated", steps: steps(aiserver.Truncated("fine"), good), want: model.ErrUnavailable, asked: 1},
		{name: "much", steps: steps(aiserver.Text(long)), text: long, asked: 1},
		{name: "too much", steps: steps(aiserver.Huge(9<<20), good), want: model.ErrTooLong, asked: 1},
		{name: "one byte too much", steps: steps(aiserver.Text(long+"a"), good), want: model.ErrTooLong, asked: 1},

		{name: "nothing", steps: steps(aiserver.Nothing(), good), want: model.ErrEmpty, asked: 1},
		{name: "null", steps: steps(aiserver.Null(), good), want: model.ErrEmpty, asked: 1},
		{name: "white space", steps: steps(aiserver.Text(" \n"), good), want: model.ErrEmpty, asked: 1},
		{name: "thoughts alone", steps: steps(aiserver.Cut("<think>hm"), good), want: model.ErrEmpty, asked: 1},
		{name: "a refusal", steps: steps(aiserver.Refusal("no"), good), want: openai.ErrRefusal, asked: 1},
		{name: "a filter", steps: steps(aiserver.Filtered(), good), want: openai.ErrRefusal, asked: 1},

		{name: "never", steps: steps(hang), want: model.ErrTimeout, asked: anyTimes, limit: 50 * time.Millisecond},
		{name: "hardly", steps: steps(aiserver.Drip(time.Minute, "fine")), want: model.ErrTimeout, asked: anyTimes, limit: 50 * time.Millisecond},
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range faultCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := aiserver.New(t, c.steps...)
			answer, err := client(t, s, func(o *openai.Config) { o.Timeout = c.limit }).Complete(t.Context(), hello())
			if !errors.Is(err, c.want) || answer.Text != c.text {
				t.Errorf("Complete: %.200q, %v; want %.200q, %v", answer.Text, err, c.text, c.want)
			}
			if asked := len(s.Requests()); asked != c.asked && c.asked != anyTimes {
				t.Errorf("asked %d times, not %d", asked, c.asked)
			}
		})
	}
}

// TestErrorsMatchModelErrors checks that the refined errors match those of package model, which callers test for.
func TestErrorsMatchModelErrors(t *testing.T) {
	t.Parallel()
	for err, kind := range map[error]error{
		openai.ErrNoModel: model.ErrRefused, openai.ErrNotThere: model.ErrRefused, openai.ErrRefusal: model.ErrDeclined,
	} {
		if !errors.Is(err, kind) {
			t.Errorf("%v is not %v", err, kind)
		}
	}
}

func TestServerUnreachable(t *testing.T) {
	t.Parallel()
	c, err := openai.New(openai.Config{BaseURL: "http://127.0.0.1:1/v1", Model: "m", Pause: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Complete(t.Context(), hello()); !errors.Is(err, model.ErrUnavailable) {
		t.Errorf("Complete: %v", err)
	}
}

// TestCancel checks that cancelling ends the request to the model, during an answer and during a retry.
func TestCancel(t *testing.T) {
	t.Parallel()
	t.Run("while the model thinks", func(t *testing.T) {
		t.Parallel()
		hang, gone := aiserver.Hang()
		s := aiserver.New(t, hang)
		c := client(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := c.Complete(ctx, hello())
			failed <- err
		}()
		s.Await(t, 1)
		cancel()
		<-gone
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("Complete: %v", err)
		}
	})
	t.Run("between two attempts", func(t *testing.T) {
		t.Parallel()
		s := aiserver.New(t, aiserver.Busy("50"))
		ctx, cancel := context.WithCancel(t.Context())
		go func() { s.Await(t, 1); cancel() }()
		if _, err := client(t, s).Complete(ctx, hello()); !errors.Is(err, context.Canceled) {
			t.Errorf("Complete: %v", err)
		}
	})
	t.Run("by the caller's own deadline", func(t *testing.T) {
		t.Parallel()
		hang, _ := aiserver.Hang()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if _, err := client(t, aiserver.New(t, hang)).Complete(ctx, hello()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Complete: %v", err)
		}
	})
}

// TestManyConcurrentCalls sends fifty requests at once. None is answered before all have arrived.
func TestManyConcurrentCalls(t *testing.T) {
	t.Parallel()
	const calls = 50
	s := aiserver.New(t, aiserver.WaitForAll(calls, aiserver.Text("all here")))
	c := client(t, s)
	failed := make(chan error, calls)
	for range calls {
		go func() {
			_, err := c.Complete(t.Context(), hello())
			failed <- err
		}()
	}
	for range calls {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}
