// Package outage takes Neo4j away from a server under load, in an orderly way and by force, and gives it
// back: nothing that was acknowledged may be lost, nothing may be there twice, and no client may see
// more of it than that the store is away.
package outage
