package sqlitestore

import (
	"context"
	"errors"
	"sync"
	"time"
)

var errClosed = errors.New("the store is closed")

// pool lends connections. Callers wait in order, and stop waiting when their context ends.
type pool struct {
	begin    *statement
	patience time.Duration
	connect  func(ctx context.Context) (*link, error)
	identity *identity
	check    func(context.Context) error // that the file is the one of the store

	tokens  chan struct{} // one per lent connection
	closing chan struct{}

	mu   sync.Mutex
	idle []*link // last in, first out, so that the others stay idle

	again bool // the check is made again before a call has succeeded

	limits
	additions *additions // for writers

	shrinking *time.Timer // fires when the pool has been unused for a while
}

// idleTimeout is how long an unused pool keeps its page caches.
const idleTimeout = time.Minute

func newPool(size int, begin *statement, patience time.Duration, connect func(context.Context) (*link, error)) *pool {
	p := &pool{
		begin: begin, patience: patience, connect: connect,
		tokens: make(chan struct{}, size), closing: make(chan struct{}),
	}
	p.shrinking = time.AfterFunc(idleTimeout, p.shrink)
	return p
}

// use runs work in a transaction, and commits it if neither work nor its session failed.
func (p *pool) use(ctx context.Context, work func(*session) error) error {
	l, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer p.give(ctx, l)
	if err := l.begin(ctx, p.begin, p.patience); err != nil {
		return err
	}
	if err := p.check(ctx); err != nil {
		return err
	}
	if err := p.transaction(ctx, &session{link: l, limits: p.limits, left: p.settled, room: -1, additions: p.additions}, work); err != nil || !p.again {
		return err
	}
	return p.check(ctx)
}

func (p *pool) writes() bool { return p.begin == beginWriting }

func (p *pool) transaction(ctx context.Context, q *session, work func(*session) error) (err error) {
	if p.writes() {
		undo := p.identity.begin(ctx, q)
		defer func() {
			if err != nil {
				undo()
			}
		}()
	}
	verdict := work(q)
	if q.err != nil {
		return q.err // this comes first: work's verdict may rest on missing rows
	}
	if verdict != nil {
		return verdict
	}
	return q.link.commit(ctx)
}

func (p *pool) take(ctx context.Context) (*link, error) {
	select {
	case p.tokens <- struct{}{}:
	case <-p.closing:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if l := p.popIdle(); l != nil {
		return l, nil
	}
	l, err := p.connect(ctx)
	if err != nil {
		<-p.tokens
	}
	return l, err
}

func (p *pool) popIdle() *link {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return nil
	}
	l := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return l
}

// give takes a connection back. It closes one that cannot be cleaned; take opens another when needed.
func (p *pool) give(ctx context.Context, l *link) {
	if l.rollBack(ctx) {
		p.put(l)
		p.shrinking.Reset(idleTimeout)
	} else {
		p.identity.closeBroken(l)
	}
	<-p.tokens
}

func (p *pool) put(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, l)
}

// shrink frees the page caches of idle connections.
func (p *pool) shrink() {
	var held []*link
	for l := p.borrow(); l != nil; l = p.borrow() {
		held = append(held, l)
	}
	for _, l := range held {
		_ = l.set(context.Background(), []string{"shrink_memory"})
		p.put(l)
		<-p.tokens
	}
}

// borrow takes an idle connection, if there is one, without waiting.
func (p *pool) borrow() *link {
	select {
	case p.tokens <- struct{}{}:
	default:
		return nil
	}
	l := p.popIdle()
	if l == nil {
		<-p.tokens
	}
	return l
}

// close rejects waiting callers, waits for running work, and ends the connections.
func (p *pool) close(end func(*link) error) error {
	p.shrinking.Stop()
	close(p.closing)
	for range cap(p.tokens) {
		p.tokens <- struct{}{}
	}
	var errs []error
	for l := p.popIdle(); l != nil; l = p.popIdle() {
		errs = append(errs, end(l))
	}
	return errors.Join(errs...)
}
