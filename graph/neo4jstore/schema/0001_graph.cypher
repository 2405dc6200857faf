// The schema of Plotline's part of a database. A semicolon at the end of a line ends a statement. A statement with
// {{.Type}} is run for each type of relationships.
//
// Texts are indexed as package analysis reads them, in its 2nd edition. A change of what it reads from a text changes this
// number, so that no program searches an index of another.

// One node has the number and the digest of the migrations.
CYPHER 5
CREATE CONSTRAINT plotline_schema IF NOT EXISTS
FOR (p:PlotlineSchema) REQUIRE p.name IS UNIQUE;

// The key of every operation.
CYPHER 5
CREATE CONSTRAINT plotline_episode_id IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.workspace, e.episode_id) IS UNIQUE;

// Idempotency keys. Episodes without one are not constrained, because null is no value.
CYPHER 5
CREATE CONSTRAINT plotline_episode_key IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.workspace, e.idempotency_key) IS UNIQUE;

// Serial numbers.
CYPHER 5
CREATE CONSTRAINT plotline_episode_number IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.workspace, e.id) IS UNIQUE;

// The order of lists: newest first, ties by number.
CYPHER 5
CREATE INDEX plotline_episode_age IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.created_at, e.id);

CYPHER 5
CREATE INDEX plotline_episode_written IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.written);

// The counter of a workspace: the last number given, and the number of episodes.
CYPHER 5
CREATE CONSTRAINT plotline_serial IF NOT EXISTS
FOR (s:PlotlineSerial) REQUIRE s.workspace IS UNIQUE;

// Numbers of deleted episodes, which are not given again.
CYPHER 5
CREATE CONSTRAINT plotline_spent_serial IF NOT EXISTS
FOR (s:PlotlineSpentSerial) REQUIRE (s.workspace, s.id) IS UNIQUE;

// Locks for adding relationships of an ordering type.
CYPHER 5
CREATE CONSTRAINT plotline_lock IF NOT EXISTS
FOR (l:PlotlineLock) REQUIRE (l.workspace, l.type) IS UNIQUE;

// Relationships are found by id: one constraint for each type.
CYPHER 5
CREATE CONSTRAINT plotline_{{.Type}} IF NOT EXISTS
FOR ()-[r:{{.Type}}]-() REQUIRE (r.workspace, r.id) IS UNIQUE;

// Full text over what Plotline makes of an episode's texts: the analyzer only cuts at spaces. Each token begins with a key of
// its workspace, so that a search reads its own workspace alone. It is filled after commits, because a write would wait for it
// several milliseconds; a search waits instead.
CYPHER 5
CREATE FULLTEXT INDEX plotline_episode_index IF NOT EXISTS
FOR (e:Episode) ON EACH [e.words, e.stems]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: true}};

// The model of the vectors of a workspace.
CYPHER 5
CREATE CONSTRAINT plotline_model IF NOT EXISTS
FOR (m:PlotlineModel) REQUIRE m.workspace IS UNIQUE;

// Episodes with a vector of a series with an even number, and those that wait for one.
CYPHER 5
CREATE INDEX plotline_series_a IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.series_a);

// Episodes with a vector of a series with an odd number, and those that wait for one.
CYPHER 5
CREATE INDEX plotline_series_b IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.series_b);

// Episodes that a process has claimed to make their vectors.
CYPHER 5
CREATE INDEX plotline_claim IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.claim);

// Vectors of series with an even number. It names no dimension, so that it takes those of every model.
CYPHER 5
CREATE VECTOR INDEX plotline_vector_a IF NOT EXISTS
FOR (e:Episode) ON (e.vector_a)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};

// Vectors of series with an odd number.
CYPHER 5
CREATE VECTOR INDEX plotline_vector_b IF NOT EXISTS
FOR (e:Episode) ON (e.vector_b)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};

// Further parts of long texts, whose vectors an episode has no room for. The first part is the episode itself.
CYPHER 5
CREATE CONSTRAINT plotline_part IF NOT EXISTS
FOR (p:PlotlinePart) REQUIRE (p.workspace, p.episode_id, p.part) IS UNIQUE;

// Vectors of such parts, of series with an even number.
CYPHER 5
CREATE VECTOR INDEX plotline_part_vector_a IF NOT EXISTS
FOR (p:PlotlinePart) ON (p.vector_a)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};

// Vectors of such parts, of series with an odd number.
CYPHER 5
CREATE VECTOR INDEX plotline_part_vector_b IF NOT EXISTS
FOR (p:PlotlinePart) ON (p.vector_b)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};

// The topological order by follows: by level, oldest first.
CYPHER 5
CREATE INDEX plotline_order_follows IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.level_follows, e.created_at, e.id);

// The topological order by causes: by level, oldest first.
CYPHER 5
CREATE INDEX plotline_order_causes IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.level_causes, e.created_at, e.id);

// Episodes whose level by follows may be wrong.
CYPHER 5
CREATE INDEX plotline_noted_follows IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.noted_follows);

// Episodes whose level by causes may be wrong.
CYPHER 5
CREATE INDEX plotline_noted_causes IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.noted_causes);

// The locks of all workspaces for one ordering type, which have its counters.
CYPHER 5
CREATE INDEX plotline_lock_type IF NOT EXISTS
FOR (l:PlotlineLock) ON (l.type);
