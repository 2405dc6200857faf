package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// link is one connection and the statements that it keeps prepared. One session has it at a time.
type link struct {
	conn     *sql.Conn
	prepared map[*statement]*sql.Stmt
	open     bool      // a transaction may be open
	waited   time.Time // for another process, most lately
}

func newLink(conn *sql.Conn) *link {
	return &link{conn: conn, prepared: map[*statement]*sql.Stmt{}}
}

// stmt prepares a statement when it is used for the first time.
func (l *link) stmt(ctx context.Context, st *statement) (*sql.Stmt, error) {
	if known := l.prepared[st]; known != nil {
		return known, nil
	}
	made, err := l.conn.PrepareContext(ctx, st.text)
	if err == nil {
		l.prepared[st] = made
	}
	return made, err
}

func (l *link) exec(ctx context.Context, st *statement, args ...any) (sql.Result, error) {
	made, err := l.stmt(ctx, st)
	if err != nil {
		return nil, err
	}
	return made.ExecContext(ctx, args...)
}

// begin opens a transaction. While another process writes it tries again, so that a caller who
// leaves is not kept: SQLite's own waiting cannot be interrupted. Whoever has waited lately then
// lets the others in before each turn: they could hardly find the moment between two of ours.
func (l *link) begin(ctx context.Context, how *statement, patience time.Duration) error {
	deadline := time.Now().Add(patience)
	if time.Since(l.waited) < lately {
		sleep(ctx, polite)
	}
	for pause := shortest; ; pause = min(pause+pause/16, longest) {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := l.exec(context.WithoutCancel(ctx), how)
		if err == nil {
			l.open = true
		}
		if !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		l.waited = time.Now()
		sleep(ctx, pause)
	}
}

// How writers of several processes take turns.
const (
	shortest = 200 * time.Microsecond // between tries, at first
	longest  = 4 * time.Millisecond
	polite   = shortest
	lately   = 100 * time.Millisecond
)

// sleep ends early when the caller leaves.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// commit ends a transaction well; a caller who has left by then gets nothing written.
func (l *link) commit(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := l.exec(context.WithoutCancel(ctx), commit)
	if err == nil {
		l.open = false
	}
	return err
}

// clean rolls back what is open and tells whether the connection is fit for the next session.
func (l *link) clean(ctx context.Context) bool {
	if !l.open {
		return true
	}
	_, err := l.exec(context.WithoutCancel(ctx), rollback)
	l.open = err != nil
	return err == nil
}

// close lets the statements go first: SQLite keeps a connection open that still has some.
func (l *link) close() error {
	var errs []error
	for _, made := range l.prepared {
		errs = append(errs, made.Close())
	}
	return errors.Join(append(errs, l.conn.Close())...)
}
