// The languages for which the texts of a workspace are indexed. No row if it has never had an episode.
// $workspace
// Columns: languages in which queries are answered, null before the first episode; next, those that are to
// follow; after, the serial number up to which texts are indexed anew, null when that is done; done, how many
// that were; episodes.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN s.languages AS languages,
       s.next_languages AS next, s.indexed_after AS after, s.indexed AS done, s.episodes AS episodes
