package usecase_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// bench is a runner that captures its audit records and log lines.
type bench struct {
	usecase.Runner
	audit, log bytes.Buffer
}

func newBench(timeout time.Duration) *bench {
	b := &bench{}
	b.Logger = slog.New(slog.NewJSONHandler(&b.log, nil))
	b.Audit = audit.NewLog(audit.NewWriter(&b.audit), audit.All, b.Logger)
	b.Timeout = timeout
	return b
}

// record returns the only audit record of an operation.
func (b *bench) record(t *testing.T) audit.Record {
	t.Helper()
	text := b.audit.String()
	if strings.Count(text, "\n") != 1 {
		t.Fatalf("want one record, got %q", text)
	}
	var rec audit.Record
	if err := json.Unmarshal([]byte(text), &rec); err != nil {
		t.Fatal(err)
	}
	return rec
}

type greeting struct {
	Name  string `json:"name" minLength:"1" maxLength:"5"`
	Times int    `json:"times,omitempty" minimum:"1" maximum:"3" default:"1"`
}

var (
	someone = audit.Caller{Workspace: "w", Actor: "ada", Transport: "mcp", Role: access.Writer}
	greet   = usecase.Op{Name: "greet"}
	ada     = greeting{Name: "Ada", Times: 1}
)

// failing returns work that fails with err.
func failing(err error) func(context.Context, *usecase.Note) (string, error) {
	return func(context.Context, *usecase.Note) (string, error) { return "half", err }
}

func TestDoLeavesARecord(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	before := time.Now()
	got, err := usecase.Do(t.Context(), &b.Runner, someone, greet, ada, func(_ context.Context, note *usecase.Note) (string, error) {
		note.IDs("a")
		note.IDs("b", "c")
		time.Sleep(2 * time.Millisecond)
		return "hello", nil
	})
	if got != "hello" || err != nil {
		t.Fatalf("Do = %q, %v", got, err)
	}
	rec := b.record(t)
	if rec.Time.Before(before.Add(-time.Second)) || rec.Time.After(time.Now()) || rec.Millis < 2 {
		t.Errorf("time %v, duration %v ms", rec.Time, rec.Millis)
	}
	rec.Time, rec.Millis = time.Time{}, 0
	want := audit.Record{
		Actor: "ada", Workspace: "w", Transport: "mcp", Operation: "greet", IDs: []string{"a", "b", "c"}, Outcome: "ok",
	}
	if diff := cmp.Diff(want, rec); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if b.log.Len() > 0 {
		t.Errorf("a success is logged: %s", b.log.String())
	}
}

func TestReadsAndWritesLeaveRecordsByMode(t *testing.T) {
	t.Parallel()
	for _, writes := range []bool{false, true} {
		b := newBench(0)
		b.Audit = audit.NewLog(audit.NewWriter(&b.audit), audit.Writes, b.Logger)
		op := usecase.Op{Name: "op", Writes: writes}
		if _, err := usecase.Do(t.Context(), &b.Runner, someone, op, ada, failing(nil)); err != nil {
			t.Fatal(err)
		}
		if kept := b.audit.Len() > 0; kept != writes {
			t.Errorf("writes %v: record kept %v", writes, kept)
		}
	}
}

func TestNoAudit(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	b.Audit = nil
	if got, err := usecase.Do(t.Context(), &b.Runner, someone, greet, ada, failing(nil)); got != "half" || err != nil {
		t.Errorf("Do = %q, %v", got, err)
	}
}

func TestOutcomeOfEveryCode(t *testing.T) {
	t.Parallel()
	for _, code := range fault.Codes() {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			b := newBench(0)
			cause := errors.New("secret cause")
			failure := fmt.Errorf("store: %w", fault.New(code, "details").With("key", "value").Because(cause))
			out, err := usecase.Do(t.Context(), &b.Runner, someone, greet, ada, failing(failure))
			if out != "" {
				t.Errorf("a failure returns %q", out)
			}
			shown, ok := err.(*fault.Error) //nolint:errorlint // nothing but this type may come out
			if !ok || shown.Code != code {
				t.Fatalf("error = %T %v, want code %s", err, err, code)
			}
			if !errors.Is(err, cause) {
				t.Error("the log cannot learn the cause")
			}
			rec := b.record(t)
			if rec.Outcome != string(code) {
				t.Errorf("outcome = %q", rec.Outcome)
			}
			if code == fault.Internal {
				return // tested below
			}
			if shown.Details != "details" || shown.Extra["key"] != "value" || rec.RequestID != "" {
				t.Errorf("shown: %q %v, request id %q", shown.Details, shown.Extra, rec.RequestID)
			}
			wantLevel := map[fault.Code]string{fault.Unavailable: `"WARN"`, fault.Timeout: `"WARN"`}[code]
			if !strings.Contains(b.log.String(), wantLevel) || (wantLevel == "") != (b.log.Len() == 0) {
				t.Errorf("log = %q, want level %s", b.log.String(), wantLevel)
			}
		})
	}
}

