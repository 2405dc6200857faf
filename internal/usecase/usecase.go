// Package usecase runs the use cases of every domain. It checks roles and arguments, limits the time, writes
// the audit record and converts errors for clients, in one place below every transport.
package usecase

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/sharing"
)

// Runner holds what all use cases share.
type Runner struct {
	Audit   *audit.Log    // nil writes no records
	Timeout time.Duration // time limit of one use case; 0 means none
	Logger  *slog.Logger  // logs internal errors, with the request id that the client sees
	// Reads bounds the concurrent read-only calls of one workspace, and of one credential. If it is nil, they reserve memory
	// for what they read: see sharing.Reserve.
	Reads *sharing.Pool
	// Scans bounds the concurrent use cases that scan folders, of one workspace, of one credential and of all. If it is nil,
	// there is no bound.
	Scans *sharing.Pool
	// Calls counts the use cases that run, so that other work gives way to them. If it is nil, none does.
	Calls *sharing.Calls
	// Observe is called after every operation with "ok" or the error code. It may be nil.
	Observe func(op Op, transport, outcome string, took time.Duration)
}

// Op describes a use case.
type Op struct {
	Name    string // the tool's name, fixed by the contract
	Writes  bool   // changes something
	Decides bool   // accepts or rejects a proposal, on behalf of a person
	// Spends marks a use case that calls a language model, which costs money. It needs the role of a writer
	// even if it changes nothing.
	Spends bool
	// Personal marks a use case about what coding agents did for the person of this machine. It needs the role of an admin.
	Personal bool
	// Scans marks a use case that holds the names of all files of a folder.
	Scans bool
	// Limit replaces the runner's time limit; a negative value means none.
	Limit time.Duration
}

// Action returns the action that a role must permit for the use case.
func (op Op) Action() access.Action {
	switch {
	case op.Personal:
		return access.Personal
	case op.Decides:
		return access.Decide
	case op.Writes, op.Spends:
		return access.Write
	}
	return access.Read
}

// limit returns the time limit of the work; 0 means none.
func (op Op) limit(usual time.Duration) time.Duration {
	if op.Limit != 0 {
		return max(0, op.Limit)
	}
	return usual
}

// Note collects further fields of the audit record.
type Note struct{ ids []string }

// IDs adds ids that the operation accessed.
func (n *Note) IDs(ids ...string) { n.ids = append(n.ids, ids...) }

// Do runs one use case. It checks the caller's role and the bounds of in, limits the time and writes the
// audit record. Every error that it returns is a *fault.Error.
func Do[In, Out any](
	ctx context.Context, r *Runner, by audit.Caller, op Op, in In,
	work func(ctx context.Context, note *Note) (Out, error),
) (Out, error) {
	start := time.Now()
	defer r.Calls.Begin()()
	var note Note
	var out Out
	err := allowed(by, op)
	if err == nil {
		out, err = guarded(ctx, op.limit(r.Timeout), in, func(ctx context.Context) (Out, error) {
			return answered(ctx, r, by.Workspace, op, &note, work)
		})
	}
	if err = r.finish(ctx, by, op, start, note.ids, err); err != nil {
		var none Out
		return none, err
	}
	return out, nil
}

// allowed returns an error if the caller's role does not permit the operation.
func allowed(by audit.Caller, op Op) error {
	if by.Role.May(op.Action()) {
		return nil
	}
	return fault.Newf(fault.PermissionDenied, "the role %s may not call %s; ask for a token with another role", by.Role, op.Name)
}

// answered runs the work. Read-only work waits for other reads of its workspace and credential until these have memory for
// their results. A scan waits for other scans.
func answered[Out any](
	ctx context.Context, r *Runner, workspace string, op Op, note *Note,
	work func(ctx context.Context, note *Note) (Out, error),
) (out Out, err error) {
	if op.Scans && r.Scans != nil {
		leave, err := r.Scans.EnterFor(ctx, workspace, "scans of media folders", "scan fewer folders at once")
		if err != nil {
			return out, err
		}
		defer leave()
	}
	if op.Action() != access.Read {
		return work(ctx, note)
	}
	if r.Reads != nil {
		leave, err := r.Reads.EnterFor(ctx, workspace, "reads of this workspace or token", "ask for fewer of them at once")
		if err != nil {
			return out, err
		}
		defer leave()
	}
	if out, err = work(ctx, note); err != nil {
		return out, err
	}
	return out, sharing.Hold(ctx, workspace, out)
}

