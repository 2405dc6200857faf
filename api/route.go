package api

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"plotline/internal/usecase"
)

// route is one operation of the REST API: a use case behind a method and a path.
type route struct {
	usecase.UseCase

	method       string
	path         string // contains {names} of arguments
	id           string // operation id in OpenAPI; the use case's name by default
	summary      string
	tag          string
	status       int    // status of a success; 0 means 200
	locationPath string // path of the created object, with {names} of the result's fields
	drawn        bool   // can answer with a drawing instead of JSON
	ifMatch      bool   // supports If-Match, with the ETag of a read
	example      string // arguments of an example call, as JSON

	inPath []string // names in the path, set by routesOf
}

// Tags group the operations.
const (
	tagEpisodes      = "Episodes"
	tagRelationships = "Relationships"
	tagGraph         = "Graph"
	tagMedia         = "Media"
	tagPlans         = "Plans"
	tagScenes        = "Scenes"
	tagRecorded      = "Recorded"
)

const uuidExample = `01930000-0000-7000-8000-000000000001`

// graphRoutes lists the routes of episodes and relationships.
func graphRoutes() []route {
	get, post, patch, remove := http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete
	return []route{
		{
			UseCase: usecase.Named("list_episodes"), method: get, path: "/episodes", tag: tagEpisodes,
			summary: "List episodes, newest first", example: `{"limit":20}`,
		},
		{
			UseCase: usecase.Named("create_episode"), method: post, path: "/episodes", tag: tagEpisodes,
			summary: "Create an episode", status: http.StatusCreated, locationPath: "/episodes/{episode_id}",
			example: `{"query":"Make the nightly build pass","reward":0.8,"tags":["ci"],"reflection":"The cache was stale"}`,
		},
		{
			UseCase: usecase.Named("create_episodes"), method: post, path: "/episodes/batch", tag: tagEpisodes,
			summary: "Create many episodes and relationships, all or nothing", status: http.StatusCreated,
			example: `{"episodes":[{"query":"Draft","reward":0},{"query":"Second draft","reward":0.5}],` +
				`"relationships":[{"from":"#1","to":"#0","relationship_type":"refines"}]}`,
		},
		{
			UseCase: usecase.Named("get_episode"), method: get, path: "/episodes/{episode_id}", tag: tagEpisodes,
			summary: "Read one episode in full", example: `{"episode_id":"` + uuidExample + `"}`,
		},
		{
			UseCase: usecase.Named("update_episode"), method: patch, path: "/episodes/{episode_id}", tag: tagEpisodes,
			summary: "Change an episode; null clears a field", example: `{"episode_id":"` + uuidExample + `","reward":1}`,
		},
		{
			UseCase: usecase.Named("delete_episode"), method: remove, path: "/episodes/{episode_id}", tag: tagEpisodes,
			summary: "Delete an episode and its relationships", example: `{"episode_id":"` + uuidExample + `"}`,
		},
		{
			UseCase: usecase.Named("search_episodes"), method: get, path: "/search", tag: tagEpisodes,
			summary: "Find episodes by words", example: `{"query":"nightly build"}`,
		},
		{
			UseCase: usecase.Named("recall"), method: get, path: "/recall", tag: tagEpisodes,
			summary: "Find episodes that help with a task, best first", example: `{"query":"The nightly build fails again"}`,
		},
		{
			UseCase: usecase.Named("recall"), method: post, path: "/recall", tag: tagEpisodes, id: "recall_by_body",
			summary: "The same, for long questions", example: `{"query":"The nightly build fails again","limit":3}`,
		},
		{
			UseCase: usecase.Named("recall_recorded"), method: post, path: "/recall/recorded", tag: tagEpisodes,
			summary: "Find recorded episodes that are close enough to a prompt to be told unasked",
			example: `{"query":"Make the cart safe for concurrent use","boost_tags":["project:shop"]}`,
		},
		{
			UseCase: usecase.Named("read_times"), method: get, path: "/times", tag: tagEpisodes,
			summary: "Read the period that a question names, as recall does",
			example: `{"question":"What failed last week?","time_zone":"Europe/Berlin"}`,
		},
		{
			UseCase: usecase.Named("suggest_episodes"), method: get, path: "/suggestions", tag: tagEpisodes,
			summary: "Find episodes and tags while a person types", example: `{"query":"nightly bui"}`,
		},
		{
			UseCase: usecase.Named("read_learned"), method: get, path: "/learned", tag: tagEpisodes,
			summary: "Read the beginning of what was learned in several episodes", example: `{"episode_ids":["1","2"]}`,
		},
		{
			UseCase: usecase.Named("get_episode_relationships"), method: get, path: "/episodes/{episode_id}/relationships",
			tag: tagRelationships, summary: "List the relationships of an episode",
			example: `{"episode_id":"` + uuidExample + `","direction":"outgoing"}`,
		},
		{
			UseCase: usecase.Named("find_related_episodes"), method: get, path: "/episodes/{episode_id}/related",
			tag: tagGraph, summary: "Find episodes within some hops, strongest first",
			example: `{"episode_id":"` + uuidExample + `","max_depth":3}`,
		},
		{
			UseCase: usecase.Named("add_episode_relationship"), method: post, path: "/relationships", tag: tagRelationships,
			summary: "Add a relationship between two episodes", status: http.StatusCreated,
			example: `{"from_episode_id":"` + uuidExample + `","to_episode_id":"01930000-0000-7000-8000-000000000002",` +
				`"relationship_type":"follows","strength":0.9}`,
		},
		{
			UseCase: usecase.Named("add_episode_relationships"), method: post, path: "/relationships/batch", tag: tagRelationships,
			summary: "Add many relationships, all or nothing", status: http.StatusCreated,
			example: `{"relationships":[{"from_episode_id":"` + uuidExample + `",` +
				`"to_episode_id":"01930000-0000-7000-8000-000000000002","relationship_type":"causes"}]}`,
		},
		{
			UseCase: usecase.Named("check_relationship_exists"), method: get, path: "/relationships/exists", tag: tagRelationships,
			summary: "Check whether relationships lead from one episode to another",
			example: `{"from_episode_id":"` + uuidExample + `","to_episode_id":"01930000-0000-7000-8000-000000000002"}`,
		},
		{
			UseCase: usecase.Named("update_episode_relationship"), method: patch, path: "/relationships/{relationship_id}",
			tag: tagRelationships, summary: "Change a relationship; null clears its metadata",
			example: `{"relationship_id":"` + uuidExample + `","strength":0.5}`,
		},
		{
			UseCase: usecase.Named("remove_episode_relationship"), method: remove, path: "/relationships/{relationship_id}",
			tag: tagRelationships, summary: "Remove a relationship", example: `{"relationship_id":"` + uuidExample + `"}`,
		},
		{
			UseCase: usecase.Named("list_workspaces"), method: get, path: "/workspaces", tag: tagGraph,
			summary: "List the workspaces that the caller may see", example: `{}`,
		},
		{
			UseCase: usecase.Named("get_graph_overview"), method: get, path: "/graph/overview", tag: tagGraph,
			summary: "Count a workspace over time, by reward, tag, type and community", example: `{"buckets":30,"communities":50}`,
		},
		{
			UseCase: usecase.Named("get_graph_map"), method: get, path: "/graph/map", tag: tagGraph,
			summary: "Read up to 20,000 episodes and their relationships, without texts", example: `{"limit":1000}`,
		},
		{
			UseCase: usecase.Named("list_neighbours"), method: get, path: "/graph/neighbours/{episode_id}", tag: tagGraph,
			summary: "List the neighbours of an episode, strongest first", example: `{"episode_id":"` + uuidExample + `","limit":20}`,
		},
		{
			UseCase: usecase.Named("explain_connection"), method: get, path: "/paths", tag: tagGraph,
			summary: "Find the strongest and the shortest path between two episodes",
			example: `{"from":"` + uuidExample + `","to":"01930000-0000-7000-8000-000000000002"}`,
		},
		{
			UseCase: usecase.Named("get_dependency_graph"), method: get, path: "/graph", tag: tagGraph, drawn: true,
			summary: "Read a part of the graph: JSON, GraphViz, Mermaid or SVG", example: `{"max_nodes":50,"format":"mermaid"}`,
		},
		{
			UseCase: usecase.Named("get_dependency_graph"), method: post, path: "/graph", tag: tagGraph, drawn: true,
			id: "query_dependency_graph", summary: "The same, for more ids than fit into a URL", example: `{"depth":1,"max_nodes":50}`,
		},
		{
			UseCase: usecase.Named("get_topological_order"), method: get, path: "/graph/order", tag: tagGraph,
			summary: "Sort episodes so that each comes after those it depends on", example: `{"limit":20}`,
		},
		{
			UseCase: usecase.Named("get_topological_order"), method: post, path: "/graph/order", tag: tagGraph,
			id: "query_topological_order", summary: "The same, for more ids than fit into a URL", example: `{"limit":20}`,
		},
		{
			UseCase: usecase.Named("validate_no_cycles"), method: get, path: "/graph/cycles", tag: tagGraph,
			summary: "Check whether a relationship would close a cycle",
			example: `{"from_episode_id":"` + uuidExample + `","to_episode_id":"01930000-0000-7000-8000-000000000002",` +
				`"relationship_type":"follows"}`,
		},
	}
}

