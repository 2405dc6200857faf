package tools

import (
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// stdioSession is the session of a client over stdio.
type stdioSession struct {
	id            string
	notifications chan mcp.JSONRPCNotification
	initialized   atomic.Bool
	asks          clientRequests
	write         writer

	mu           sync.RWMutex // guards the fields below
	client       mcp.Implementation
	capabilities mcp.ClientCapabilities
	version      string
	level        mcp.LoggingLevel
}

var (
	_ server.SessionWithClientInfo      = (*stdioSession)(nil)
	_ server.SessionWithLogging         = (*stdioSession)(nil)
	_ server.SessionWithProtocolVersion = (*stdioSession)(nil)
	_ flusher                           = (*stdioSession)(nil)
)

func newStdioSession(id string) *stdioSession {
	return &stdioSession{
		id: id, notifications: make(chan mcp.JSONRPCNotification, 100), level: mcp.LoggingLevelError,
	}
}

// SessionID is unique to the connection.
func (s *stdioSession) SessionID() string { return s.id }

// NotificationChannel returns the queue of notifications to the client.
func (s *stdioSession) NotificationChannel() chan<- mcp.JSONRPCNotification { return s.notifications }

// Initialize allows notifications to the client.
func (s *stdioSession) Initialize() { s.initialized.Store(true) }

// Initialized reports whether notifications are allowed.
func (s *stdioSession) Initialized() bool { return s.initialized.Load() }

// GetClientInfo returns the client's name and version, empty before initialize.
func (s *stdioSession) GetClientInfo() mcp.Implementation { return locked(s, &s.client) }

// SetClientInfo stores the client's name and version.
func (s *stdioSession) SetClientInfo(info mcp.Implementation) { setLocked(s, &s.client, info) }

// GetClientCapabilities returns the client's capabilities.
func (s *stdioSession) GetClientCapabilities() mcp.ClientCapabilities {
	return locked(s, &s.capabilities)
}

// SetClientCapabilities stores the client's capabilities.
func (s *stdioSession) SetClientCapabilities(can mcp.ClientCapabilities) {
	setLocked(s, &s.capabilities, can)
}

// ProtocolVersion returns the negotiated version, empty before initialize.
func (s *stdioSession) ProtocolVersion() string { return locked(s, &s.version) }

// SetProtocolVersion stores the negotiated version.
func (s *stdioSession) SetProtocolVersion(version string) { setLocked(s, &s.version, version) }

// GetLogLevel returns the level that the client asked for.
func (s *stdioSession) GetLogLevel() mcp.LoggingLevel { return locked(s, &s.level) }

// SetLogLevel stores the level that the client asked for.
func (s *stdioSession) SetLogLevel(level mcp.LoggingLevel) { setLocked(s, &s.level, level) }

func locked[T any](s *stdioSession, field *T) T {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return *field
}

func setLocked[T any](s *stdioSession, field *T, value T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*field = value
}
