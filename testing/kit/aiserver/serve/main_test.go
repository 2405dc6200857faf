package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestRun checks that the program prints its address, follows its script, reports invalid requests and ends
// on request.
func TestRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	var problems strings.Builder
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"-script", "text=hello"}, writer, &problems) }()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	for body, want := range map[string]string{`{"model":"m","messages":[{"role":"user","content":"Hi"}]}`: "hello", `{}`: "model is missing"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, strings.TrimSpace(line)+"/chat/completions", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := transport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s, %v", text, err)
		}
	}
	cancel()
	if err := <-ended; err != nil || !strings.Contains(problems.String(), "model is missing") {
		t.Errorf("run: %v, %q", err, problems.String())
	}
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-script", "dance"}, {"-listen", "nowhere"}, {"-unknown"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("run %q succeeds", args)
		}
	}
	if err := run(t.Context(), []string{"-h"}, io.Discard, io.Discard); err != nil {
		t.Errorf("run -h: %v", err)
	}
}
