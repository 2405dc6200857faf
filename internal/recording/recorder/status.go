package recorder

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/pause"
	"plotline/internal/project"
	"plotline/internal/recording/spool"
)

// Status says whether recording works.
type Status struct {
	Record      spool.Consent `json:"record"`                 // empty if nobody was asked
	Since       *time.Time    `json:"since,omitempty"`        // when it was turned on
	PausedUntil *time.Time    `json:"paused_until,omitempty"` // while it is paused
	Store       string        `json:"store,omitempty"`        // where recording goes
	Here        bool          `json:"here"`                   // that is the store of this command
	Problem     string        `json:"problem,omitempty"`      // why nothing can be stored there now
	// Recorder is the state of the process that drains and answers: RecorderNone, RecorderAnswers or RecorderSilent.
	Recorder  string         `json:"recorder"`
	Full      bool           `json:"full,omitempty"` // the spool has no room, so nothing is kept
	Bytes     int64          `json:"bytes"`          // of the spool
	ToldToday int            `json:"told_today"`     // characters
	Clients   []ClientStatus `json:"clients"`
	Copies    [][]string     `json:"copies,omitempty"` // paths that share one memory, because they have the same origin
}

// The states of the recorder.
const (
	RecorderNone    = "none"    // no process is running; the next client or flush drains
	RecorderAnswers = "answers" // it listens
	RecorderSilent  = "silent"  // a process holds the lock and does not answer
)

// ClientStatus is what is known of a client.
type ClientStatus struct {
	Client    string     `json:"client"`
	Sessions  int        `json:"sessions"`          // with a file in the spool, or recorded
	Tasks     int        `json:"tasks"`             // recorded
	Waiting   int        `json:"waiting"`           // sessions of which not every line is stored
	Dropped   int        `json:"dropped,omitempty"` // lines that cannot be read
	Unread    int        `json:"unread,omitempty"`  // sessions whose transcript cannot be read, so that setup --tool-hooks helps
	LastEvent *time.Time `json:"last_event,omitempty"`
}

// Status reads the state. It changes nothing.
func (r *Recorder) Status(ctx context.Context) (Status, error) {
	settings, err := r.Settings()
	if err != nil {
		return Status{}, err
	}
	out := Status{
		Record: settings.Record, Store: cmp.Or(settings.Address, settings.DataDir), Here: r.Mine(settings), Recorder: r.alive(ctx),
		Since: moment(settings.Since),
	}
	if settings.Paused(r.Now()) {
		out.PausedUntil = moment(settings.PausedUntil)
	}
	clients := map[string]*ClientStatus{}
	r.countSessions(clients)
	if err := errors.Join(r.countSpool(clients, &out), r.countTold(&out)); err != nil {
		return out, err
	}
	for _, name := range slices.Sorted(maps.Keys(clients)) {
		out.Clients = append(out.Clients, *clients[name])
	}
	if out.Here && out.Record == spool.On {
		checking, cancel := context.WithTimeout(ctx, checkTime)
		defer cancel()
		out.Problem = problemOf(r.Memory.Check(checking))
	}
	out.Copies, err = project.Copies(r.DataDir)
	return out, err
}

// checkTime is how long a store may take to answer whether it can be written to.
const checkTime = 12 * time.Second

// problemOf says to a person what keeps episodes from being stored.
func problemOf(err error) string {
	if err == nil {
		return ""
	}
	known := fault.From(err)
	return cmp.Or(known.Details, known.Title())
}

func moment(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	at := time.UnixMilli(ms).UTC()
	return &at
}

// alive looks for a process that is the recorder. Another command that looks holds the lock for a moment, too.
func (r *Recorder) alive(ctx context.Context) string {
	const looks = 5
	for range looks {
		if Knock(ctx, r.spool) == nil {
			return RecorderAnswers
		}
		release, held, err := durable.TryLock(r.spool.Lock())
		if held {
			release()
		}
		if held || err != nil {
			return RecorderNone
		}
		pause.For(ctx, gather)
	}
	return RecorderSilent
}

func clientOf(clients map[string]*ClientStatus, name string) *ClientStatus {
	if clients[name] == nil {
		clients[name] = &ClientStatus{Client: name}
	}
	return clients[name]
}

// countSessions counts what is recorded.
func (r *Recorder) countSessions(clients map[string]*ClientStatus) {
	for _, s := range r.sessions() {
		c := clientOf(clients, s.Client)
		c.Sessions++
		c.Tasks += len(s.Tasks)
		if s.Unread {
			c.Unread++
		}
		if at := moment(s.Last); at != nil && (c.LastEvent == nil || at.After(*c.LastEvent)) {
			c.LastEvent = at
		}
	}
}

// countSpool counts what waits.
func (r *Recorder) countSpool(clients map[string]*ClientStatus, out *Status) error {
	files, err := r.spool.Sessions()
	if err != nil {
		return err
	}
	for _, f := range files {
		c := clientOf(clients, f.Client)
		out.Bytes += f.Size
		s, err := r.home.readSession(f)
		if err != nil { // drains fail, too
			c.Waiting++
			continue
		}
		if s.Last == 0 {
			c.Sessions++
		}
		if s.Drained.Size != f.Size {
			c.Waiting++
		}
		c.Dropped += s.Bad
		if at := f.Modified.UTC(); c.LastEvent == nil || at.After(*c.LastEvent) {
			c.LastEvent = &at
		}
	}
	out.Full = out.Bytes >= spool.MostFolder
	return nil
}

// countTold counts the characters that agents were told today.
func (r *Recorder) countTold(out *Status) error {
	today := r.today()
	files, err := r.home.toldFiles()
	for _, file := range files {
		list, failed := readLines[telling](file)
		for _, t := range list {
			if t.T >= today {
				out.ToldToday += t.Size
			}
		}
		err = errors.Join(err, failed)
	}
	return err
}
