// Writes the index properties of episodes. An episode that changed meanwhile has them already and is left alone. One that had
// them before is indexed again too, because the index may have lost its text.
// $workspace, $episodes: maps of episode_id, updated_at and the properties
// Columns: none.
CYPHER 5
UNWIND $episodes AS item
MATCH (e:Episode {workspace: $workspace, episode_id: item.episode_id})
WHERE e.updated_at = item.updated_at
WITH e, item, e.words AS words
SET e.words = CASE WHEN words = item.words THEN {{template "indexed again"}} ELSE item.words END, e.stems = item.stems, e.terms = item.terms, e.length = item.length,
    e.written = timestamp()
