// Package neo4jstore keeps the graph in Neo4j: Community or Enterprise, one server, a cluster or
// Aura, from 5.26 on, without plugins.
//
// Every operation is one statement in one managed transaction, but for batches. The statements stand
// in cypher/, one a file, with a header that names parameters and columns. They are text/template
// texts only where a type or a direction stands in a pattern, which Cypher cannot take as a parameter:
// what is filled in comes from a closed set, never from a caller. cypher/schema holds the migrations,
// applied in order at the first call.
//
// What makes it correct from any number of processes: the one node of a workspace that counts
// (PlotlineSerial) is the lock of every create, a node for each workspace and ordering type
// (PlotlineLock) that of every add which could close a cycle, and uniqueness constraints stand behind
// both. A node for each workspace with vectors (PlotlineModel) is the lock of those who make them, and
// creates need not look at it: every episode says of which series of vectors it has one, at first of none.
package neo4jstore