func guarded[In, Out any](
	ctx context.Context, limit time.Duration, in In, work func(ctx context.Context) (Out, error),
) (out Out, err error) {
	if err := input.Check(in); err != nil {
		return out, err
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	defer func() {
		if p := recover(); p != nil { // a panic must leave a record too, and no transport may show its text
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	out, err = work(ctx)
	if err != nil && ctx.Err() != nil {
		err = ended(ctx, err)
	}
	return out, err
}

// ended returns the context's reason instead of a store's error, unless that is an error about the request.
func ended(ctx context.Context, err error) error {
	switch fault.CodeOf(err) { //nolint:exhaustive // only failures that the context may have caused
	case fault.Internal, fault.Unavailable, fault.Cancelled, fault.Timeout:
		reason := fault.From(ctx.Err())
		if fault.From(err).OfDatabase() {
			reason = fault.Database(ctx.Err())
		}
		if errors.Is(err, fault.ErrOutcomeUnknown) {
			unknown := *reason
			unknown.Details = reason.Code.Title() + ": " + fault.ErrOutcomeUnknown.Error()
			reason = &unknown
		}
		return reason.Because(err)
	}
	return err
}

// finish writes the audit record and the log, and converts the error for the client.
func (r *Runner) finish(ctx context.Context, by audit.Caller, op Op, start time.Time, ids []string, err error) error {
	rec := audit.Record{
		Time: start, Actor: by.Actor, Workspace: by.Workspace, Transport: by.Transport,
		Operation: op.Name, IDs: ids, Outcome: "ok", Writes: op.Writes,
		Millis: float64(time.Since(start).Microseconds()) / 1000,
	}
	rec.RequestID, _ = ctx.Value(requestKey{}).(string)
	switch {
	case errors.Is(err, ErrAsking): // the client will repeat the call with the answer
		rec.Outcome = "asking"
	case err != nil:
		shown := fault.From(err)
		rec.Outcome = string(shown.Code)
		if shown.Code == fault.Internal {
			rec.RequestID = requestID(ctx)
			shown = fault.New(fault.Internal, "request "+rec.RequestID).Because(err)
		}
		r.log(ctx, op, shown, rec.RequestID)
		err = shown
	}
	r.Audit.Add(ctx, rec)
	if r.Observe != nil {
		r.Observe(op, by.Transport, rec.Outcome, time.Since(start))
	}
	return err
}

type requestKey struct{}

// WithRequestID returns a context with a request id. Internal errors are found in the log by it.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the request id that the transport set, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// requestID returns the request id, or a new one if the transport set none.
func requestID(ctx context.Context) string {
	if id, named := ctx.Value(requestKey{}).(string); named {
		return id
	}
	return uuid.NewString()
}

// log logs errors that are not the client's mistake.
func (r *Runner) log(ctx context.Context, op Op, err *fault.Error, request string) {
	switch err.Code { //nolint:exhaustive // the other codes are answers, not faults
	case fault.Internal:
		r.Logger.ErrorContext(ctx, "internal error", "operation", op.Name, "request_id", request, "error", err)
	case fault.Unavailable, fault.Timeout:
		r.Logger.WarnContext(ctx, "operation failed", "operation", op.Name, "error", err)
	}
}

// UseCase is a use case as the transports see it: JSON in, a value to marshal out.
type UseCase struct {
	Op
	In, Out reflect.Type
	// Call decodes the arguments and runs the use case. Its error is a *fault.Error.
	Call func(ctx context.Context, by audit.Caller, raw json.RawMessage) (any, error)
	// Refuse ends a call whose arguments a transport could not read, and writes the same record as a
	// rejection by Call. It returns the error for the client.
	Refuse func(ctx context.Context, by audit.Caller, err error) error
}

// Of makes a UseCase from a method that uses Do. It panics if the tags of In are invalid.
func Of[In, Out any](
	r *Runner, op Op, method func(ctx context.Context, by audit.Caller, in In) (Out, error),
) UseCase {
	input.Prepare[In]()
	refuse := func(ctx context.Context, by audit.Caller, err error) error {
		start := time.Now()
		if denied := allowed(by, op); denied != nil { // before errors about the arguments reveal anything
			err = denied
		}
		return r.finish(ctx, by, op, start, nil, err)
	}
	call := func(ctx context.Context, by audit.Caller, raw json.RawMessage) (any, error) {
		from, _ := ctx.Value(sourceKey{}).(input.Source)
		in, err := input.DecodeFrom[In](raw, from)
		if err != nil {
			return nil, refuse(ctx, by, err)
		}
		out, err := method(ctx, by, in)
		if err != nil {
			return nil, err
		}
		return out, nil
	}
	return UseCase{Op: op, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](), Call: call, Refuse: refuse}
}

type preconditionKey struct{}

// WithPrecondition returns a context with a condition on the state that the use case is about to change. The
// caller has seen one state and wants to change only that.
func WithPrecondition(ctx context.Context, holds func(current any) error) context.Context {
	return context.WithValue(ctx, preconditionKey{}, holds)
}

// Unchanged checks the caller's condition against the current state, as a read shows it. It returns nil if
// there is no condition. The use case calls it while it holds the lock on that state. It calls current only
// if there is a condition, because it may be costly.
func Unchanged(ctx context.Context, current func() any) error {
	if holds, ok := ctx.Value(preconditionKey{}).(func(any) error); ok {
		return holds(current())
	}
	return nil
}

// Progress reports the progress of a long call: done of total, and a message. Total 0 means unknown.
type Progress func(ctx context.Context, done, total int, message string)

type progressKey struct{}

// WithProgress returns a context whose use case reports progress to p.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Report reports progress if the caller asked for it, and does nothing otherwise.
func Report(ctx context.Context, done, total int, message string) {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		p(ctx, done, total, message)
	}
}

type releaseKey struct{}

// WithRelease returns a context in which Release calls the function, which frees the text of a call's
// arguments. The functions of earlier WithRelease calls run after it.
func WithRelease(ctx context.Context, release func()) context.Context {
	earlier, _ := ctx.Value(releaseKey{}).(func())
	return context.WithValue(ctx, releaseKey{}, func() {
		release()
		if earlier != nil {
			earlier()
		}
	})
}

// Release frees the text of the decoded arguments before the use case waits for long. The use case must
// account for the parts that it keeps. Further calls do nothing.
func Release(ctx context.Context) {
	if release, ok := ctx.Value(releaseKey{}).(func()); ok {
		release()
	}
}

type sourceKey struct{}

// WithSource returns a context that says where the arguments of a use case come from.
func WithSource(ctx context.Context, from input.Source) context.Context {
	return context.WithValue(ctx, sourceKey{}, from)
}

// Named returns a placeholder for the use case of a name. Fill replaces it.
func Named(name string) UseCase { return UseCase{Op: Op{Name: name}} }

// Fill replaces what Named gave by the use cases of these names. Several places may want the same one; kind says
// what the places are, such as "tool". The error names a place without a use case, or a use case without a place.
// Both are mistakes of the program.
func Fill(kind string, useCases []UseCase, places ...*UseCase) error {
	byName := make(map[string]UseCase, len(useCases))
	for _, u := range useCases {
		byName[u.Name] = u
	}
	wanted := make(map[string]bool, len(places))
	for _, place := range places {
		u, known := byName[place.Name]
		if !known {
			return fmt.Errorf("no use case for the %s %s", kind, place.Name)
		}
		*place = u
		wanted[u.Name] = true
	}
	for _, u := range useCases {
		if !wanted[u.Name] {
			return fmt.Errorf("no %s for the use case %s", kind, u.Name)
		}
	}
	return nil
}

// Question is a question that a use case asks a person before it continues.
type Question struct {
	ID      string // identifies the question within the call
	About   string // the subject; other clients that were asked learn by it that the question is settled
	Message string // complete text for a person
	// Details makes what a page shows besides the message. It is called only if a page can be asked. Nil makes nothing.
	Details func(ctx context.Context) (any, error)
}

// ErrNoAsker reports that no client can be asked.
var ErrNoAsker = errors.New("there was nobody to ask")

// ErrAsking ends a call that the client repeats with the answer. It is not a failure, and nothing was done.
var ErrAsking = errors.New("a person is being asked")

// Asker asks a person and waits for yes or no. It returns ErrNoAsker if it has no means to ask. It returns
// ErrAsking to end the call, for transports on which the client repeats the call with the answer.
type Asker func(ctx context.Context, q Question) (yes bool, err error)

type askerKey struct{}

// WithAsker returns a context whose use case asks through ask.
func WithAsker(ctx context.Context, ask Asker) context.Context {
	return context.WithValue(ctx, askerKey{}, ask)
}

// Ask asks the caller of the use case. Without an asker it returns ErrNoAsker.
func Ask(ctx context.Context, q Question) (yes bool, err error) {
	if ask, ok := ctx.Value(askerKey{}).(Asker); ok {
		return ask(ctx, q)
	}
	return false, ErrNoAsker
}
