// Searches outwards, level by level. A step is [episode, product, path, rels]: path has the ids of the relationships,
// rels the relationships. Of all steps to an episode on a level, the one with the highest product is kept. Ties go to
// the smallest path. min() over lists compares element by element; the product is negated so that the highest comes
// first. rels never decide. The start is not visited again, because no strength exceeds 1. No row if the start is
// unknown. A level that crosses too many relationships ends the search. Of the episodes that are not returned, only what
// sorts them is read.
// $workspace, $start, $max_depth, $min_strength, $strongest, $limit, $most (nothing is found if there are more)
// Columns: crossed, the relationships of the level that crosses most, or one more than $most; total; found: [episode_id,
//   name, distance, path, strength, id, reward, steps], best first, and each of its steps: [type, strength, and of the start
//   and of the end of the relationship: id, name].
CYPHER 5
MATCH (start:Episode {workspace: $workspace, episode_id: $start})
WITH start, [[start, 1.0, [], []]] AS f0, 0 AS n0
{{- range $level := .Levels}}
CALL (start, f{{$level.Before}}, n{{$level.Before}}) {
  UNWIND CASE WHEN $max_depth >= {{$level.Number}} AND n{{$level.Before}} <= $most THEN f{{$level.Before}} ELSE [] END AS step
  WITH start, step[0] AS here, step[1] AS product, step[2] AS path, step[3] AS rels
  MATCH (here){{$.Left}}[r:{{$.Types}}]{{$.Right}}(there:Episode)
  WHERE {{template "within" "there"}} AND there <> start AND r.id IS NOT NULL
    AND product * toFloatOrNull(r.strength) >= $min_strength
  WITH there, product, path, rels, r LIMIT $most + 1
  WITH there, min([-(product * toFloatOrNull(r.strength)), path + r.id, rels + r]) AS best, count(*) AS number
  RETURN collect([there, -best[0], best[1], best[2], {{$level.Number}}]) AS f{{$level.Number}}, sum(number) AS n{{$level.Number}}
}
{{- end}}
WITH f1 + f2 + f3 + f4 + f5 AS hits, reduce(most = 0, n IN [n1, n2, n3, n4, n5] | CASE WHEN n > most THEN n ELSE most END) AS crossed
CALL (hits, crossed) {
  UNWIND CASE WHEN crossed > $most THEN [] ELSE hits END AS hit
  WITH hit[0] AS e, min(CASE WHEN $strongest THEN [-hit[1], hit[4], hit[2], hit[3]] ELSE [hit[4], -hit[1], hit[2], hit[3]] END) AS best
  WITH e, best[2] AS path, best[3] AS rels, CASE WHEN $strongest THEN best[1] ELSE best[0] END AS distance,
       -CASE WHEN $strongest THEN best[0] ELSE best[1] END AS strength
  ORDER BY strength DESC, distance, e.episode_id
  RETURN collect([e, distance, path, strength, rels]) AS found
}
RETURN crossed, size(found) AS total, [hit IN found[..$limit] | [
  hit[0].episode_id, hit[0].name, hit[1], hit[2], hit[3], hit[0].id, hit[0].reward, [r IN hit[4] | [
    type(r), r.strength, startNode(r).id, startNode(r).name, endNode(r).id, endNode(r).name
  ]]
]] AS found
