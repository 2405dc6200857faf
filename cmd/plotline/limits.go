package main

import (
	"fmt"
	"math"
	"time"

	"plotline/api"
	"plotline/tools/transport/streamhttp"
)

// limitSettings limit what the clients of a server can use.
type limitSettings struct {
	RateLimit      float64       `env:"PLOTLINE_RATE_LIMIT" default:"5000" help:"Maximum number of requests per second from one token, or from one address without a token."`
	TokenShare     float64       `env:"PLOTLINE_TOKEN_SHARE" default:"0.25" help:"With --tokens, the share of requests, streams and connections that one token may use at once: above 0, up to 1."`
	MaxRequests    int           `env:"PLOTLINE_MAX_REQUESTS" default:"256" help:"Maximum number of requests at once, of all clients."`
	MaxStreams     int           `env:"PLOTLINE_MAX_STREAMS" default:"4096" help:"Maximum number of open MCP streams, of all clients, and of sockets for live events."`
	MaxConnections int           `env:"PLOTLINE_MAX_CONNECTIONS" default:"8192" help:"Maximum number of open connections, of all clients. A further one closes the one idle for longest."`
	MaxSessions    int           `env:"PLOTLINE_MAX_SESSIONS" default:"2000" help:"Maximum number of MCP sessions of one token. A further one ends the one idle for longest."`
	SessionIdle    time.Duration `env:"PLOTLINE_SESSION_IDLE" default:"1h" help:"Time after which an unused MCP session ends."`
	AnswerMemory   int           `env:"PLOTLINE_ANSWER_MEMORY" default:"64" help:"MiB for responses above 64 KiB that are in progress at once, of all clients; at least 16."`
	BodyMemory     int           `env:"PLOTLINE_BODY_MEMORY" default:"64" help:"MiB for request bodies above 64 KiB that are held at once, of all clients; at least 16."`
}

// largestBody is the size limit of a request, in MiB, and about that of the largest reply.
const largestBody = 16

// validate rejects invalid numbers.
func (l *limitSettings) validate() error {
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
func refusedByMCP(metrics *api.Metrics) func(streamhttp.Limit) {
	return func(limit streamhttp.Limit) {
		switch limit {
		case streamhttp.LimitMessage:
			metrics.RefusedMessage()
		case streamhttp.LimitSessions:
			metrics.RefusedSession()
		case streamhttp.LimitSessionsEnded:
			metrics.EndedSession()
		}
	}
}
