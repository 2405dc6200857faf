package neo4jstore

import (
	"context"
	"fmt"

	"plotline/graph"
)

// sharedParts are the parts that several files share.
//
// "way back" searches for a path from b to target, and "shown cycle" shortens cycle as graph.NewCyclePath does.
//
// "there" counts what the counter of a workspace should say. No number that another program wrote is higher than highest.
// "total" is the number of episodes by the counter s, or counted if it is lost.
//
// "within" is whether the end of a relationship belongs to the workspace. It compares lists, because an index has none. By an
// index, the planner may read the whole workspace for each episode, in place of following the episode's relationships: it
// takes all workspaces for equally large, and its statistics may be old.
//
// "now" is the time by the database's clock, in microseconds: the clocks of the processes may differ.
//
// "related" matches a relationship of a type that is then sought by its id. Without the hint, the planner may read all
// relationships of the type: it does not know the statistics of an index that an import has just filled. Without SEEK in
// the hint, it may read the whole index instead.
//
// "ends" finds the episodes at the ends of relationships, and "shown ends" returns those of $episodes.
//
// "lately" lists the episodes whose texts were written a moment ago, newest first, and as many as $lately at most. The
// server indexes texts after their commit, when it has indexed what all others have written before. So what a caller has
// just written is matched here, and what the index says of it is ignored. "matches" is the condition for that: of each
// group, a text has one of the needles.
//
// "indexed again" changes words so that the server indexes a text again: see index_again.
//
// "short" names the properties of an episode that are read whole where its texts are cut.
//
// "to be deleted" finds an episode e, under the locks of the counter s and of the ordering types. "deleted" deletes the
// parts of its text, and returns its relationships and the orders that these belonged to.
//
// "vectors" makes a row for each node v that has a vector of an episode e: the episode itself, and the further parts of
// its text.
var sharedParts = fmt.Sprintf(`{{define "way back" -}}
OPTIONAL MATCH path = shortestPath((b)-[:{{.Type}}*]->(target))
WHERE all(n IN nodes(path) WHERE n.workspace = $workspace)
{{- end}}{{define "shown cycle" -}}
[n IN CASE WHEN size(cycle) > %[1]d THEN cycle[..%[2]d] + cycle[-%[2]d..] ELSE cycle END | n.episode_id]
{{- end}}{{define "there" -}}
CALL () {
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, id)
  WHERE e.workspace = $workspace AND e.id IS NOT NULL
  RETURN count(e) AS episodes, coalesce(max(CASE
    WHEN e.id IS :: INTEGER NOT NULL THEN e.id
    WHEN e.id IS :: FLOAT NOT NULL THEN toInteger(e.id) + 1
  END), 0) AS used
}
CALL () {
  MATCH (gone:PlotlineSpentSerial)
  USING INDEX gone:PlotlineSpentSerial(workspace, id)
  WHERE gone.workspace = $workspace AND gone.id IS NOT NULL
  RETURN coalesce(max(gone.id), 0) AS spent
}
WITH *, CASE WHEN spent > used THEN spent ELSE used END AS highest
{{- end}}{{define "total" -}}
CASE WHEN s.last IS NULL THEN COUNT { MATCH (e:Episode) WHERE e.workspace = $workspace AND e.id IS NOT NULL } ELSE coalesce(s.episodes, 0) END
{{- end}}{{define "within"}}[{{.}}.workspace] = [$workspace]{{end}}{{define "now"}}datetime.realtime().epochMillis * 1000{{end}}{{define "related" -}}
MATCH (a)-[r:{{.}}]->(b)
  USING INDEX SEEK r:{{.}}(workspace, id)
{{- end}}{{define "ends" -}}
CALL () {
  UNWIND $nodes AS node
  OPTIONAL MATCH (e) WHERE id(e) = node
  RETURN collect([e]) AS known
}
CALL () {
  UNWIND $episodes AS id
  OPTIONAL MATCH (e:Episode {workspace: $workspace, episode_id: id})
  RETURN collect([e]) AS found
}
WITH *, known + found AS ends
{{- end}}{{define "shown ends" -}}
[e IN found | e[0].id] AS numbers, [e IN found | e[0].name] AS names, [e IN found | e[0].created_at] AS created
{{- end}}{{define "lately" -}}
CALL () {
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, written)
  WHERE e.workspace = $workspace AND e.written > timestamp() - %[3]d
  WITH e ORDER BY e.workspace DESC, e.written DESC LIMIT $lately
  WITH collect(e) AS list
  WITH list, reduce(sizes = [0], e IN list | sizes + (sizes[-1] + coalesce(e.length, 0))) AS sizes
  WITH [i IN range(0, size(list) - 1) WHERE sizes[i] <= %[4]d | list[i]] AS lately
  RETURN lately, [e IN lately | {e: e, stems: ' ' + coalesce(e.stems, '') + ' ', words: ' ' + coalesce(e.words, '') + ' '}] AS texts
}
{{- end}}{{define "matches" -}}
all(group IN needles WHERE any(needle IN group.stems WHERE text.stems CONTAINS needle)
    OR any(needle IN group.words WHERE text.words CONTAINS needle))
{{- end}}{{define "indexed again" -}}
CASE WHEN words ENDS WITH ' ' THEN trim(words) ELSE words + ' ' END
{{- end}}{{define "short"}}.episode_id, .id, .name, .reward, .tags, .created_at, .updated_at, .pattern{{end}}{{define "to be deleted" -}}
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.holder = $attempt
{{- range .All}}{{if ordering .}}
MERGE ({{.}}:PlotlineLock {workspace: $workspace, type: '{{.}}'})
ON CREATE SET {{.}}.relationships = 0
SET {{.}}.holder = $attempt
{{- end}}{{end}}
WITH s{{range .All}}{{if ordering .}}, {{.}}{{end}}{{end}}
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
{{- end}}{{define "deleted" -}}
WITH relationships, [{{range $i, $type := .All}}{{if ordering $type}}{{if $i}}, {{end}}by_{{level $type}}{{end}}{{end}}] AS orders
CALL () {
  MATCH (p:PlotlinePart) WHERE p.workspace = $workspace AND p.episode_id = $episode_id AND p.part > 0
  DELETE p
}
RETURN orders, relationships
{{- end}}{{define "vectors" -}}
{{if .Parts -}}
UNWIND [e] + COLLECT {
  MATCH (p:PlotlinePart) WHERE p.workspace = $workspace AND p.episode_id = e.episode_id AND p.part > 0 AND p.series_{{.Slot}} = $series
  RETURN p
} AS v
{{- else -}}
WITH *, e AS v
{{- end}}
{{- end}}`, graph.PathLimit, graph.PathKept, latelyFor.Milliseconds(), latelyTerms)

// FindCycle returns the cycle that a relationship would complete, or nil.
func (s *Store) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	return run(ctx, s, findCycle.of(graph.Outgoing, t).with(params{
		"workspace": ws, "from": string(from), "to": string(to),
	}), func(r *row) (*graph.CyclePath, error) {
		if unknown := missing(from, r.yes("from_exists"), to, r.yes("to_exists")); len(unknown) > 0 {
			return nil, graph.EpisodeNotFound(unknown...)
		}
		if path := decodeCycle(r.fields); len(path.IDs) > 0 {
			return &path, nil
		}
		return nil, nil //nolint:nilnil // no cycle is no error
	})
}
