package main

import (
	"fmt"
	"math"
	"time"

	"plotline/api"
	"plotline/tools"
)

// limitSettings limit what the clients of a server can use.
type limitSettings struct {
	RateLimit      float64       `env:"PLOTLINE_RATE_LIMIT" default:"5000" help:"Requests a second of one token, or of one address without."`
	TokenShare     float64       `env:"PLOTLINE_TOKEN_SHARE" default:"0.25" help:"Part of the places, streams and connections of a server with tokens that one token may hold at once: above 0, up to 1."`
	MaxRequests    int           `env:"PLOTLINE_MAX_REQUESTS" default:"256" help:"Requests that run at once, of all clients."`
	MaxStreams     int           `env:"PLOTLINE_MAX_STREAMS" default:"4096" help:"Streams of MCP that are open at once, of all clients, and as many sockets of live events."`
	MaxConnections int           `env:"PLOTLINE_MAX_CONNECTIONS" default:"8192" help:"Connections that are open at once, of all clients; one more ends the one that idled for longest."`
	MaxSessions    int           `env:"PLOTLINE_MAX_SESSIONS" default:"2000" help:"Sessions of MCP that one token may have; one more ends the one that idled for longest."`
	SessionIdle    time.Duration `env:"PLOTLINE_SESSION_IDLE" default:"1h" help:"How long a session of MCP lives that nobody uses."`
	AnswerMemory   int           `env:"PLOTLINE_ANSWER_MEMORY" default:"64" help:"MiB of answers above 64 KiB that are made or read at once, of all clients; at least 16."`
	BodyMemory     int           `env:"PLOTLINE_BODY_MEMORY" default:"64" help:"MiB of request bodies above 64 KiB that are held at once, of all clients; at least 16."`
}

// largestBody is the size limit of a request, in MiB, and about that of the largest reply.
const largestBody = 16

// judge rejects invalid numbers.
func (l *limitSettings) judge() error {
	if l.RateLimit < 1 || math.IsNaN(l.RateLimit) {
		return fmt.Errorf("--rate-limit must be at least 1: %g", l.RateLimit)
	}
	if !(l.TokenShare > 0 && l.TokenShare <= 1) { // also rejects NaN
		return fmt.Errorf("--token-share must be above 0 and at most 1, such as 0.25: %g", l.TokenShare)
	}
	for _, number := range []struct {
		flag         string
		value, least int
	}{
		{"max-requests", l.MaxRequests, 1},
		{"max-streams", l.MaxStreams, 1},
		{"max-connections", l.MaxConnections, 1},
		{"max-sessions", l.MaxSessions, 1},
		{"body-memory", l.BodyMemory, largestBody},
		{"answer-memory", l.AnswerMemory, largestBody},
	} {
		if number.value < number.least || number.value > math.MaxInt32 {
			return fmt.Errorf("--%s must be at least %d: %d", number.flag, number.least, number.value)
		}
	}
	if l.SessionIdle < time.Second {
		return fmt.Errorf("--session-idle must be at least 1s: %s", l.SessionIdle)
	}
	return nil
}

// limits returns the limits of the HTTP server.
func (l *limitSettings) limits() api.Limits {
	return api.Limits{
		Rate: l.RateLimit, Share: l.TokenShare, Running: l.MaxRequests, Streams: l.MaxStreams,
		Connections: l.MaxConnections, Bodies: int64(l.BodyMemory) << 20, Answers: int64(l.AnswerMemory) << 20,
	}
}

// refusedByMCP counts in the metrics the limits that MCP requests reach.
func refusedByMCP(metrics *api.Metrics) func(tools.Limit) {
	return func(limit tools.Limit) {
		switch limit {
		case tools.LimitMessage:
			metrics.RefusedMessage()
		case tools.LimitSessions:
			metrics.RefusedSession()
		case tools.LimitSessionsEnded:
			metrics.EndedSession()
		}
	}
}
