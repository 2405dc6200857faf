// The node that a create has met, by the number that the server's error has, unless it is an episode.
// $number
// Columns: element. No row for an episode.
CYPHER 5
MATCH (n) WHERE id(n) = $number AND (n.episode_id IS NULL OR n.query IS NULL)
RETURN elementId(n) AS element
