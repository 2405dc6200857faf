package fault_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
)

// TestTitles checks the titles, which clients may depend on.
func TestTitles(t *testing.T) {
	t.Parallel()
	want := map[fault.Code]string{
		"invalid_argument":  "Parameter validation failed",
		"not_found":         "Not found",
		"already_exists":    "Already exists",
		"cycle":             "Cycle detected",
		"conflict":          "Conflict",
		"too_large":         "Too large",
		"unauthenticated":   "Not allowed",
		"permission_denied": "Not allowed",
		"rate_limited":      "Too many requests",
		"cancelled":         "Request was aborted",
		"unavailable":       "Not available",
		"timeout":           "Timed out",
		"internal":          "Internal error",
	}
	got := map[fault.Code]string{}
	for _, code := range fault.Codes() {
		got[code] = code.Title()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	if len(fault.Codes()) != len(want) {
		t.Errorf("Codes lists %d codes, want each of %d once", len(fault.Codes()), len(want))
	}
}

func TestHeadingStandsBeforeTheTitle(t *testing.T) {
	t.Parallel()
	err := fault.New(fault.NotFound, "x")
	if got := err.Title(); got != "Not found" {
		t.Errorf("Title() = %q", got)
	}
	err.Heading = "No such file"
	if got := err.Title(); got != "No such file" {
		t.Errorf("Title() with a heading = %q", got)
	}
}

func TestFrom(t *testing.T) {
	t.Parallel()
	own := fault.New(fault.Cycle, "round and round")
	const late = "The time limit ran out before the work was done; ask for less, or try again"
	tests := []struct {
		name    string
		err     error
		code    fault.Code
		details string
	}{
		{"own", own, fault.Cycle, "round and round"},
		{"own, wrapped", fmt.Errorf("store: %w", own), fault.Cycle, "round and round"},
		{"own, joined", errors.Join(io.EOF, own), fault.Cycle, "round and round"},
		{"own, caused by a context", own.Because(context.Canceled), fault.Cycle, "round and round"},
		{"deadline", context.DeadlineExceeded, fault.Timeout, late},
		{"deadline, wrapped", fmt.Errorf("query: %w", context.DeadlineExceeded), fault.Timeout, late},
		{"cancelled", context.Canceled, fault.Cancelled, "Request was aborted"},
		{"cancelled, wrapped", fmt.Errorf("query: %w", context.Canceled), fault.Cancelled, "Request was aborted"},
		{"anything else", errors.New("driver: secret at 10.0.0.1"), fault.Internal, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := fault.From(test.err)
			if got.Code != test.code || got.Details != test.details {
				t.Errorf("From = %s %q, want %s %q", got.Code, got.Details, test.code, test.details)
			}
			if code := fault.CodeOf(test.err); code != test.code {
				t.Errorf("CodeOf = %s, want %s", code, test.code)
			}
			if !errors.Is(got, test.err) && !errors.Is(test.err, got) {
				t.Errorf("From lost the cause: %v", got)
			}
		})
	}
}

// TestDatabase checks that only database failures get the database's title.
func TestDatabase(t *testing.T) {
	t.Parallel()
	const failed = "Database operation failed"
	headed := fault.New(fault.Unavailable, "away")
	headed.Heading = "No model"
	tests := []struct {
		name           string
		err            error
		code           fault.Code
		title, details string
	}{
		{"away", fault.New(fault.Unavailable, "start it"), fault.Unavailable, failed, "start it"},
		{"slow, in its own words", fault.New(fault.Timeout, "ask for less"), fault.Timeout, failed, "ask for less"},
		{"slow", fmt.Errorf("query: %w", context.DeadlineExceeded), fault.Timeout, failed, fault.DatabaseTimeout},
		{"cancelled", context.Canceled, fault.Cancelled, "Request was aborted", "Request was aborted"},
		{"broken", io.EOF, fault.Internal, "Internal error", ""},
		{"with a heading", headed, fault.Unavailable, "No model", "away"},
		{"a verdict", fault.New(fault.NotFound, "x"), fault.NotFound, "Not found", "x"},
	}
	for _, test := range tests {
		got := fault.Database(test.err)
		if got.Code != test.code || got.Title() != test.title || got.Details != test.details {
			t.Errorf("%s: %s %q %q", test.name, got.Code, got.Title(), got.Details)
		}
		if verdict := test.code == fault.NotFound; got.OfDatabase() == verdict {
			t.Errorf("%s: of the database = %t", test.name, !verdict)
		}
		if kept := got.Because(io.EOF).With("k", 1).At(0); kept.Title() != test.title {
			t.Errorf("%s: a copy has the title %q", test.name, kept.Title())
		}
	}
}

func TestFromNothing(t *testing.T) {
	t.Parallel()
	if got := fault.From(nil); got != nil {
		t.Errorf("From(nil) = %v", got)
	}
	if got := fault.CodeOf(nil); got != "" {
		t.Errorf("CodeOf(nil) = %q", got)
	}
}

func TestErrorTextForLog(t *testing.T) {
	t.Parallel()
	plain := fault.Invalid("limit must be >= %d", 1)
	if got, want := plain.Error(), "invalid_argument: limit must be >= 1"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	caused := plain.Because(io.ErrUnexpectedEOF)
	if !strings.HasSuffix(caused.Error(), ": unexpected EOF") || !errors.Is(caused, io.ErrUnexpectedEOF) {
		t.Errorf("the cause is not in %q", caused)
	}
	if strings.Contains(caused.Details, "EOF") {
		t.Errorf("the client would see the cause: %q", caused.Details)
	}
}

// TestAddingCopies checks that methods copy the error, because errors are shared in variables.
func TestAddingCopies(t *testing.T) {
	t.Parallel()
	base := fault.New(fault.Cycle, "d").With("cycle_path", "a, b, a")
	first, second := base.At(0), base.At(7)
	caused := base.Because(io.EOF)

	if diff := cmp.Diff(map[string]any{"cycle_path": "a, b, a"}, base.Extra); diff != "" {
		t.Errorf("the original changed (-want +got):\n%s", diff)
	}
	if base.Unwrap() != nil {
		t.Errorf("the original has a cause: %v", base.Unwrap())
	}
	if diff := cmp.Diff(map[string]any{"cycle_path": "a, b, a", "index": 0}, first.Extra); diff != "" {
		t.Errorf("first copy (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{"cycle_path": "a, b, a", "index": 7}, second.Extra); diff != "" {
		t.Errorf("second copy (-want +got):\n%s", diff)
	}
	if caused.With("k", 1).Unwrap() == nil {
		t.Error("With dropped the cause")
	}
}

func ExampleFrom() {
	verdict := fault.New(fault.NotFound, "Episode not found: 42")
	shown := fault.From(fmt.Errorf("reading: %w", verdict))
	fmt.Println(shown.Code, "|", shown.Title(), "|", shown.Details)

	unknown := fault.From(errors.New("bolt: connection refused"))
	fmt.Printf("%s | %s | %q\n", unknown.Code, unknown.Title(), unknown.Details)
	// Output:
	// not_found | Not found | Episode not found: 42
	// internal | Internal error | ""
}
