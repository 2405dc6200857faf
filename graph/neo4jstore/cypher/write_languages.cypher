// Writes the languages for which the texts of a workspace are indexed. The caller holds its lock.
// $workspace, $languages, $next and $after (null for none), $done
// Columns: none.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
SET s.languages = $languages, s.next_languages = $next, s.indexed_after = $after, s.indexed = $done
