package moving

import (
	"context"

	"plotline/graph"
	"plotline/internal/fault"
)

// compare compares what both places have, if the source is not written to meanwhile. Relationships are counted, which takes
// seconds for millions of them. So this is done while the source still accepts writes.
func (m *move) compare(ctx context.Context) error {
	m.step("compare")
	if busy, err := m.busy(ctx); busy || err != nil {
		return err
	}
	there, here, err := m.extents(ctx)
	if err != nil {
		return err
	}
	if busy, err := m.busy(ctx); busy || err != nil {
		return err
	}
	here.LastNumber = there.LastNumber // it is made equal at the end
	return equal(here, there)
}

// extents returns how much both places have.
func (m *move) extents(ctx context.Context) (there, here graph.Extent, err error) {
	if there, err = m.from.Store.Extent(ctx, m.from.Workspace); err == nil {
		here, err = m.to.Store.Extent(ctx, m.to.Workspace)
	}
	return there, here, err
}

// numbers returns the counters of both places.
func (m *move) numbers(ctx context.Context) (there, here graph.Numbers, err error) {
	if there, err = m.from.Store.Numbers(ctx, m.from.Workspace); err == nil {
		here, err = m.to.Store.Numbers(ctx, m.to.Workspace)
	}
	return there, here, err
}

// busy reports whether something is left of the journal.
func (m *move) busy(ctx context.Context) (bool, error) {
	entries, err := m.from.Store.Journal(ctx, m.from.Workspace, 1)
	return len(entries)+len(m.deferred) > 0, err
}

// equal returns an error if what the destination has differs from what the source has.
func equal[T comparable](here, there T) error {
	if here != there {
		return fault.Newf(fault.Internal, "the copy has %+v, the workspace %+v", here, there)
	}
	return nil
}
