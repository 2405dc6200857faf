package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"plotline/internal/pause"
)

// link is one connection with its prepared statements. Only one session uses it at a time.
type link struct {
	conn     *sql.Conn
	prepared map[*statement]*sql.Stmt
	open     bool      // a transaction may be open
	waited   time.Time // when it last waited for another process
}

func newLink(conn *sql.Conn) *link {
	return &link{conn: conn, prepared: map[*statement]*sql.Stmt{}}
}

// stmt returns a statement, which it prepares at its first use, and the context in which to run it.
func (l *link) stmt(ctx context.Context, st *statement) (*sql.Stmt, context.Context, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if st.brief {
		ctx = context.WithoutCancel(ctx)
	}
	if known := l.prepared[st]; known != nil {
		return known, ctx, nil
	}
	made, err := l.conn.PrepareContext(ctx, st.text)
	if err == nil {
		l.prepared[st] = made
	}
	return made, ctx, err
}

func (l *link) exec(ctx context.Context, st *statement, args ...any) (sql.Result, error) {
	made, ctx, err := l.stmt(ctx, st)
	if err != nil {
		return nil, err
	}
	return made.ExecContext(ctx, args...)
}

// set runs pragmas.
func (l *link) set(ctx context.Context, pragmas []string) error {
	for _, pragma := range pragmas {
		if _, err := l.conn.ExecContext(ctx, "PRAGMA "+pragma); err != nil {
			return err
		}
	}
	return nil
}

// begin opens a transaction. It retries while another process writes, because SQLite's own waiting cannot be
// interrupted by ctx. A connection that has waited lately pauses before each transaction: otherwise other processes
// would rarely find the file unlocked.
func (l *link) begin(ctx context.Context, how *statement, patience time.Duration) error {
	deadline := time.Now().Add(patience)
	if time.Since(l.waited) < recentWait {
		pause.For(ctx, yieldPause)
	}
	for wait := minPause; ; wait = min(wait+wait/16, maxPause) {
		_, err := l.exec(ctx, how)
		if err == nil {
			l.open = true
		}
		if !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		l.waited = time.Now()
		pause.For(ctx, wait)
	}
}

// How writers of several processes take turns.
const (
	minPause   = 200 * time.Microsecond // the first pause between tries
	maxPause   = 4 * time.Millisecond
	yieldPause = minPause
	recentWait = 100 * time.Millisecond
)

// commit commits a transaction, unless ctx has ended.
func (l *link) commit(ctx context.Context) error {
	_, err := l.exec(ctx, commit)
	if err == nil {
		l.open = false
	}
	return err
}

// rollBack rolls back an open transaction and reports whether the connection can be used again.
func (l *link) rollBack(ctx context.Context) bool {
	if !l.open {
		return true
	}
	_, err := l.exec(context.WithoutCancel(ctx), rollback)
	l.open = err != nil
	return err == nil
}

// close closes the statements first, because SQLite keeps a connection open while it has any.
func (l *link) close() error {
	var errs []error
	for _, made := range l.prepared {
		errs = append(errs, made.Close())
	}
	return errors.Join(append(errs, l.conn.Close())...)
}
