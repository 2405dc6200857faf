package graph

// NewGuarded returns the store of a Service, with bounds.
func NewGuarded(store Store, share Share) Store {
	g := guarded(store)
	g.limit(share)
	return g
}
