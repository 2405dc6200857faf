package neo4jtest

import (
	"errors"
	"strings"
	"testing"
)

// These tests set environment variables, so none is parallel.

func TestFindWithoutServer(t *testing.T) {
	t.Setenv(EnvVia, "env")
	t.Setenv(EnvURI, "")
	_, err := Find(t.Context(), LTS)
	if !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), EnvURI) {
		t.Errorf("Find = %v, want ErrNone and why", err)
	}
}

// TestFindUnreachableServer checks that a named server that does not answer is an error, not a reason to skip
// or to use another server.
func TestFindUnreachableServer(t *testing.T) {
	t.Setenv("PLOTLINE_CACHE", t.TempDir())
	address, _, err := FreeAddress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(EnvVia, "")
	t.Setenv(EnvURI, "neo4j://"+address)
	if _, err := Find(t.Context(), LTS); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("Find = %v, want an error that is not ErrNone", err)
	}
}

func TestFindUnknownVia(t *testing.T) {
	t.Setenv(EnvVia, "podman")
	if _, err := Find(t.Context(), LTS); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("Find = %v, want an error that is not ErrNone", err)
	}
}
