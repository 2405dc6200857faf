package egress_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plotline/internal/egress"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const secret = "0123456789-secret"

// never is the status of a service that does not answer.
const never = -1

// step is one response of a simulated service; status 0 is a broken connection.
type step struct {
	status int
	after  string
	body   io.Reader
}

// played returns responses from a list, repeating the last step, and records the times of the requests. It
// uses no network, so that tests can control the clock.
type played struct {
	steps []step
	at    []time.Time
	asked []*http.Request
}

func (p *played) RoundTrip(r *http.Request) (*http.Response, error) {
	p.at, p.asked = append(p.at, time.Now()), append(p.asked, r)
	s := p.steps[min(len(p.at), len(p.steps))-1]
	switch s.status {
	case never:
		<-r.Context().Done()
		return nil, r.Context().Err()
	case 0:
		return nil, errors.New("the line to " + r.URL.String() + " is dead")
	}
	if s.body == nil {
		s.body = strings.NewReader("fine")
	}
	header := http.Header{"Retry-After": {s.after}, "Location": {"http://elsewhere.test/" + secret}}
	return &http.Response{StatusCode: s.status, Header: header, Request: r, Body: body{s.body, r.Context()}}, nil
}

// waits returns the times between tries.
func (p *played) waits() (list []time.Duration) {
	for i := 1; i < len(p.at); i++ {
		list = append(list, p.at[i].Sub(p.at[i-1]))
	}
	return list
}

// body is read until the request ends, like bodies of net/http.
type body struct {
	io.Reader
	ctx context.Context //nolint:containedctx // the request's
}

func (b body) Read(to []byte) (int, error) {
	n, err := b.Reader.Read(to)
	if err == errNever { //nolint:errorlint // it is ours
		<-b.ctx.Done()
		return n, b.ctx.Err()
	}
	return n, err
}

func (b body) Close() error { return nil }

var errNever = errors.New("there is no more for now")

// failing returns a text and then an error.
func failing(text string, err error) io.Reader {
	return io.MultiReader(strings.NewReader(text), failure{err})
}

type failure struct{ err error }

func (f failure) Read([]byte) (int, error) { return 0, f.err }

// policy tries three times and retries everything except statuses that are final.
func policy() egress.Policy {
	return egress.Policy{
		Tries: 3, First: time.Second, Longest: time.Minute,
		Again: func(a egress.Answer, err error) bool {
			return a.Stumbled() || !errors.Is(err, egress.ErrStatus)
		},
	}
}

// question contains the secret wherever a key may be.
func question(ctx context.Context) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, "http://service.test/?key="+secret, http.NoBody)
}

// ask calls a simulated service.
func ask(ctx context.Context, t *testing.T, p egress.Policy, steps ...step) (*played, egress.Answer, error) {
	t.Helper()
	service := &played{steps: steps}
	answer, err := egress.New(service, p).Ask(ctx, question)
	return service, answer, err
}
