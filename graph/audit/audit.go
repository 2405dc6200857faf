// Package audit keeps one record of every operation, reads too: who did what in which workspace,
// by which door, to which ids, with what outcome and how fast.
//
// Records are JSON lines. The operation never waits for a disk that refuses them: it stands, the
// log says so, and Healthy and Lost tell whoever watches.
package audit

import (
	"io"
	"time"

	"plotline/graph/access"
)

// Caller is on whose behalf an operation runs. It belongs to the connection (a flag, a token),
// never to the arguments, so that a model cannot name another tenant.
type Caller struct {
	Workspace string // the tenant's graph; nothing crosses it
	Actor     string // who: a token's name, a client's name, a user of the command
	Door      string // mcp, rest, command or page
	Role      access.Role
}

// Record is one line of the log.
type Record struct {
	Time      time.Time `json:"time"`
	Actor     string    `json:"actor,omitempty"`
	Workspace string    `json:"workspace"`
	Door      string    `json:"door"`
	Operation string    `json:"operation"`
	IDs       []string  `json:"ids,omitempty"`
	Outcome   string    `json:"outcome"`
	Millis    float64   `json:"duration_ms"`
	RequestID string    `json:"request_id,omitempty"`
}

// Sink is where records go.
type Sink interface {
	io.Closer
	// Write appends one record. It is safe for concurrent use.
	Write(rec Record) error
}

// Mode says which operations leave a record.
type Mode string

// The modes of --audit.
const (
	All    Mode = "all"
	Writes Mode = "writes"
	Off    Mode = "off"
)

// Keeps tells whether an operation leaves a record in this mode.
func (m Mode) Keeps(writes bool) bool { return m == All || (m == Writes && writes) }
