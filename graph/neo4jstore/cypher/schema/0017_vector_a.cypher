// The vectors of series with an even number. No dimension is named, so that it takes those of every model.
CYPHER 5
CREATE VECTOR INDEX plotline_vector_a IF NOT EXISTS
FOR (e:Episode) ON (e.vector_a)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}
