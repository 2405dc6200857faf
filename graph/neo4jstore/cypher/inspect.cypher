// The version of the server, and that of the schema. Simple enough for servers that are too old.
// No parameters.
// Columns: version; edition; schema, 0 for none; digest, '' for none; hidden: a deleted episode waits for remove_hidden;
//   indexed, the start of the server for which texts were indexed again: see index_again.
CALL dbms.components() YIELD name, versions, edition
WITH name, versions[0] AS version, edition WHERE name = 'Neo4j Kernel'
OPTIONAL MATCH (p:PlotlineSchema {name: 'plotline'})
RETURN version, edition, coalesce(p.number, 0) AS schema, coalesce(p.digest, '') AS digest,
  EXISTS { MATCH (:PlotlineDeleted) } AS hidden, coalesce(p.started, 0) AS indexed
