package openai_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/scenes/model"
	"plotline/scenes/openai"
)

// played answers from a list of statuses without a network, so that a test can use a fake clock. It records when it
// was asked.
type played struct {
	statuses []int
	header   http.Header
	start    time.Time
	at       []time.Duration
}

func (p *played) RoundTrip(r *http.Request) (*http.Response, error) {
	p.at = append(p.at, time.Since(p.start))
	status := p.statuses[min(len(p.at), len(p.statuses))-1]
	if status == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	return &http.Response{
		StatusCode: status, Header: p.header, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"choices":[{"message":{"content":"fine"}}]}`)),
	}, nil
}

// play sends one request on a fake clock and returns the waits between attempts.
func play(t *testing.T, statuses []int, header http.Header, limit time.Duration) (waits []time.Duration, err error) {
	t.Helper()
	p := &played{statuses: statuses, header: header, start: time.Now()}
	c, err := openai.New(openai.Config{BaseURL: "http://model.test/v1", Model: "m", Transport: p, Timeout: limit})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Complete(t.Context(), hello())
	for i := 1; i < len(p.at); i++ {
		waits = append(waits, p.at[i]-p.at[i-1])
	}
	return waits, err
}

// TestBackoff checks that the waits without Retry-After are one, two and four seconds, each up to half shorter or
// longer.
func TestBackoff(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, 429, 500, 503} {
		synctest.Test(t, func(t *testing.T) {
			waits, err := play(t, []int{status, status, status, 200}, nil, 0)
			if err != nil || len(waits) != 3 {
				t.Fatalf("%d: waits %v, %v", status, waits, err)
			}
			for i, wait := range waits {
				if mean := time.Second << i; wait < mean/2 || wait > mean*3/2 {
					t.Errorf("%d: wait %d was %s", status, i+1, wait)
				}
			}
		})
	}
}

// TestRetryAfter checks Retry-After in seconds and as a date.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]func() string{
		"seconds": func() string { return "7" },
		"date":    func() string { return time.Now().Add(7 * time.Second).UTC().Format(http.TimeFormat) },
	} {
		synctest.Test(t, func(t *testing.T) {
			waits, err := play(t, []int{429, 200}, http.Header{"Retry-After": {text()}}, 0)
			if err != nil || len(waits) != 1 || waits[0] != 7*time.Second {
				t.Errorf("%s: waits %v, %v", name, waits, err)
			}
		})
	}
}

// TestRetryAfterBeyondTheLimit fails at once if the wait would exceed the time limit.
func TestRetryAfterBeyondTheLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		waits, err := play(t, []int{429, 200}, http.Header{"Retry-After": {"31"}}, 30*time.Second)
		if !errors.Is(err, model.ErrBusy) || len(waits) != 0 || time.Since(start) != 0 {
			t.Errorf("%v after %s and the waits %v", err, time.Since(start), waits)
		}
	})
}

// TestLimitOfAllAttempts checks that the limit covers all attempts, and is two minutes by default.
func TestLimitOfAllAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		waits, err := play(t, []int{503}, http.Header{"Retry-After": {"50"}}, 0)
		if !errors.Is(err, model.ErrBusy) || len(waits) != 2 || time.Since(start) != 100*time.Second {
			t.Errorf("%v after %s and the waits %v", err, time.Since(start), waits)
		}
	})
}
