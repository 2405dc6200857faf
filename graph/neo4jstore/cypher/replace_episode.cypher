// Writes an episode's fields if nobody changed it meanwhile. The REMOVE of a property that no
// episode has takes the lock, so that updated_at is read after every change before this one.
// No row when the episode is unknown, and null when it went while the lock was waited for.
// $workspace, $episode_id, $was (the updated_at expected), $fields (null clears)
// Columns: found, the updated_at that was there.
CYPHER 5
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
REMOVE e.holder
WITH e, e.updated_at AS found
FOREACH (_ IN CASE WHEN found = $was THEN [1] ELSE [] END | SET e += $fields)
RETURN found
