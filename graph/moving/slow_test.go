package moving_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/moving"
	"plotline/internal/fault"
)

// slow closes a workspace too late for the first few times.
type slow struct {
	moving.Store

	late   int
	closed int // how often it was closed
}

func (s *slow) SetResidence(ctx context.Context, ws string, was, now graph.Residence) error {
	err := s.Store.SetResidence(ctx, ws, was, now)
	if now.State != graph.Closed || err != nil {
		return err
	}
	if s.closed++; s.closed <= s.late {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

// TestMoveOfASlowStore moves from a store that takes too long for the last step: a few times, and always. Clients can write
// between the attempts.
func TestMoveOfASlowStore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		late   int
		code   fault.Code
		closed int
	}{
		{"a few times", 7, "", 8},
		{"always", 1000, fault.Timeout, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from, to := embedded(t), embedded(t)
			synctest.Test(t, func(t *testing.T) {
				source, writes := &slow{Store: from.open(t), late: c.late}, 0
				write := func() {
					ok(t, create(t, source, "a", 1))
					writes++
				}
				write()
				done, err := moving.Move(t.Context(), moving.End{Store: source, Workspace: "a", Place: "here"},
					moving.End{Store: to.open(t), Workspace: "b", Place: "there"}, func(step string) {
						if step == "follow" {
							write()
						}
					})
				if fault.CodeOf(err) != c.code || source.closed != c.closed {
					t.Fatalf("closed %d times: %v", source.closed, err)
				}
				if c.code == "" && done.Episodes != writes {
					t.Errorf("%d episodes of %d arrived", done.Episodes, writes)
				}
				if c.code != "" {
					write()
				}
				time.Sleep(time.Second) // a store's goroutine waits for the next write a while
			})
		})
	}
}

// wrong counts one relationship too many.
type wrong struct{ moving.Store }

func (w wrong) Extent(ctx context.Context, ws string) (graph.Extent, error) {
	extent, err := w.Store.Extent(ctx, ws)
	extent.Relationships++
	return extent, err
}

// TestMoveCompares checks that a copy that lacks a relationship is not opened, and that a busy source is not compared.
func TestMoveCompares(t *testing.T) {
	t.Parallel()
	for _, busy := range []string{"", "compare"} {
		source, target := embedded(t).open(t), embedded(t).open(t)
		ok(t, create(t, source, "a", 1))
		_, err := moving.Move(t.Context(), moving.End{Store: wrong{source}, Workspace: "a", Place: "here"},
			moving.End{Store: target, Workspace: "a", Place: "there"}, func(step string) {
				if step == busy {
					ok(t, create(t, source, "a", 1))
				}
			})
		if busy != "" {
			ok(t, err)
			continue
		}
		if fault.CodeOf(err) != fault.Internal || !strings.Contains(err.Error(), "the copy has") {
			t.Errorf("a copy that differs: %v", err)
		}
		if err := create(t, target, "a", 1); fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("a write to a copy that differs: %v", err)
		}
	}
}
