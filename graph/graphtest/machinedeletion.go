package graphtest

import (
	"pgregory.net/rapid"

	"plotline/graph"
)

// deleteWorkspace deletes the workspace in parts. It is rare, because what follows finds nothing.
func (m *machine) deleteWorkspace(r *rapid.T) {
	if below(r, 4, "really") > 0 {
		return
	}
	q := graph.DeletionQuery{Begin: true, Limit: 1 + below(r, 5, "limit")}
	m.wrote = true
	for done := false; !done; q.Begin = false {
		got, gotErr := m.store.DeleteWorkspace(m.ctx, m.ws, q)
		want, wantErr := m.model.DeleteWorkspace(m.ctx, m.ws, q)
		if !m.agree(r, gotErr, wantErr) {
			return
		}
		// The number of calls for the numbers of deleted episodes depends on the store.
		for want.Done && !got.Done {
			same(r, "deleted", got, graph.Deleted{})
			var err error
			if got, err = m.store.DeleteWorkspace(m.ctx, m.ws, q); err != nil {
				r.Fatal(err)
			}
		}
		same(r, "deleted", got, want)
		done = got.Done
	}
}
