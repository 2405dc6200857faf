package soak_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/httpclient"
	"plotline/testing/soak"
)

// TestNothingLeaks is the short soak; `go run ./testing/bench -only soak` is the long one.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	server := serve(t)
	r, err := soak.Run(t.Context(), server, 4000)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", r)
	if err := r.Leaks(); err != nil {
		t.Error(err)
	}
}

// serve builds the program as users get it, without the race detector, and runs it.
func serve(t *testing.T) *httpclient.Server {
	t.Helper()
	dir := t.TempDir()
	binary := filepath.Join(dir, "plotline")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "plotline/cmd/plotline").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	token, err := exec.CommandContext(t.Context(), binary, "token", "create", "soak", "--role", "writer", "--data-dir", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	server, err := httpclient.Start(exec.CommandContext(context.WithoutCancel(t.Context()), binary, // its end is what Close asks for
		"serve", "--listen", "127.0.0.1:0", "--store", "embedded", "--data-dir", dir, "--log-level", "error",
		"--tokens", filepath.Join(dir, "tokens.json"), "--rate-limit", "1000000"), strings.TrimSpace(string(token)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Errorf("the program did not end well: %v", err)
		}
	})
	return server
}
