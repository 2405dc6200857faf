package transfer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/audit"
	"plotline/internal/fault"
)

// TestErrorsNameTheirLine checks that errors name the line of the item, anywhere in a batch and after
// existing items.
func TestErrorsNameTheirLine(t *testing.T) {
	t.Parallel()
	there := episode(idA, "one")
	keyed := func(id, key, digest string) string {
		return strings.Replace(episode(id, "q"), `"query"`, fmt.Sprintf(`"idempotency_key":%q,"key_digest":%q,"query"`, key, digest), 1)
	}
	const other = "019a0000-0000-7000-9000-00000000000c"
	tests := []struct {
		name  string
		lines []string
		code  fault.Code
		text  string
	}{
		{"a conflict behind what is there", []string{there, episode(idB, "two"), "", relationship(idR, idA, idB), strings.Replace(relationship(idR, idA, idB), `"strength":0`, `"strength":1`, 1)}, fault.Conflict, "line 5: Relationship " + idR + " exists with other content"},
		{"a missing end behind what is there", []string{there, episode(idB, "two"), relationship(idR, idA, idB), relationship(other, idB, idR)}, fault.NotFound, "line 4: Episode not found: " + idR},
		{"a cycle", []string{there, episode(idB, "two"), relationship(idR, idA, idB), relationship(other, idB, idA)}, fault.Cycle, "line 4: Adding this relationship would create a cycle"},
		{"a duplicate", []string{there, episode(idB, "two"), relationship(idR, idA, idB), relationship(other, idA, idB)}, fault.AlreadyExists, "line 4: Relationship already exists: " + idA + " follows " + idB},
		{"a key with other content", []string{there, keyed(idB, "k", "1"), keyed(other, "k", "2")}, fault.Conflict, "line 3: idempotency_key 'k' was already used with other content; use a new key for a new episode"},
		{"a key of another episode", []string{keyed(idB, "k", "1"), keyed(other, "k", "1")}, fault.Conflict, "line 2: idempotency_key 'k' of episode " + other + " is already used by episode " + idB},
		{"alone in its batch", []string{there, relationship(idR, idA, idB)}, fault.NotFound, "line 2: Episode not found: " + idB},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			service := newService()
			if _, err := transfer.JSONLines(t.Context(), service, by, lines(there)); err != nil {
				t.Fatal(err)
			}
			_, err := transfer.JSONLines(t.Context(), service, by, lines(tt.lines...))
			if got := fault.From(err); got == nil || got.Code != tt.code || got.Details != tt.text {
				t.Errorf("%v, want %s %q", err, tt.code, tt.text)
			}
		})
	}
}

// away is a service that fails from a given call on and records the largest batch.
type away struct{ after, largest int }

func (a *away) Import(_ context.Context, _ audit.Caller, in graph.Import) (graph.Imported, error) {
	size := 0
	for _, e := range in.Episodes {
		size += len(e.Query)
	}
	a.largest = max(a.largest, size)
	if a.after--; a.after < 0 {
		return graph.Imported{}, fault.New(fault.Unavailable, "away")
	}
	return graph.Imported{EpisodesCreated: len(in.Episodes)}, nil
}

// TestBatchesAreLimitedInBytes checks that batches are bounded in bytes, and that an error without an item
// names the range of lines.
func TestBatchesAreLimitedInBytes(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 32<<10)
	text := make([]string, 500)
	for i := range text {
		text[i] = strings.Replace(episode(fmt.Sprintf("019a0000-0000-7000-8000-%012x", i+1), long), `"id":7,`, "", 1)
	}
	service := &away{after: 2}
	_, err := transfer.JSONLines(t.Context(), service, by, lines(text...))
	if service.largest > 5<<20 || service.largest < 1<<20 {
		t.Errorf("a batch of %d bytes", service.largest)
	}
	if got := fault.From(err); got == nil || got.Code != fault.Unavailable || got.Extra["lines"] != "257–384" {
		t.Errorf("%v, lines %v", err, got.Extra["lines"])
	}
}

// TestImportIsCancelled checks that cancellation stops an import before everything is read.
func TestImportIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transfer.JSONLines(ctx, newService(), by, lines(episode(idA, "one"))); fault.CodeOf(err) != fault.Cancelled {
		t.Errorf("%v", err)
	}
}