// TestInternalShowsARequestIDAlone checks that a client sees only a request id for an internal error, and
// that the log has the details.
func TestInternalShowsARequestIDAlone(t *testing.T) {
	t.Parallel()
	for name, work := range map[string]func(context.Context, *usecase.Note) (string, error){
		"an error of whom-ever": failing(errors.New("secret text")),
		"our own internal":      failing(fault.New(fault.Internal, "secret text").With("secret", 1)),
		"a panic":               func(context.Context, *usecase.Note) (string, error) { panic("secret text") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(time.Minute)
			_, err := usecase.Do(t.Context(), &b.Runner, someone, greet, ada, work)
			shown := fault.From(err)
			id := b.record(t).RequestID
			if id == "" || shown.Code != fault.Internal || shown.Details != "request "+id || len(shown.Extra) > 0 {
				t.Errorf("shown %s %q %v, request id %q", shown.Code, shown.Details, shown.Extra, id)
			}
			for _, part := range []string{`"ERROR"`, "secret text", `"request_id":"` + id + `"`, `"operation":"greet"`} {
				if !strings.Contains(b.log.String(), part) {
					t.Errorf("no %s in the log: %s", part, b.log.String())
				}
			}
			if name == "a panic" && !strings.Contains(b.log.String(), "usecase_test.go") {
				t.Errorf("the log does not say where: %s", b.log.String())
			}
		})
	}
}

func TestBoundsAreCheckedFirst(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	_, err := usecase.Do(t.Context(), &b.Runner, someone, greet, greeting{Name: "Ada", Times: 4},
		func(context.Context, *usecase.Note) (string, error) {
			t.Error("the work was begun")
			return "", nil
		})
	if got, want := fault.From(err).Details, "times must be between 1 and 3"; got != want {
		t.Errorf("details = %q, want %q", got, want)
	}
	if got := b.record(t).Outcome; got != "invalid_argument" {
		t.Errorf("outcome = %q", got)
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	method := func(ctx context.Context, by audit.Caller, in greeting) (string, error) {
		return usecase.Do(ctx, &b.Runner, by, greet, in, func(context.Context, *usecase.Note) (string, error) {
			if in.Name == "Eve" {
				return "", fault.New(fault.PermissionDenied, "not Eve")
			}
			return strings.Repeat("hello "+in.Name+" ", in.Times), nil
		})
	}
	uc := usecase.Of(&b.Runner, greet, method)
	if uc.Name != "greet" || uc.In.Name() != "greeting" || uc.Out.Name() != "string" {
		t.Errorf("use case = %v of %v to %v", uc.Op, uc.In, uc.Out)
	}
	tests := []struct {
		raw, want, details, outcome string
	}{
		{`{"name": "Ada", "times": "2"}`, "hello Ada hello Ada ", "", "ok"},
		{`{"name": "Eve"}`, "", "not Eve", "permission_denied"},
		{`{"name": "Ada", "time": 1}`, "", "unknown argument 'time'; valid: name, times", "invalid_argument"},
		{`{"times": 1}`, "", "name is required", "invalid_argument"},
		{`{"name": "Leonardo"}`, "", "name must be between 1 and 5 characters", "invalid_argument"},
		{`{`, "", "arguments must be a JSON object", "invalid_argument"},
	}
	for _, test := range tests {
		b.audit.Reset()
		got, err := uc.Call(t.Context(), someone, json.RawMessage(test.raw))
		if test.details != "" {
			if got != nil || fault.From(err).Details != test.details {
				t.Errorf("%s: %v, %v; want %q", test.raw, got, err, test.details)
			}
		} else if got != test.want || err != nil {
			t.Errorf("%s: %v, %v; want %q", test.raw, got, err, test.want)
		}
		rec := b.record(t)
		if rec.Outcome != test.outcome || rec.Operation != "greet" || rec.Actor != "ada" || rec.Transport != "mcp" {
			t.Errorf("%s: record %+v, want outcome %s", test.raw, rec, test.outcome)
		}
	}
}

// TestOfReadsTheTags checks that an invalid tag panics at start, not at the first call.
func TestOfReadsTheTags(t *testing.T) {
	t.Parallel()
	type broken struct {
		Limit int `json:"limit" minimum:"one"`
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	usecase.Of(&usecase.Runner{}, greet, func(context.Context, audit.Caller, broken) (input.Object, error) { return nil, nil })
}
