package endpoints_test

import (
	"encoding/json"
	"slices"
	"strings"

	"plotline/internal/access"
)

// permission holds the permissions of an operation, and the arguments of a call that succeeds in a fixture.
type permission struct {
	writes   bool
	spends   bool   // it calls the language model, which a reader may not, and changes nothing
	decides  bool   // it decides on a plan
	personal bool   // it is about what was recorded of the person of the machine
	toolName string // the tool behind it, if that has another name
	args     string // $a, $b, $c are episodes, $ab is a relationship; for plans see addPlans, for scenes addProject
	ids      bool   // it names something that must exist
	inRoot   bool   // it names a media folder, which must lie in a root of the workspace
	secret   bool   // its tool is not listed
	event    string // the live event that pages of the workspace receive
}

// allows reports whether a role may call it. A reviewer reads and decides, but does not write. A role that
// proposes does not decide.
func (p permission) allows(role access.Role) bool {
	switch {
	case p.personal:
		return role == access.Admin
	case p.decides:
		return role == access.Reviewer || role == access.Admin
	case p.writes, p.spends:
		return role == access.Writer || role == access.Admin
	}
	return true
}

// withoutTool lists the operations that only REST has, with the reason.
func withoutTool() map[string]string {
	const (
		people = "people decide on plans, agents do not"
		person = "a person looks at agents' work and judges it; an agent must not judge its own"
	)
	return map[string]string{
		"apply_plan": people, "undo_plan": people, "updatePlan": people, "edit_plan": people,
		"list_recorded": person, "judge_recorded": person, "pin_recorded": person, "forget_recorded": person,
		"check_plan":         "it is for the one who decides; agents have the problems of get-plan",
		"list_decided_plans": "people look for what to undo; agents have the episodes of decisions, by recall",
		"propose_rename":     "it is for a person who has confirmed what a folder has; an agent chooses names itself",
		"list_library":       "people work through a whole library; agents propose for the folders that they are told",
		"list_plans":         "agents have list-pending-plans, and get-plan for what they proposed themselves",
		"getPendingPlans":    "it has the shape that SMM's page reads; agents have list-pending-plans",
		"create_project":     "people begin with a welcome scene, agents with the first scene that they add",
		"preview_scene":      "only a page has a player",
		"get_scene_model":    "an agent is offered the tools that need a model only where there is one",
		"rename_scene":       "people name scenes; an agent says a name in its request to addScene or editScene",
		"rename_project":     "people name projects; agents know them by their ids",
		"delete_project":     "people delete projects, and have time to take it back",
		"restore_scene":      "people go back to a version that they have seen; an agent asks for what it wants by editScene",
		"get_graph_overview": "its counts are for a picture; agents have list_episodes and recall",
		"get_graph_map":      "it is for a picture, thousands of rows without texts; agents have get_dependency_graph",
		"list_workspaces":    "an agent stays in the own workspace of its token",
		"read_times":         "a page shows it beside the question; agents have it in the reply of recall",
		"suggest_episodes":   "it is for a search field; agents have recall and search_episodes",
		"recall_recorded":    "it is for recorders on other machines; agents have recall",
		"read_learned":       "a table shows a line for each row; agents have it in the reply of recall",
		"list_neighbours":    "a page shows neighbours in steps; agents have get_episode_relationships and find_related_episodes",
	}
}

// withoutRoute lists the tools that only MCP has, with the reason.
func withoutRoute() map[string]string {
	const older = "the older manner of renaming asks the one who calls, in the midst of the call"
	return map[string]string{
		"beginRenameFilesTask": older, "addRenameFileToTask": older, "endRenameFilesTask": older,
		"list-pending-plans": "REST has getPendingPlans, and list_plans with status=pending",
	}
}

