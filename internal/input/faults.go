package input

import (
	"plotline/internal/fault"
)

// MaxFaults bounds the faults that one error lists. Decode and Check stop there, so a long list of wrong
// items costs no more than a short one.
const MaxFaults = 20

// Fault is one item of "faults", the list in an error that has several faults.
type Fault struct {
	Field   string `json:"field" doc:"The argument that is wrong, such as episodes[2].reward"`
	Details string `json:"details" doc:"What is wrong, with the value, and what to do"`
}

// faults collects the faults of arguments in the order in which they are found.
type faults struct {
	all    []*fault.Error
	bad    map[string]bool // the fields that already have a fault, which check skips
	listed *plan           // the plan whose names the last error about an unknown argument lists
}

// add records a fault of the argument at a path. Only the first fault of an argument counts.
func (c *faults) add(at string, err error) {
	if err == nil || c.bad[at] || c.full() {
		return
	}
	if c.bad == nil {
		c.bad = map[string]bool{}
	}
	c.bad[at] = true
	own := *fault.From(err)
	own.Field = at
	c.all = append(c.all, &own)
}

// full reports whether MaxFaults is reached, so that the search can stop.
func (c *faults) full() bool { return len(c.all) >= MaxFaults }

// index adds the list index of an item to the faults from number from onwards.
func (c *faults) index(from, item int) {
	for i, err := range c.all[from:] {
		c.all[from+i] = err.At(item)
	}
}

// err returns the first fault. If there are several, it lists all of them.
func (c *faults) err() error {
	switch len(c.all) {
	case 0:
		return nil
	case 1:
		return c.all[0]
	}
	list := make([]Fault, len(c.all))
	for i, err := range c.all {
		list[i] = Fault{err.Field, err.Details}
	}
	return c.all[0].With("faults", list)
}
