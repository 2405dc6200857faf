// Package neo4jstore stores the graph in Neo4j 5.26 or newer: Community or Enterprise, one server, a cluster or Aura.
// It needs no plugins.
//
// Most operations are one statement in one managed transaction. The statements are in cypher/, one to a file, with a
// header that names parameters and columns. They are text/template texts only where a type, a direction or a property
// name varies, which Cypher cannot take as a parameter. The values filled in come from a closed set, never from a
// caller. Package schema has the migrations. The first call applies them in order.
//
// Locks on nodes keep the graph correct with any number of processes. Every create locks the node that counts a
// workspace's episodes (PlotlineSerial). Every add that could complete a cycle locks a node of its workspace and type
// (PlotlineLock). Uniqueness constraints back up both. Calls that make vectors lock a node of the workspace
// (PlotlineModel). Creates need not read that node: every episode records the series of its vector, at first none.
// A long text has further vectors, on nodes of their own (PlotlinePart).
// These nodes are no witnesses of what is there, because a person may delete them: a write that finds none makes it anew
// from the indexes, and reads of a whole workspace count in the indexes.
// Writes without such a lock mark one of many nodes of the workspace, so that Changes shows them without a node that
// every write waits for.
package neo4jstore
