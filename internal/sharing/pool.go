package sharing

import (
	"container/list"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"

	"plotline/internal/fault"
)

// Pool bounds a resource that all payers share: requests, bytes or store calls. It also bounds the part that one payer may
// hold, so that no payer can exhaust it. The calls of one payer wait for each other, and those of another payer wait for few
// of them: of each payer, only the oldest waiting call is in the common queue.
type Pool struct {
	total int64
	each  int64 // the most of one payer

	mu      sync.Mutex
	held    int64
	by      map[string]int64
	queues  map[string]int // number of waiting calls by payer
	lines   map[string]*line
	waiting list.List // of *line; that whose first call waits longest comes first
	calls   int       // that wait
}

// maxWaiting bounds the waiting calls of one payer, which with HTTP/2 need no connection each.
const maxWaiting = 1024

// line has the waiting calls of the same payers, oldest first.
type line struct {
	name  string
	place *list.Element
	calls list.List // of *waiter
}

// waiter is a waiting call of Take.
type waiter struct {
	units  int64
	payers []string
	given  chan struct{}
}

// NewPool returns a pool of total units, of which each payer may hold at most each.
func NewPool(total, each int64) *Pool {
	return &Pool{total: total, each: min(each, total), by: map[string]int64{}, queues: map[string]int{}, lines: map[string]*line{}}
}

// Slots returns a pool of n units, at least one, of which each payer has one at a time.
func Slots(n int) *Pool { return NewPool(int64(max(1, n)), 1) }

// PerPayer returns a pool of n units, at least one, for each payer.
func PerPayer(n int) *Pool { return NewPool(math.MaxInt64, int64(max(1, n))) }

// Take waits for units until ctx ends. It reports whether it got them. It takes them from the share of each payer at the
// same time: a call that waits for one holds nothing of the others.
func (p *Pool) Take(ctx context.Context, units int64, payers ...string) bool {
	p.mu.Lock()
	if p.fits(units, payers) {
		p.add(units, payers)
		p.mu.Unlock()
		return true
	}
	if slices.ContainsFunc(payers, func(payer string) bool { return p.queues[payer] >= maxWaiting }) {
		p.mu.Unlock()
		return false
	}
	w := &waiter{units, payers, make(chan struct{})}
	in := p.line(payers)
	place := in.calls.PushBack(w)
	p.count(1, payers)
	p.mu.Unlock()
	select {
	case <-w.given:
		return true
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-w.given: // at the same moment
		return true
	default:
		p.leave(in, place, w)
		p.serve() // others may have waited for it to be first
		return false
	}
}

// Enter takes one unit for a call on a workspace. The caller returns it by calling leave once. If ctx ends first, the error is
// that of the context.
func (p *Pool) Enter(ctx context.Context, workspace string) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	payers := PayersOf(ctx, workspace)
	if !p.Take(ctx, 1, payers...) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, fault.Newf(fault.RateLimited, "%d calls of this workspace or token wait already; make fewer at once", maxWaiting)
	}
	return func() { p.Give(1, payers...) }, nil
}

// EnterFor is Enter for a client's call. If the time limit expires while it waits, its error says which calls
// it waited for and what to do.
func (p *Pool) EnterFor(ctx context.Context, workspace, what, advice string) (leave func(), err error) {
	if err := ctx.Err(); err != nil { // the time limit expired earlier
		return nil, err
	}
	leave, err = p.Enter(ctx, workspace)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fault.Newf(fault.RateLimited, "this call waited too long for other %s; %s", what, advice).Because(err)
	}
	return leave, err
}

// Waiting returns the number of waiting calls.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls
}

// TryTake takes units if they are free now.
func (p *Pool) TryTake(units int64, payers ...string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.fits(units, payers) {
		return false
	}
	p.add(units, payers)
	return true
}

// Give returns units and serves waiting calls.
func (p *Pool) Give(units int64, payers ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(-units, payers)
	p.serve()
}

// serve gives units to the calls that wait longest. A line that was served goes to the end.
func (p *Pool) serve() {
	for at := p.waiting.Front(); at != nil; {
		in, _ := at.Value.(*line)
		first := in.calls.Front()
		w, _ := first.Value.(*waiter)
		switch {
		case p.fits(w.units, w.payers):
			p.add(w.units, w.payers)
			close(w.given)
			p.waiting.MoveToBack(at)
			p.leave(in, first, w)
			at = p.waiting.Front()
		case p.inShares(w.units, w.payers):
			return // it waits for other payers; later calls must not overtake it for ever
		default:
			at = at.Next()
		}
	}
}

// line returns the line of these payers, which it makes if they have none.
func (p *Pool) line(payers []string) *line {
	name := strings.Join(payers, "\x00")
	in := p.lines[name]
	if in == nil {
		in = &line{name: name}
		in.place = p.waiting.PushBack(in)
		p.lines[name] = in
	}
	return in
}

// leave takes a call out of its line.
func (p *Pool) leave(in *line, place *list.Element, w *waiter) {
	in.calls.Remove(place)
	if in.calls.Len() == 0 {
		p.waiting.Remove(in.place)
		delete(p.lines, in.name)
	}
	p.count(-1, w.payers)
}

// count counts a waiting call more or less.
func (p *Pool) count(by int, payers []string) {
	p.calls += by
	for _, payer := range payers {
		if p.queues[payer] += by; p.queues[payer] == 0 {
			delete(p.queues, payer)
		}
	}
}

// Overdraw takes units even if they are not free. Other calls wait until they are returned.
func (p *Pool) Overdraw(units int64, payers ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(units, payers)
}

// Share returns the most that one payer may hold.
func (p *Pool) Share() int64 { return p.each }

func (p *Pool) fits(units int64, payers []string) bool {
	return units <= p.total-p.held && p.inShares(units, payers)
}

// inShares reports whether each payer may hold so many units more.
func (p *Pool) inShares(units int64, payers []string) bool {
	return !slices.ContainsFunc(payers, func(payer string) bool { return p.by[payer]+units > p.each })
}

func (p *Pool) add(units int64, payers []string) {
	p.held += units
	for _, payer := range payers {
		if p.by[payer] += units; p.by[payer] == 0 {
			delete(p.by, payer)
		}
	}
}

type credentialKey struct{}

// WithCredential returns a context whose calls pay from the share of a credential too. An empty id changes nothing.
func WithCredential(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	return context.WithValue(ctx, credentialKey{}, id)
}

// CredentialOf returns the credential of a request: the token's id, or "" if no token is needed.
func CredentialOf(ctx context.Context) string {
	id, _ := ctx.Value(credentialKey{}).(string)
	return id
}

// PayersOf returns those whose shares a call on a workspace takes from: the credential of its request, if it has one, and
// the workspace. So a credential has one share, however many workspaces it may choose.
func PayersOf(ctx context.Context, workspace string) []string {
	if id := CredentialOf(ctx); id != "" {
		return []string{"credential " + id, workspace} // the name of a workspace has no space
	}
	return []string{workspace}
}
