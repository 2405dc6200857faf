package neo4jstore

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestNewRefuses checks that an error names the wrong setting and does not repeat a possible password.
func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for uri, want := range map[string]string{
		"":                                "neo4j-uri is required, such as neo4j://localhost:7687",
		"localhost:7687":                  `neo4j-uri has the scheme "localhost"; it must be one of neo4j, neo4j+s, neo4j+ssc, bolt, bolt+s, bolt+ssc`,
		"https://localhost:7687":          `neo4j-uri has the scheme "https"; it must be one of neo4j, neo4j+s, neo4j+ssc, bolt, bolt+s, bolt+ssc`,
		"neo4j://":                        "neo4j-uri has no host; write it as neo4j://host:7687",
		"neo4j://:7687":                   "neo4j-uri has no host; write it as neo4j://host:7687",
		"neo4j://host:port":               "neo4j-uri is not a URI; write it as neo4j://host:7687",
		"neo4j://u:hush@h:1":              "neo4j-uri must not hold a user or a password: use neo4j-username and neo4j-password",
		"neo4j://u:hu sh@h:1":             "neo4j-uri is not a URI; write it as neo4j://host:7687",
		"bolt://localhost:7687?region=eu": "neo4j-uri: ",
	} {
		_, err := New(Config{URI: uri, Password: "hush"}, slog.New(slog.DiscardHandler))
		switch {
		case err == nil:
			t.Errorf("%q is accepted", uri)
		case !strings.HasPrefix(err.Error(), want):
			t.Errorf("%q: %v, want %s", uri, err, want)
		case strings.Contains(err.Error(), "hu"):
			t.Errorf("%q: the error shows the password: %v", uri, err)
		}
	}
}

// TestNewRefusesSystem checks that the system database is rejected before any request.
func TestNewRefusesSystem(t *testing.T) {
	t.Parallel()
	_, err := New(Config{URI: "neo4j://db.invalid", Database: "system"}, slog.New(slog.DiscardHandler))
	if err == nil || !strings.HasPrefix(err.Error(), "neo4j-database must not be 'system'") {
		t.Errorf("got %v", err)
	}
}

// TestNewAccepts checks that New does not use the network, whatever the URI names.
func TestNewAccepts(t *testing.T) {
	t.Parallel()
	for uri, want := range map[string]string{
		"neo4j://db.invalid":              "db.invalid:7687",
		"neo4j+s://db.invalid:1234":       "db.invalid:1234",
		"neo4j+ssc://db.invalid":          "db.invalid:7687",
		"bolt://192.0.2.1:1":              "192.0.2.1:1",
		"bolt+s://[2001:db8::1]":          "[2001:db8::1]:7687",
		"bolt+ssc://[2001:db8::1]:7":      "[2001:db8::1]:7",
		"neo4j://db.invalid?region=north": "db.invalid:7687",
	} {
		s, err := New(Config{URI: uri}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Errorf("%q: %v", uri, err)
			continue
		}
		if s.address != want {
			t.Errorf("%q names %s, want %s", uri, s.address, want)
		}
		ok(t, s.Close())
		ok(t, s.Close())
	}
}

// TestDefaults checks that settings are kept and missing ones get their defaults.
func TestDefaults(t *testing.T) {
	t.Parallel()
	got := Config{MaxConnections: 7, QueryTimeout: time.Hour}.withDefaults()
	want := Config{
		MaxConnections: 7, ConnectTimeout: 3 * time.Second,
		RetryTimeout: 15 * time.Second, QueryTimeout: time.Hour, UserAgent: "plotline",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