// operationTable holds the permissions of each operation. It is written by hand, so that each new operation
// needs a decision.
func operationTable() map[string]permission {
	const (
		pair    = `"from_episode_id":"$a","to_episode_id":"$c","relationship_type":"causes"`
		folder  = `{"mediaFolderPath":"$folder"}`
		project = `"projectId":"$project"`
		scene   = project + `,"sceneId":"$scene"`
		wish    = `,"userPrompt":"A blue title"`
		image   = `,"imageUrls":["https://example.org/poster.png"]`
		brought = `,"existingCode":"export default () => <b>Hi</b>;","existingName":"Mine","existingDuration":30`
	)
	return map[string]permission{
		"list_episodes":               {args: `{}`},
		"search_episodes":             {args: `{"query":"secret"}`},
		"recall":                      {args: `{"query":"secret"}`},
		"recall_by_body":              {args: `{"query":"secret"}`, toolName: "recall"},
		"get_episode":                 {args: `{"episode_id":"$a"}`, ids: true},
		"get_episode_relationships":   {args: `{"episode_id":"$a"}`, ids: true},
		"find_related_episodes":       {args: `{"episode_id":"$a"}`, ids: true},
		"explain_connection":          {args: `{"from":"$a","to":"$b"}`, ids: true},
		"get_graph_overview":          {args: `{"communities":3}`},
		"get_graph_map":               {args: `{}`},
		"list_workspaces":             {args: `{}`},
		"read_times":                  {args: `{"question":"What failed yesterday?","time_zone":"Europe/Berlin"}`},
		"suggest_episodes":            {args: `{"query":"epis"}`},
		"recall_recorded":             {args: `{"query":"secret"}`},
		"read_learned":                {args: `{"episode_ids":["$a","$b"]}`, ids: true},
		"list_neighbours":             {args: `{"episode_id":"$a"}`, ids: true},
		"check_relationship_exists":   {args: `{"from_episode_id":"$a","to_episode_id":"$b"}`},
		"get_dependency_graph":        {args: `{}`},
		"query_dependency_graph":      {args: `{"episode_ids":["$a","$b"],"depth":1}`, ids: true, toolName: "get_dependency_graph"},
		"get_topological_order":       {args: `{"limit":10}`},
		"query_topological_order":     {args: `{"episode_ids":["$a","$b"]}`, ids: true, toolName: "get_topological_order"},
		"validate_no_cycles":          {args: `{` + pair + `}`, ids: true},
		"create_episode":              {args: `{"query":"new","reward":0}`, writes: true},
		"create_episodes":             {args: `{"episodes":[{"query":"new","reward":0}]}`, writes: true},
		"update_episode":              {args: `{"episode_id":"$a","reward":1}`, writes: true, ids: true},
		"delete_episode":              {args: `{"episode_id":"$a"}`, writes: true, ids: true},
		"add_episode_relationship":    {args: `{` + pair + `}`, writes: true, ids: true},
		"add_episode_relationships":   {args: `{"relationships":[{` + pair + `}]}`, writes: true, ids: true},
		"update_episode_relationship": {args: `{"relationship_id":"$ab","strength":0.25}`, writes: true, ids: true},
		"remove_episode_relationship": {args: `{"relationship_id":"$ab"}`, writes: true, ids: true},

		"list-media-folders": {args: `{}`},
		"get-episodes":       {args: folder, ids: true},
		"open-media-folder":  {args: folder, writes: true, inRoot: true},

		"list_plans":             {args: `{}`},
		"getPendingPlans":        {args: `{}`},
		"get_plan":               {args: `{"taskId":"$ready"}`, ids: true, toolName: "get-plan"},
		"apply_plan":             {args: `{"taskId":"$ready"}`, writes: true, decides: true, ids: true, event: planEvent},
		"edit_plan":              {args: `{"taskId":"$ready","changes":[{"row":0,"to":"$folder/h.mkv"}]}`, writes: true, decides: true, ids: true, event: planEvent},
		"check_plan":             {args: `{"taskId":"$ready"}`, ids: true},
		"list_decided_plans":     {args: `{}`},
		"list_library":           {args: `{}`},
		"undo_plan":              {args: `{"taskId":"$applied"}`, writes: true, decides: true, ids: true, event: planEvent},
		"updatePlan":             {args: `{"planId":"$ready","status":"rejected"}`, writes: true, decides: true, ids: true, event: planEvent},
		"proposeRecognizePlan":   {args: folder, writes: true, inRoot: true, event: planEvent},
		"propose_rename":         {args: folder, writes: true, inRoot: true, event: planEvent},
		"beginRecognizeTask":     {args: folder, writes: true, inRoot: true, event: planEvent},
		"addRecognizedMediaFile": {args: `{"taskId":"$recognition","season":1,"episode":2,"path":"$folder/b.mkv"}`, writes: true, ids: true},
		"endRecognizeTask":       {args: `{"taskId":"$recognition"}`, writes: true, ids: true, event: planEvent},
		"beginRenameFilesTaskV2": {args: folder, writes: true, inRoot: true, event: planEvent},
		"addRenameFileToTaskV2":  {args: `{"taskId":"$rename","from":"$folder/b.mkv","to":"$folder/f.mkv"}`, writes: true, ids: true},
		"endRenameFilesTaskV2":   {args: `{"taskId":"$rename"}`, writes: true, ids: true, event: planEvent},

		"listProjects":         {args: `{}`},
		"listScenes":           {args: `{` + project + `}`},
		"getScene":             {args: `{` + scene + `}`, ids: true},
		"preview_scene":        {args: `{` + scene + `}`, ids: true},
		"create_project":       {args: `{"projectId":"$project, part two"}`, writes: true, event: projectEvent},
		"addScene":             {args: `{` + project + wish + `}`, writes: true, event: projectEvent},
		"createSceneFromImage": {args: `{` + project + wish + image + `}`, writes: true, event: projectEvent},
		"editScene":            {args: `{` + scene + wish + `}`, writes: true, ids: true, event: projectEvent},
		"editSceneWithImage":   {args: `{` + scene + wish + image + `}`, writes: true, ids: true, event: projectEvent},
		// Code in the request is returned and stored in no project, so no page is notified.
		"edit_code":            {args: `{` + project + wish + brought + `}`, writes: true, toolName: "editScene"},
		"edit_code_with_image": {args: `{` + project + wish + image + brought + `}`, writes: true, toolName: "editSceneWithImage"},
		"fixBrokenScene":       {args: `{` + scene + `,"sceneName":"Opening","brokenCode":"export default () => <b>Hi","errorMessage":"?"}`, writes: true, ids: true, event: projectEvent},
		"get_scene_model":      {args: `{}`},
		"rename_scene":         {args: `{` + scene + `,"sceneName":"Opening"}`, writes: true, ids: true, event: projectEvent},
		"rename_project":       {args: `{` + project + `,"projectName":"Launch film"}`, writes: true, ids: true, event: projectEvent},
		"delete_project":       {args: `{` + project + `}`, writes: true, ids: true, event: projectEvent},
		"restore_scene":        {args: `{` + scene + `,"version":1}`, writes: true, ids: true, event: projectEvent},
		"changeDuration":       {args: `{` + scene + `,"durationSeconds":7}`, writes: true, ids: true, event: projectEvent},
		"deleteScene":          {args: `{` + scene + `}`, writes: true, ids: true, event: projectEvent},
		"reorderScenes":        {args: `{` + project + `,"sceneIds":["$second","$scene"]}`, writes: true, ids: true, event: projectEvent},
		"list_recorded":        {args: `{}`, personal: true},
		"judge_recorded":       {args: `{"task_id":"$task","verdict":"bad"}`, writes: true, personal: true, ids: true},
		"pin_recorded":         {args: `{"line_id":"$line","pin":"never"}`, writes: true, personal: true, ids: true},
		"forget_recorded":      {args: `{"task_id":"$task"}`, writes: true, personal: true, ids: true},
		"analyzeImage":         {args: `{"imageUrls":["https://example.org/poster.png"]}`, spends: true, secret: true},
	}
}

