package egress_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/egress"
)

const mebi = 1 << 20

// askCase is a sequence of responses and the expected result.
type askCase struct {
	steps []step
	want  error
	waits []time.Duration
}

func askCases() map[string]askCase {
	good, much := step{status: 200}, strings.Repeat("a", 8*mebi)
	delays := []time.Duration{time.Second, 2 * time.Second}
	return map[string]askCase{
		"well":               {steps: []step{good}},
		"as much as may be":  {steps: []step{{status: 200, body: strings.NewReader(much)}}},
		"too much":           {steps: []step{{status: 200, body: strings.NewReader(much + "a")}, good}, want: egress.ErrTooLarge},
		"busy, then well":    {steps: []step{{status: 429}, good}, waits: delays[:1]},
		"a fault, then well": {steps: []step{{status: 500}, good}, waits: delays[:1]},
		"dead, then well":    {steps: []step{{}, good}, waits: delays[:1]},
		"cut, then well":     {steps: []step{{status: 200, body: failing("fi", io.ErrUnexpectedEOF)}, good}, waits: delays[:1]},
		"always busy":        {steps: []step{{status: 429}}, want: egress.ErrStatus, waits: delays},
		"always dead":        {steps: []step{{}}, want: egress.ErrBroken, waits: delays},
		"no":                 {steps: []step{{status: 404}, good}, want: egress.ErrStatus},
		"elsewhere":          {steps: []step{{status: 307}, good}, want: egress.ErrStatus},
		"a wait is named":    {steps: []step{{status: 429, after: "7"}, good}, waits: []time.Duration{7 * time.Second}},
		"with a fault":       {steps: []step{{status: 500, after: "60"}, good}, waits: []time.Duration{time.Minute}},
		"a short one": {
			steps: []step{{status: 429, after: "1"}, {status: 429, after: "0"}, good}, waits: delays,
		},
		"only the last counts": {
			steps: []step{{status: 429, after: "7"}, {status: 429}, good}, waits: []time.Duration{7 * time.Second, 2 * time.Second},
		},
		"too long a wait":     {steps: []step{{status: 429, after: "61"}, good}, want: egress.ErrWaitTooLong},
		"in the end too long": {steps: []step{{status: 503}, {status: 503, after: "61"}, good}, want: egress.ErrWaitTooLong, waits: delays[:1]},
		"at last no":          {steps: []step{{status: 503}, {status: 503}, {status: 404}}, want: egress.ErrStatus, waits: delays},
		"for long": {
			steps: []step{{status: 429, after: "45"}, {status: 429, after: "40"}, good}, waits: []time.Duration{45 * time.Second, 40 * time.Second},
		},
		"a wait after a no":          {steps: []step{{status: 404, after: "61"}, good}, want: egress.ErrStatus},
		"longer than the time limit": {steps: []step{{status: 503, after: "50"}}, want: egress.ErrWaitTooLong, waits: []time.Duration{50 * time.Second}},
		"the date of the clock":      {steps: []step{{status: 429, after: "Sat, 01 Jan 2000 00:00:09 GMT"}, good}, waits: []time.Duration{9 * time.Second}},
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	for name, c := range askCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
				defer cancel()
				service, answer, err := ask(ctx, t, policy(), c.steps...)
				if err != c.want || !slices.Equal(service.waits(), c.waits) { //nolint:errorlint // with nothing around it
					t.Errorf("%v after %v; want %v after %v", err, service.waits(), c.want, c.waits)
				}
				if last := c.steps[min(len(service.at), len(c.steps))-1]; answer.Status != last.status {
					t.Errorf("the status %d, not %d", answer.Status, last.status)
				}
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Error(err)
				}
			})
		})
	}
}

