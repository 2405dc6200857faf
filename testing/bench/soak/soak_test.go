package soak_test

import (
	"path/filepath"
	"testing"

	"plotline/testing/bench/soak"
	"plotline/testing/kit/httpclient"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// TestServerDoesNotLeak is the short run. `go run ./testing/bench -only soak` is the long one.
func TestServerDoesNotLeak(t *testing.T) {
	t.Parallel()
	server := serve(t)
	r, err := soak.Run(t.Context(), server, tier.Pick[int64](1000, 4000))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", r)
	if err := r.Leaks(); err != nil {
		t.Error(err)
	}
}

// serve builds and starts the released program, without the race detector.
func serve(t *testing.T) *httpclient.Server {
	t.Helper()
	dir := t.TempDir()
	binary, err := serving.Program(t.Context(), dir, serving.Plain)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "tokens.json")
	return &httpclient.Server{
		Token: serving.Token(t, binary, file, "default"),
		Server: serving.Start(t, binary, nil,
			"--store", "embedded", "--data-dir", dir, "--log-level", "error", "--tokens", file, "--rate-limit", "1000000"),
	}
}
