package graphtest

import (
	"pgregory.net/rapid"

	"plotline/graph"
)

// residence closes the workspace for a moment, from a state that it may not have.
func (m *machine) residence(r *rapid.T) {
	was := graph.Residence{}
	if below(r, 2, "another state") > 0 {
		was = goneHome
	}
	m.wrote = true
	gotErr, wantErr := m.store.SetResidence(m.ctx, m.ws, was, closedHome), m.model.SetResidence(m.ctx, m.ws, was, closedHome)
	if !m.agree(r, gotErr, wantErr) {
		return
	}
	got, gotErr := m.store.Residence(m.ctx, m.ws)
	want, wantErr := m.model.Residence(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "residence", got, want)
	}
	gotErr, wantErr = m.store.SetResidence(m.ctx, m.ws, closedHome, was), m.model.SetResidence(m.ctx, m.ws, closedHome, was)
	m.agree(r, gotErr, wantErr)
	counted, gotErr := m.store.Numbers(m.ctx, m.ws)
	wanted, wantErr := m.model.Numbers(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "counted", counted.Episodes, wanted.Episodes) // the contract allows gaps
	}
}