// routesOf joins the route tables with the use cases. It panics if a route has no use case or a use case no
// route. Both are programming errors that appear at start.
func routesOf(useCases []usecase.UseCase) []route {
	table := slices.Concat(graphRoutes(), mediaRoutes(), planRoutes(), sceneRoutes(), recordedRoutes())
	places := make([]*usecase.UseCase, len(table))
	for i := range table {
		places[i] = &table[i].UseCase
	}
	if err := usecase.Fill("route", useCases, places...); err != nil {
		panic("api: " + err.Error())
	}
	for i := range table {
		r := &table[i]
		r.inPath = namesIn(r.path)
		r.id = cmp.Or(r.id, r.Name)
		r.status = cmp.Or(r.status, http.StatusOK)
	}
	return table
}

// takesBody reports whether the arguments that are not in the path come in a JSON body.
func (r route) takesBody() bool { return r.method == http.MethodPost || r.method == http.MethodPatch }

// namesIn returns the names of the arguments in a path.
func namesIn(path string) []string {
	var names []string
	for part := range strings.SplitSeq(path, "/") {
		if name, is := strings.CutPrefix(part, "{"); is {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
	}
	return names
}

// address returns the whole path. Two routes precede the versioned API and have no version.
func (r route) address() string {
	if strings.HasPrefix(r.path, restPath) {
		return r.path
	}
	return prefix + r.path
}

// echoPath returns the address in Echo's notation.
func (r route) echoPath() string {
	return strings.NewReplacer("{", ":", "}", "").Replace(r.address())
}

const (
	// prefix begins the paths of this version.
	prefix   = "/api/v1"
	restPath = "/api/" // of every route
)

// mediaRoutes lists the routes of media folders.
func mediaRoutes() []route {
	return []route{
		{
			UseCase: usecase.Named("list-media-folders"), method: http.MethodGet, path: "/media", tag: tagMedia,
			summary: "List the media folders that have metadata", example: `{}`,
		},
		{
			UseCase: usecase.Named("get-episodes"), method: http.MethodGet, path: "/media/episodes", tag: tagMedia,
			summary: "List the episodes of the show in a folder, with their files", example: `{"mediaFolderPath":"/media/show"}`,
		},
		{
			UseCase: usecase.Named("open-media-folder"), method: http.MethodPost, path: "/media/open", tag: tagMedia,
			summary: "Scan a folder and write its metadata", example: `{"mediaFolderPath":"/media/show"}`,
		},
	}
}

// recordedRoutes lists the routes of what coding agents did on this machine.
func recordedRoutes() []route {
	const task = "/recorded/tasks/{task_id}"
	return []route{
		{
			UseCase: usecase.Named("list_recorded"), method: http.MethodGet, path: "/recorded", tag: tagRecorded,
			summary: "List the tasks of coding agents, newest sessions first, with what the agents were told", example: `{"limit":20}`,
		},
		{
			UseCase: usecase.Named("judge_recorded"), method: http.MethodPost, path: task + "/verdict", tag: tagRecorded,
			summary: "Judge a task, in place of the rules", example: `{"task_id":"0123456789ab","verdict":"good"}`,
		},
		{
			UseCase: usecase.Named("forget_recorded"), method: http.MethodDelete, path: task, tag: tagRecorded,
			summary: "Delete what was recorded of a task", example: `{"task_id":"0123456789ab"}`,
		},
		{
			UseCase: usecase.Named("pin_recorded"), method: http.MethodPatch, path: "/recorded/lines/{line_id}", tag: tagRecorded,
			summary: "Have a line told always, or never again", example: `{"line_id":"0123456789ab","pin":"never"}`,
		},
	}
}
