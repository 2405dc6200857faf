// Has the texts of episodes indexed again. The database indexes only what changes, so a space is added at the end of the
// words, which holds no token, or removed. The REMOVE of a property that no episode has takes the lock, so that the words are
// read after every earlier change.
// $workspace, $numbers
// Columns: none.
CYPHER 5
UNWIND $numbers AS number
MATCH (e:Episode {workspace: $workspace, id: number})
REMOVE e.holder
WITH e, e.words AS words
SET e.words = {{template "indexed again"}}
