package tools

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/tools/transport/ask"
)

// rootsWithin is how long a client may take to list its roots. Calls wait for them.
const rootsWithin = 5 * time.Second

// clientRoots is what the server knows about the roots of its only client.
type clientRoots struct {
	mu      sync.Mutex  // held while the client is asked, so that other calls wait
	first   time.Time   // of the questions that ended a call
	known   atomic.Bool // Config.Roots has them
	changed atomic.Bool // since the last question
}

// addRoots has the client asked for its roots as soon as it is initialized, and again when they change. The reader of
// messages must not wait for the answer, which it has to read.
func (s *Server) addRoots() {
	if s.cfg.Roots == nil {
		return
	}
	s.mcp.AddNotificationHandler("notifications/initialized", func(ctx context.Context, _ mcp.JSONRPCNotification) {
		go func() { _ = s.learnRoots(ctx, nil) }() // after an error, the first call tries again and reports it
	})
	s.mcp.AddNotificationHandler(mcp.MethodNotificationRootsListChanged, func(ctx context.Context, _ mcp.JSONRPCNotification) {
		go s.learnChange(ctx)
	})
}

// learnRoots asks the client for its roots, unless they are known. A client that does not list them has none, and the log
// says so. In the newest protocol, the error may be an ask.PendingError, which ends the call.
func (s *Server) learnRoots(ctx context.Context, rounds *mcp.MultiRoundTripParams) error {
	if s.cfg.Roots == nil {
		return nil
	}
	s.roots.mu.Lock()
	defer s.roots.mu.Unlock()
	if s.roots.known.Load() {
		return nil
	}
	uris, err := s.listRoots(ctx, rounds)
	if pending, is := errors.AsType[ask.PendingError](err); is {
		if s.mayAskAgain() {
			return pending
		}
		err = context.DeadlineExceeded
	}
	if err != nil {
		s.logger.WarnContext(ctx, "the client has roots, but did not list them", "error", err)
	}
	err = s.cfg.Roots(ctx, uris)
	s.roots.known.Store(err == nil)
	return err
}

// mayAskAgain reports whether a call may end with the question for the roots. Calls at once are all asked. A client that
// never answers could make no call.
func (s *Server) mayAskAgain() bool {
	if s.roots.first.IsZero() {
		s.roots.first = time.Now()
	}
	return time.Since(s.roots.first) < rootsWithin
}

// learnChange passes changed roots on. Until the first ones are known there is nothing to change. A change that comes while
// the client is asked for an earlier one is asked for again, once.
func (s *Server) learnChange(ctx context.Context) {
	if !s.roots.known.Load() || s.roots.changed.Swap(true) {
		return // it is being asked, or the next question has this change, too
	}
	s.roots.mu.Lock()
	defer s.roots.mu.Unlock()
	s.roots.changed.Store(false)
	uris, err := s.listRoots(ctx, nil)
	if err == nil {
		err = s.cfg.Roots(ctx, uris)
	}
	if err != nil {
		s.logger.WarnContext(ctx, "the client changed its roots, but did not list them", "error", err)
	}
}

// listRoots outlives a cancelled call, because other calls wait for the same answer.
func (s *Server) listRoots(ctx context.Context, rounds *mcp.MultiRoundTripParams) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rootsWithin)
	defer cancel()
	return ask.Roots(ctx, rounds)
}
