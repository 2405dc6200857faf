package stdio

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/tools/transport"
)

// session is the session of a client.
type session struct {
	id            string
	notifications chan mcp.JSONRPCNotification
	initialized   atomic.Bool
	requests      transport.ClientRequests
	write         transport.Send

	mu           sync.RWMutex // guards the fields below
	client       mcp.Implementation
	capabilities mcp.ClientCapabilities
	version      string
	level        mcp.LoggingLevel
}

var (
	_ server.SessionWithClientInfo      = (*session)(nil)
	_ server.SessionWithLogging         = (*session)(nil)
	_ server.SessionWithProtocolVersion = (*session)(nil)
	_ server.SessionWithElicitation     = (*session)(nil)
	_ server.SessionWithSampling        = (*session)(nil)
	_ server.SessionWithRoots           = (*session)(nil)
	_ transport.Flusher                 = (*session)(nil)
)

func newSession(id string) *session {
	return &session{
		id: id, notifications: make(chan mcp.JSONRPCNotification, 100), level: mcp.LoggingLevelError,
	}
}

// SessionID is unique to the connection.
func (s *session) SessionID() string { return s.id }

// NotificationChannel returns the queue of notifications to the client.
func (s *session) NotificationChannel() chan<- mcp.JSONRPCNotification { return s.notifications }

// Initialize allows notifications to the client.
func (s *session) Initialize() { s.initialized.Store(true) }

// Initialized reports whether notifications are allowed.
func (s *session) Initialized() bool { return s.initialized.Load() }

// RequestElicitation has the client ask its user.
func (s *session) RequestElicitation(ctx context.Context, request mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return s.requests.Elicit(ctx, s.send, request.Params)
}

// RequestSampling asks the client's model.
func (s *session) RequestSampling(ctx context.Context, request mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return s.requests.Sample(ctx, s.send, request.CreateMessageParams)
}

// ListRoots asks the client for its roots.
func (s *session) ListRoots(ctx context.Context, _ mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	return s.requests.ListRoots(ctx, s.send)
}

// send sends a message after the earlier notifications. Progress that arrives after a question could come together
// with the answer of the call, and the official TypeScript client then drops it.
func (s *session) send(ctx context.Context, message any) {
	s.Flush(ctx)
	s.write(ctx, message)
}

// GetClientInfo returns the client's name and version, empty before initialize.
func (s *session) GetClientInfo() mcp.Implementation { return locked(s, &s.client) }

// SetClientInfo stores the client's name and version.
func (s *session) SetClientInfo(info mcp.Implementation) { setLocked(s, &s.client, info) }

// GetClientCapabilities returns the client's capabilities.
func (s *session) GetClientCapabilities() mcp.ClientCapabilities {
	return locked(s, &s.capabilities)
}

// SetClientCapabilities stores the client's capabilities.
func (s *session) SetClientCapabilities(can mcp.ClientCapabilities) {
	setLocked(s, &s.capabilities, can)
}

// ProtocolVersion returns the negotiated version, empty before initialize.
func (s *session) ProtocolVersion() string { return locked(s, &s.version) }

// SetProtocolVersion stores the negotiated version.
func (s *session) SetProtocolVersion(version string) { setLocked(s, &s.version, version) }

// GetLogLevel returns the level that the client asked for.
func (s *session) GetLogLevel() mcp.LoggingLevel { return locked(s, &s.level) }

// SetLogLevel stores the level that the client asked for.
func (s *session) SetLogLevel(level mcp.LoggingLevel) { setLocked(s, &s.level, level) }

func locked[T any](s *session, field *T) T {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return *field
}

func setLocked[T any](s *session, field *T, value T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*field = value
}
