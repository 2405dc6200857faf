package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPageOfAnotherServer checks that no address is printed for the port of another program, whatever it answers.
func TestPageOfAnotherServer(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"<!doctype html>", "", `{"status":"failed"}`, `"ok"`} {
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		defer other.Close()
		status, out, errs := command(t, "episodes", "--web", "--listen", strings.TrimPrefix(other.URL, "http://"), "--data-dir", t.TempDir())
		if status != 1 || out != "" || !strings.Contains(errs, "no server answers") {
			t.Errorf("%q: status %d, %q, %s", body, status, out, errs)
		}
	}
}
