package egress

import (
	"math"
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
	"pgregory.net/rapid"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "0": 0, "5": 5 * time.Second, "-5": 0, "soon": 0, "1.5": 0,
		"9999999": namedMost, "9223372036854775807": namedMost, "99999999999999999999": namedMost, "-99999999999999999999": 0,
		"Fri, 02 Jan 2026 03:04:09 GMT": 4 * time.Second, "Fri, 02 Jan 2026 03:04:01 GMT": 0,
		"Friday, 02-Jan-26 03:04:09 GMT": 4 * time.Second, "Fri Jan  2 03:04:09 2026": 4 * time.Second,
		"Fri, 02 Jan 9999 03:04:09 GMT": namedMost,
	} {
		if got := RetryAfter(text, now); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// FuzzRetryAfter checks that every header gives a delay within bounds.
func FuzzRetryAfter(f *testing.F) {
	f.Add("7", int64(0))
	f.Add("Fri, 31 Dec 1999 23:59:59 GMT", int64(-1))
	f.Add("99999999999999999999", int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, text string, now int64) {
		if wait := RetryAfter(text, time.Unix(now, 0)); wait < 0 || wait > namedMost {
			t.Errorf("%q at %d: %v", text, now, wait)
		}
	})
}

// TestPatience checks three rules for delays. They are at least what the service asked for, otherwise within
// the policy, and never exceed the deadline.
func TestPatience(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.Int64Range(0, 100)
		draw := func(name string) time.Duration { return time.Duration(seconds.Draw(t, name)) * time.Second }
		policy := Policy{
			First: draw("first") + time.Second, Longest: draw("longest") + time.Second,
			Jitter: rapid.Float64Range(0, 1).Draw(t, "jitter"),
		}
		left := draw("left")
		p := newPatience(t.Context(), policy)
		p.deadline = time.Now().Add(left)
		p.Reset()
		mean := policy.First
		for range rapid.IntRange(1, 6).Draw(t, "tries") {
			named := draw("named")
			accepted := p.accept(named)
			if accepted && (named > policy.Longest || named > left) || !accepted && named == 0 {
				t.Fatalf("a wait of %s: accepted %t, with %s left", named, accepted, left)
			}
			wait := p.NextBackOff()
			most := max(named, mean+time.Duration(float64(mean)*policy.Jitter)+time.Nanosecond)
			switch {
			case wait == backoff.Stop && most < left-time.Second:
				t.Fatalf("no wait, though %s are left and it is %s at the most", left, most)
			case wait != backoff.Stop && (wait < named || wait > most || wait > left):
				t.Fatalf("the wait is %s, named %s, at the most %s, with %s left", wait, named, most, left)
			}
			mean = max(min(2*mean, policy.Longest), min(mean, policy.Longest))
		}
	})
}
