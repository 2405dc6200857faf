package input

import (
	"plotline/graph/fault"
)

// MaxFaults is how many faults one error lists. Decode and Check stop there, so a long list of wrong
// items costs no more than a short one.
const MaxFaults = 20

// Fault is one item of the list "faults", which stands beside the details of an error that has several.
type Fault struct {
	Field   string `json:"field" doc:"The argument that is wrong, such as episodes[2].reward"`
	Details string `json:"details" doc:"What is wrong with it, which value, what to do"`
}

// faults collects what is wrong with arguments, in the order in which it is found.
type faults struct {
	all    []*fault.Error
	bad    map[string]bool // the fields that have a fault already, which check skips
	listed *plan           // whose names the last fault about an unknown argument lists
}

// add keeps a fault of the argument at the path. Only the first fault of an argument counts.
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

// full reports that no further fault is listed, so there is nothing more to look for.
func (c *faults) full() bool { return len(c.all) >= MaxFaults }

// index marks the faults from the one with the given number on with the item of a list.
func (c *faults) index(from, item int) {
	for i, err := range c.all[from:] {
		c.all[from+i] = err.At(item)
	}
}

// err is the first fault, which lists all of them when there are several.
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
