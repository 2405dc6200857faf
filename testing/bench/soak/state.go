package soak

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plotline/testing/kit/httpclient"
)

// State holds the resources of an idle server.
type State struct {
	Sessions   float64
	Goroutines float64
	Files      float64 // open descriptors; 0 if the platform does not report them
	Heap       float64 // MiB in use at the last collection
	Resident   float64 // MiB of the process; 0 if the platform does not report it
}

// Limit is the allowed state after an hour's worth of requests that began in state s. It is well below a
// leak in one request of a hundred.
func (s State) Limit() State {
	return State{
		Sessions: s.Sessions, Goroutines: s.Goroutines + 8, Files: s.Files + 8,
		Heap: 1.25*s.Heap + 1, Resident: 1.25*s.Resident + 16,
	}
}

// exceeds reports what is above the limit derived from first.
func (s State) exceeds(first State) error {
	most := first.Limit()
	var grown []error
	for _, c := range []struct {
		what             string
		first, now, most float64
	}{
		{"sessions", first.Sessions, s.Sessions, most.Sessions},
		{"goroutines", first.Goroutines, s.Goroutines, most.Goroutines},
		{"open files", first.Files, s.Files, most.Files},
		{"MiB of live heap", first.Heap, s.Heap, most.Heap},
		{"MiB of resident memory", first.Resident, s.Resident, most.Resident},
	} {
		if c.now > c.most {
			grown = append(grown, fmt.Errorf("%.1f %s became %.1f, of at most %.1f", c.first, c.what, c.now, c.most))
		}
	}
	return errors.Join(grown...)
}

// idleState returns the state of an idle server. The server notices disconnected clients within moments. So a
// state is accepted when it is good, or when it no longer changes.
func idleState(ctx context.Context, server *httpclient.Server, id string, good func(State) bool) (State, error) {
	const patience, steady = 15 * time.Second, 3
	if err := collect(ctx, server, id); err != nil {
		return State{}, err
	}
	var last State
	same := 0
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		now, err := readState(ctx, server)
		if err != nil {
			return now, err
		}
		same++
		if now.Goroutines != last.Goroutines || now.Files != last.Files || now.Sessions != 0 {
			same = 0
		}
		last = now
		if (same >= steady && good(now)) || time.Now().After(end) {
			return now, nil
		}
	}
}

// collect makes the server collect its garbage, with plain requests that allocate more. Only then is the
// heap size meaningful. Pools release unused entries at the second collection.
func collect(ctx context.Context, server *httpclient.Server, id string) error {
	const collections = 3
	c, err := server.Dial(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	for begun := -1.0; ; {
		values, err := server.Metrics(ctx)
		if err != nil {
			return err
		}
		count := values["go_gc_duration_seconds_count"]
		if begun < 0 {
			begun = count
		}
		if count >= begun+collections {
			return nil
		}
		for range 100 {
			if _, err := c.Do(server.Get("/api/v1/episodes/" + id)); err != nil {
				return err
			}
		}
	}
}

func readState(ctx context.Context, server *httpclient.Server) (State, error) {
	const mib = 1 << 20
	values, err := server.Metrics(ctx)
	return State{
		Sessions: values["plotline_mcp_sessions"], Goroutines: values["go_goroutines"], Files: values["process_open_fds"],
		// The next collection begins when the heap has grown by this percentage of the last live heap.
		Heap:     values["go_memstats_next_gc_bytes"] / (1 + values["go_gc_gogc_percent"]/100) / mib,
		Resident: values["process_resident_memory_bytes"] / mib,
	}, err
}
