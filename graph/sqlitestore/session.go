package sqlitestore

import (
	"context"
	"database/sql"
	"errors"

	"plotline/graph"
	"plotline/internal/fault"
)

// session is a transaction in progress. It keeps its first error. After that its queries return no rows and its
// changes do nothing, so the code that uses it need not check errors. pool.use rolls back a session that failed and
// returns its error, whatever the code returned.
type session struct {
	link *link
	err  error
	limits
	left      int  // how many episodes it may still look at to settle levels
	searched  int  // how many it has looked at to find cycles
	written   int  // how many bytes of texts it has indexed
	unsettled bool // it leaves or found an order that is not kept
	textGone  bool // it deleted or replaced texts

	// See searching.
	additions *additions
	found     *findings         // of an earlier dry run, nil for none
	dryRun    *findings         // what this dry run finds; nil if the session writes
	removed   map[graph.ID]bool // in a dry run
	cut       map[addition]bool // those of them that are of an ordering type
	room      int               // how much searches may still look at; -1: all they need
	over      bool              // that was not enough
}

// limits bound what a transaction looks at.
type limits struct {
	settled  int // episodes to settle levels
	searches int // episodes to find cycles, before it refuses to go on with a list
	locked   int // episodes and relationships to find a cycle while other writers wait
}

// tooManySearched reports whether the relationships before one of a list have used up what their searches may look at.
func (q *session) tooManySearched(before int) bool { return before > 0 && q.searched > q.searches }

// look counts what a search looks at. It reports false, and from then on, if that is too much.
func (q *session) look(n int) bool {
	if q.room < 0 {
		return true
	}
	q.over = q.over || n > q.room
	q.room = max(0, q.room-n)
	return !q.over
}

// read runs work on a snapshot.
func read[T any](ctx context.Context, s *Store, work func(*session) (T, error)) (T, error) {
	return translated(ctx, s, func(e *engine) *pool { return e.readers }, work)
}

// write runs work as the only writer of all processes.
func write[T any](ctx context.Context, s *Store, work func(*session) (T, error)) (T, error) {
	return translated(ctx, s, writing, work)
}

func writing(e *engine) *pool { return e.writers }

// change is write for work without a result.
func change(ctx context.Context, s *Store, work func(*session) error) error {
	_, err := write(ctx, s, func(q *session) (struct{}, error) { return struct{}{}, work(q) })
	return err
}

func translated[T any](
	ctx context.Context, s *Store, pick func(*engine) *pool, work func(*session) (T, error),
) (T, error) {
	out, err := transact(ctx, s, pick, work)
	if err != nil {
		var none T
		return none, s.translate(ctx, err)
	}
	return out, nil
}

// transact runs work, and runs it again if the file was reopened in the meantime. It does not translate errors.
func transact[T any](
	ctx context.Context, s *Store, pick func(*engine) *pool, work func(*session) (T, error),
) (T, error) {
	for opened := 1; ; {
		out, e, err := tryOnce(ctx, s, pick, work)
		switch {
		case s.wasReplaced(e, err):
		case isReadOnly(err) && e != nil && opened == 1, // the file may have become writable since it was opened
			errors.Is(err, errWritten) && opened < mostOpened:
			opened++
			s.closeReadOnly(ctx, e)
		default:
			return out, err
		}
	}
}

// mostOpened is how often a call opens a file that another machine or mount writes.
const mostOpened = 5

func tryOnce[T any](
	ctx context.Context, s *Store, pick func(*engine) *pool, work func(*session) (T, error),
) (out T, e *engine, err error) {
	if e, err = s.engine(ctx); err != nil {
		return out, nil, err
	}
	unsettled, textGone := false, false
	err = pick(e).use(ctx, func(q *session) (err error) {
		out, err = work(q)
		unsettled, textGone = q.unsettled, q.textGone
		return err
	})
	if _, verdict := errors.AsType[*fault.Error](err); err != nil && !verdict && ctx.Err() == nil {
		if lost := s.check(ctx, e); errors.Is(lost, errReplaced) { // SQLite reports it in many ways
			err = errors.Join(lost, err)
		}
	}
	if unsettled && err == nil {
		s.settler.wake(s) //nolint:contextcheck // it works on after the call
	}
	if textGone && err == nil {
		s.textGone.Store(true)
	}
	return out, e, err
}

// isTired reports whether a transaction that calls share has done so much that the other calls take their turn in the next
// one: settling levels has used up half of what it may look at, or its searches for cycles have looked at as much, or it has
// indexed long texts.
func (q *session) isTired() bool {
	return 2*(q.left-q.searched) <= q.settled || q.written >= longTexts
}

func (q *session) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// all runs a query and returns its rows: see each.
func all[T any](ctx context.Context, q *session, st *statement, fields func(*T) []any, args ...any) []T {
	out := []T{}
	each(ctx, q, st, fields, func(row T) { out = append(out, row) }, args...)
	return out
}

// each runs a query and visits its rows, one at a time. fields returns the destinations for the columns of a row. They
// point into one row, which visit gets a copy of each time.
func each[T any](ctx context.Context, q *session, st *statement, fields func(*T) []any, visit func(row T), args ...any) {
	rows := q.rows(ctx, st, args)
	if q.err != nil {
		return
	}
	var row T
	places := fields(&row)
	for q.err == nil && rows.Next() {
		q.fail(rows.Scan(places...))
		visit(row)
	}
	q.fail(rows.Err())
	q.fail(rows.Close())
}

func (q *session) rows(ctx context.Context, st *statement, args []any) (rows *sql.Rows) {
	if q.err != nil {
		return nil
	}
	made, ctx, err := q.link.stmt(ctx, st)
	if err == nil {
		rows, err = made.QueryContext(ctx, args...) //nolint:sqlclosecheck // each closes them
	}
	q.fail(err)
	return rows
}

// first runs a query of at most one row, and reports whether there was one.
func first[T any](ctx context.Context, q *session, st *statement, fields func(*T) []any, args ...any) (T, bool) {
	rows := all(ctx, q, st, fields, args...)
	if len(rows) == 0 {
		var none T
		return none, false
	}
	return rows[0], true
}

// number runs a query for one number. It returns 0 if there is no row.
func (q *session) number(ctx context.Context, st *statement, args ...any) int64 {
	n, _ := first(ctx, q, st, func(n *int64) []any { return []any{n} }, args...)
	return n
}

// exec runs a change and returns the number of rows that it changed.
func (q *session) exec(ctx context.Context, st *statement, args ...any) int64 {
	q.textGone = q.textGone || st == deleteText || st == deleteTextsOf
	return q.result(sql.Result.RowsAffected, q.run(ctx, st, args))
}

// insert inserts a row and returns its key.
func (q *session) insert(ctx context.Context, st *statement, args ...any) int64 {
	return q.result(sql.Result.LastInsertId, q.run(ctx, st, args))
}

func (q *session) run(ctx context.Context, st *statement, args []any) (done sql.Result) {
	if q.err == nil {
		done, q.err = q.link.exec(ctx, st, args...)
	}
	return done
}

func (q *session) result(of func(sql.Result) (int64, error), done sql.Result) int64 {
	if q.err != nil {
		return 0
	}
	n, err := of(done)
	q.fail(err)
	return n
}
