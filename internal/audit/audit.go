// Package audit writes one record for every operation, including reads: who did what in which workspace, by
// which transport, with which ids, outcome and duration.
//
// Records are JSON lines. An operation succeeds even if its record cannot be written. The failure is logged,
// and Healthy and Lost report it to monitoring.
package audit

import (
	"io"
	"time"

	"plotline/internal/access"
	"plotline/internal/fault"
)

// The transports of clients.
const (
	MCP  = "mcp"  // of agents
	REST = "rest" // of programs
	Page = "page" // of people
)

// Caller is the client of an operation. It comes from the connection (a flag or a token), never from the
// arguments, so that a model cannot name another tenant.
type Caller struct {
	Workspace string // the tenant's graph; operations never access another, except to count what Workspaces has
	Actor     string // name of the token, the client or the user of the command
	Transport string // transport: mcp, rest, command or page
	Role      access.Role
	// Workspaces are all that the caller may choose, if there are several. Workspace is one of them.
	Workspaces []string
}

// Record is one line of the log.
type Record struct {
	Time      time.Time `json:"time"`
	Actor     string    `json:"actor,omitempty"`
	Workspace string    `json:"workspace"`
	Transport string    `json:"door"`
	Operation string    `json:"operation"`
	IDs       []string  `json:"ids,omitempty"`      // the first MaxIDs
	IDCount   int       `json:"id_count,omitempty"` // the number of all, if there are more
	Outcome   string    `json:"outcome"`
	Millis    float64   `json:"duration_ms"`
	RequestID string    `json:"request_id,omitempty"`

	Writes bool `json:"-"` // the operation may change something
}

// lasting reports whether a record must not make room for records of reads: it is of a write, or of what the caller's
// role does not permit.
func (r Record) lasting() bool { return r.Writes || r.Outcome == string(fault.PermissionDenied) }

// MaxIDs is the number of ids that a record may have. A caller chooses how many ids it names, but not how large a record
// is, and so how soon records make room for newer ones.
const MaxIDs = 16

// Sink stores records.
type Sink interface {
	io.Closer
	// Write appends one record. It is safe for concurrent use.
	Write(rec Record) error
}

// Mode selects the operations that leave a record.
type Mode string

// These are the modes that leave records. The third value of --audit is off.
const (
	All    Mode = "all"
	Writes Mode = "writes"
)

// Keeps reports whether an operation leaves a record in this mode.
func (m Mode) Keeps(writes bool) bool { return m == All || (m == Writes && writes) }
