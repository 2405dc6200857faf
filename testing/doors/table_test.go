package doors_test

import (
	"encoding/json"
	"strings"
)

// permit is what an operation needs, and a call of it that succeeds in a room.
type permit struct {
	writes bool
	twin   string // the tool behind it, where that has another name
	args   string // $a, $b, $c are episodes, $ab is a relationship
	ids    bool   // it names something that must be there
}

// operationTable says who may call what. It is written by hand: a new operation is somebody's decision.
func operationTable() map[string]permit {
	const pair = `"from_episode_id":"$a","to_episode_id":"$c","relationship_type":"causes"`
	return map[string]permit{
		"list_episodes":               {args: `{}`},
		"search_episodes":             {args: `{"query":"secret"}`},
		"get_episode":                 {args: `{"episode_id":"$a"}`, ids: true},
		"get_episode_relationships":   {args: `{"episode_id":"$a"}`, ids: true},
		"find_related_episodes":       {args: `{"episode_id":"$a"}`, ids: true},
		"check_relationship_exists":   {args: `{"from_episode_id":"$a","to_episode_id":"$b"}`},
		"get_dependency_graph":        {args: `{}`},
		"query_dependency_graph":      {args: `{"episode_ids":["$a","$b"],"depth":1}`, ids: true, twin: "get_dependency_graph"},
		"get_topological_order":       {args: `{"limit":10}`},
		"query_topological_order":     {args: `{"episode_ids":["$a","$b"]}`, ids: true, twin: "get_topological_order"},
		"validate_no_cycles":          {args: `{` + pair + `}`, ids: true},
		"create_episode":              {args: `{"query":"new","reward":0}`, writes: true},
		"create_episodes":             {args: `{"episodes":[{"query":"new","reward":0}]}`, writes: true},
		"update_episode":              {args: `{"episode_id":"$a","reward":1}`, writes: true, ids: true},
		"delete_episode":              {args: `{"episode_id":"$a"}`, writes: true, ids: true},
		"add_episode_relationship":    {args: `{` + pair + `}`, writes: true, ids: true},
		"add_episode_relationships":   {args: `{"relationships":[{` + pair + `}]}`, writes: true, ids: true},
		"update_episode_relationship": {args: `{"relationship_id":"$ab","strength":0.25}`, writes: true, ids: true},
		"remove_episode_relationship": {args: `{"relationship_id":"$ab"}`, writes: true, ids: true},
	}
}

// tool is the name of the tool that does the same.
func (p permit) tool(operation string) string {
	if p.twin != "" {
		return p.twin
	}
	return operation
}

// arguments are those of a call in the room.
func (p permit) arguments(r room) json.RawMessage {
	return json.RawMessage(strings.NewReplacer("$ab", r.ab, "$a", r.a, "$b", r.b, "$c", r.c).Replace(p.args))
}
