package compose_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"plotline/testing/kit/fetch"
)

// reply is an HTTP reply.
type reply struct {
	status     int
	kind, body string
}

func (r reply) String() string { return fmt.Sprintf("%d %s %s", r.status, r.kind, r.body) }

// text returns a field of the reply, which is a JSON object.
func (r reply) text(t *testing.T, field string) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(r.body), &fields); err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	text, _ := fields[field].(string)
	return text
}

// call sends a request, with the stack's token if it has one.
func (s stack) call(t *testing.T, method, path, body string) reply {
	t.Helper()
	answer, err := s.try(t.Context(), method, path, body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer
}

func (s stack) try(ctx context.Context, method, path, body string) (reply, error) {
	var headers []string
	if s.token != "" {
		headers = []string{"Authorization", "Bearer " + s.token}
	}
	answer, err := fetch.Do(ctx, method, s.address+path, []byte(body), headers...)
	return reply{answer.Status, answer.Header.Get("Content-Type"), string(answer.Body)}, err
}

// waitReady waits until /readyz returns the status.
func (s stack) waitReady(t *testing.T, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), readyLimit)
	defer cancel()
	for {
		answer, err := s.try(ctx, http.MethodGet, "/readyz", "")
		if err == nil && answer.status == status {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("/readyz: %s (%v) after %s, want %d", answer, err, readyLimit, status)
		case <-time.After(200 * time.Millisecond):
		}
	}
}
