package usecase_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// TestRoleIsCheckedFirst checks that a caller without the right role changes nothing and learns nothing about
// the arguments. The attempt must appear in the audit log.
func TestRoleIsCheckedFirst(t *testing.T) {
	t.Parallel()
	for _, role := range append(access.Roles(), "", "root") {
		for _, writes := range []bool{false, true} {
			b := newBench(0)
			ran := false
			op := usecase.Op{Name: "greet", Writes: writes}
			u := usecase.Of(&b.Runner, op, func(ctx context.Context, by audit.Caller, in greeting) (string, error) {
				return usecase.Do(ctx, &b.Runner, by, op, in, func(context.Context, *usecase.Note) (string, error) {
					ran = true
					return "hello", nil
				})
			})
			by := audit.Caller{Workspace: "w", Role: role}
			may := role.May(op.Action())
			_, err := u.Call(t.Context(), by, json.RawMessage(`{"name":"Ada"}`))
			if (err == nil) != may || ran != may {
				t.Errorf("%q, writes %t: %v, ran %t", role, writes, err, ran)
			}
			if may {
				continue
			}
			if rec := b.record(t); rec.Outcome != string(fault.PermissionDenied) || rec.Operation != "greet" {
				t.Errorf("%q leaves %+v", role, rec)
			}
			if _, err := u.Call(t.Context(), by, json.RawMessage(`{"nme":1}`)); fault.CodeOf(err) != fault.PermissionDenied {
				t.Errorf("%q learns %v", role, err)
			}
			if err := u.Refuse(t.Context(), by, fault.Invalid("bad")); fault.CodeOf(err) != fault.PermissionDenied {
				t.Errorf("%q learns %v", role, err)
			}
		}
	}
}

// TestRefuse checks that calls with unreadable arguments leave a record like any other.
func TestRefuse(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	u := usecase.Of(&b.Runner, greet, func(context.Context, audit.Caller, greeting) (string, error) { return "", nil })
	err := u.Refuse(t.Context(), someone, fault.Invalid("bad"))
	if fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details != "bad" {
		t.Errorf("got %v", err)
	}
	if rec := b.record(t); rec.Outcome != string(fault.InvalidArgument) || rec.Actor != "ada" {
		t.Errorf("left %+v", rec)
	}
}

func TestInternalErrorHasRequestID(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	ctx := usecase.WithRequestID(t.Context(), "req-7")
	_, err := usecase.Do(ctx, &b.Runner, someone, greet, ada, failing(context.DeadlineExceeded))
	if fault.CodeOf(err) != fault.Timeout {
		t.Fatalf("got %v", err)
	}
	b.audit.Reset()
	_, err = usecase.Do(ctx, &b.Runner, someone, greet, ada, failing(errors.New("a secret")))
	if details := fault.From(err).Details; details != "request req-7" {
		t.Errorf("details %q", details)
	}
	if b.record(t).RequestID != "req-7" || !strings.Contains(b.log.String(), "req-7") {
		t.Errorf("record and log do not name the request: %s", b.log.String())
	}
}

func TestObserve(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	var seen []string
	b.Observe = func(op usecase.Op, transport, outcome string, took time.Duration) {
		if took < 0 {
			t.Errorf("took %s", took)
		}
		seen = append(seen, op.Name+" "+transport+" "+outcome)
	}
	_, _ = usecase.Do(t.Context(), &b.Runner, someone, greet, ada, failing(nil))
	_, _ = usecase.Do(t.Context(), &b.Runner, someone, greet, ada, failing(fault.New(fault.NotFound, "x")))
	_, _ = usecase.Do(t.Context(), &b.Runner, audit.Caller{}, greet, ada, failing(nil))
	if got, want := strings.Join(seen, ", "), "greet mcp ok, greet mcp not_found, greet  permission_denied"; got != want {
		t.Errorf("observed %s, want %s", got, want)
	}
}