// TestComplaints checks that the body of a rejected request is returned and other error bodies are not read.
func TestComplaints(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step step
		want string
	}{
		"refused":    {step{status: 400, body: strings.NewReader("why")}, "why"},
		"in detail":  {step{status: 422, body: strings.NewReader("why")}, "why"},
		"at length":  {step{status: 400, body: strings.NewReader(strings.Repeat("w", 5000))}, strings.Repeat("w", 4096)},
		"half of it": {step{status: 400, body: failing("wh", io.ErrUnexpectedEOF)}, "wh"},
		"forbidden":  {step{status: 403, body: failing("", errNever)}, ""},
		"busy":       {step{status: 429, body: failing("", errNever)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				_, answer, err := ask(t.Context(), t, policy(), c.step)
				if string(answer.Body) != c.want || !errors.Is(err, egress.ErrStatus) || time.Since(start) > 3*time.Second {
					t.Errorf("%d bytes, %v, after %s", len(answer.Body), err, time.Since(start))
				}
			})
		})
	}
}

// TestLimitOfATry checks that a try that exceeds its limit is not repeated, because the next would take as
// long.
func TestLimitOfATry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		limited := policy()
		limited.Limit = 20 * time.Second
		for _, slow := range []step{{status: never}, {status: 200, body: failing("fi", errNever)}} {
			start := time.Now()
			service, _, err := ask(t.Context(), t, limited, slow)
			if !errors.Is(err, egress.ErrTimeout) || len(service.at) != 1 || time.Since(start) != limited.Limit {
				t.Errorf("%v after %d tries and %s", err, len(service.at), time.Since(start))
			}
		}
	})
}

// TestNoTimeForAnotherTry checks that Ask returns at once if the next try would exceed the deadline.
func TestNoTimeForAnotherTry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		start := time.Now()
		service, answer, err := ask(ctx, t, policy(), step{status: 503})
		if !errors.Is(err, egress.ErrStatus) || answer.Status != 503 || len(service.at) != 2 || time.Since(start) != time.Second {
			t.Errorf("%v, %d after %d tries and %s", err, answer.Status, len(service.at), time.Since(start))
		}
	})
}

func TestCallerCancels(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]step{
		"while it is answered": {status: 200, body: failing("fi", errNever)},
		"between two tries":    {status: 429, after: "50"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				start := time.Now()
				time.AfterFunc(time.Second, cancel)
				service, _, err := ask(ctx, t, policy(), s)
				if !errors.Is(err, context.Canceled) || len(service.at) != 1 || time.Since(start) != time.Second {
					t.Errorf("%v after %d tries and %s", err, len(service.at), time.Since(start))
				}
			})
		})
	}
}

// TestRequestIsRebuiltForRetry checks that each try has a request of its own, with a body.
func TestRequestIsRebuiltForRetry(t *testing.T) {
	t.Parallel()
	var bodies []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		if bodies = append(bodies, string(text)); len(bodies) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer s.Close()
	brief := policy()
	brief.First = time.Millisecond
	service := egress.New(&http.Transport{}, brief)
	defer service.Close()
	_, err := service.Ask(t.Context(), func(ctx context.Context) (*http.Request, error) {
		return http.NewRequestWithContext(ctx, http.MethodPost, s.URL, strings.NewReader("all of it"))
	})
	if err != nil || !slices.Equal(bodies, []string{"all of it", "all of it", "all of it"}) {
		t.Errorf("%q, %v", bodies, err)
	}
}

func TestInvalidRequest(t *testing.T) {
	t.Parallel()
	asked := 0
	_, err := egress.New(nil, policy()).Ask(t.Context(), func(ctx context.Context) (*http.Request, error) {
		asked++
		return http.NewRequestWithContext(ctx, http.MethodGet, "http://host:port/"+secret, http.NoBody)
	})
	if err != egress.ErrQuestion || asked != 1 { //nolint:errorlint // exactly this one, with nothing around it
		t.Errorf("%v after %d tries", err, asked)
	}
}

// TestAnUntrustedCertificate checks that an untrusted certificate is not retried.
func TestAnUntrustedCertificate(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			calls.Add(1)
		}
	}
	s.StartTLS()
	defer s.Close()
	service := egress.New(&http.Transport{}, policy())
	defer service.Close()
	_, err := service.Ask(t.Context(), func(ctx context.Context) (*http.Request, error) {
		return http.NewRequestWithContext(ctx, http.MethodGet, s.URL, http.NoBody)
	})
	if !errors.Is(err, egress.ErrUntrusted) || calls.Load() != 1 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}