// tool returns the name of the tool that does the same, or "".
func (p permission) tool(operation string) string {
	if _, none := withoutTool()[operation]; none {
		return ""
	}
	if p.toolName != "" {
		return p.toolName
	}
	return operation
}

// toolTable returns the permissions of all listed tools: those of the operations, and those that only MCP
// has.
func toolTable() map[string]permission {
	all := map[string]permission{}
	for operation, p := range operationTable() {
		if tool := p.tool(operation); tool != "" && !p.secret {
			all[tool] = p
		}
	}
	for tool := range withoutRoute() {
		all[tool] = permission{writes: tool != "list-pending-plans"}
	}
	return all
}

// arguments returns the arguments of a call in the fixture.
func (p permission) arguments(r fixture) json.RawMessage {
	names := []string{"$ab", r.ab, "$applied", r.applied, "$a", r.a, "$b", r.b, "$c", r.c}
	plans := []string{"$folder", r.folder, "$recognition", r.recognition, "$rename", r.rename, "$ready", r.ready}
	scenes := []string{"$project", r.project, "$scene", r.scene, "$second", r.second}
	recorded := []string{"$task", r.task, "$line", r.line}
	return json.RawMessage(strings.NewReplacer(slices.Concat(scenes, names, plans, recorded)...).Replace(p.args))
}
