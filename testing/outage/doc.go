// Package outage takes Neo4j away from a server under load, in an orderly way and by force, in the
// middle of every kind of call, and gives it back: nothing that was acknowledged may be lost, nothing
// may be half there or twice, no client may see more of it than that the store is away, and no call
// may hang.
package outage
