package tools_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/tools"
)

func names(list []tools.Tool) []string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = t.Name
	}
	return names
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	r := tools.NewRegistry(allTools(t)...)
	want := []string{
		"list_episodes", "create_episode", "create_episodes", "get_episode", "update_episode", "delete_episode",
		"search_episodes", "recall", "add_episode_relationship", "add_episode_relationships", "update_episode_relationship",
		"remove_episode_relationship", "get_episode_relationships", "find_related_episodes",
		"explain_connection", "check_relationship_exists", "get_dependency_graph", "validate_no_cycles", "get_topological_order",
		"get-episodes", "list-media-folders", "open-media-folder",
		"proposeRecognizePlan", "beginRecognizeTask", "addRecognizedMediaFile", "endRecognizeTask",
		"beginRenameFilesTaskV2", "addRenameFileToTaskV2", "endRenameFilesTaskV2", "list-pending-plans", "get-plan",
		"beginRenameFilesTask", "addRenameFileToTask", "endRenameFilesTask",
		"addScene", "createSceneFromImage", "editScene", "editSceneWithImage", "changeDuration", "deleteScene", "fixBrokenScene",
		"analyzeImage", "listScenes", "getScene", "reorderScenes", "listProjects",
	}
	if diff := cmp.Diff(want, names(r.List())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if tool, ok := r.Lookup("get_episode"); !ok || tool.Name != "get_episode" {
		t.Errorf("got %q, %v", tool.Name, ok)
	}
	if _, ok := r.Lookup("get_nothing"); ok || r.Has("get_episode", "get_nothing") || !r.Has() {
		t.Error("the registry knows what is not there")
	}
	r.List()[0] = tools.Tool{}
	if _, ok := r.Lookup("list_episodes"); !ok || r.List()[0].Name != "list_episodes" {
		t.Error("who was given the list changed it")
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	reading := tools.ReadOnly(all)
	if got := names(reading); len(got) != 18 || slices.ContainsFunc(reading, func(t tools.Tool) bool { return t.Writes || t.Spends }) {
		t.Errorf("read-only: %v", got)
	}
	for set, want := range map[tools.Toolset]int{tools.Episodes: 8, tools.Relationships: 11, tools.Media: 3, tools.Plans: 9, tools.Scenes: 12, tools.Legacy: 3} {
		if got := names(tools.In(all, set)); len(got) != want {
			t.Errorf("%s: %d tools, want %d: %v", set, len(got), want, got)
		}
	}
	if len(tools.In(all, tools.Toolsets()...)) != len(all) || len(tools.In(all)) != 0 {
		t.Error("the toolsets are not all, or none is not none")
	}
	s := newServer(reading...)
	if _, err := try(t.Context(), connect(t, s), "create_episode", `{"query":"x","reward":0}`); err == nil || !strings.Contains(err.Error(), "not found") {
		t.Errorf("a read-only server created an episode: %v", err)
	}
}

func TestParseToolsets(t *testing.T) {
	t.Parallel()
	auto := []tools.Toolset{tools.Episodes, tools.Relationships}
	few := []tools.Toolset{tools.Episodes, tools.Relationships, tools.Media}
	for _, test := range []struct {
		text      string
		all, want []tools.Toolset
	}{
		{"", tools.Toolsets(), auto},
		{"auto", tools.Toolsets(), auto},
		{"all", tools.Toolsets(), tools.Toolsets()},
		{"all", few, few},
		{"episodes", few, []tools.Toolset{tools.Episodes}},
		{" relationships , episodes", few, []tools.Toolset{tools.Relationships, tools.Episodes}},
		{"episodes,episodes", few, []tools.Toolset{tools.Episodes}},
		{"legacy,auto", tools.Toolsets(), []tools.Toolset{tools.Legacy, tools.Episodes, tools.Relationships}},
		{"all,episodes", few, few},
	} {
		got, err := tools.ParseToolsets(test.text, auto, test.all)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", test.text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"episode":   "unknown toolset 'episode'; valid: auto, all, episodes, relationships, media",
		"episodes,": "unknown toolset ''; valid: auto, all",
		"Episodes":  "unknown toolset 'Episodes'; valid: auto, all",
		"scenes":    "this server does not offer the toolset 'scenes' (see its --toolsets); valid: auto, all, episodes, relationships, media",
	} {
		_, err := tools.ParseToolsets(text, auto, few)
		if fault.CodeOf(err) != fault.InvalidArgument || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func TestAutoToolsets(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		has  tools.Configured
		want string
	}{
		{tools.Configured{}, "episodes relationships"},
		{tools.Configured{MediaRoot: true}, "episodes relationships media plans"},
		{tools.Configured{Model: true}, "episodes relationships scenes"},
		{tools.Configured{MediaRoot: true, Model: true}, "episodes relationships media plans scenes"},
	} {
		if got := fmt.Sprint(tools.Auto(test.has)); got != "["+test.want+"]" {
			t.Errorf("%+v: got %s", test.has, got)
		}
	}
}

func TestToolsThatCannotBePublished(t *testing.T) {
	t.Parallel()
	good := func() tools.Tool {
		return fake("good", func(context.Context, none) (none, error) { return none{}, nil })
	}
	for want, spoil := range map[string]func(*tools.Tool){
		"bad name":                 func(t *tools.Tool) { t.Name = "Not Good" },
		"no use case":              func(t *tools.Tool) { t.UseCase = usecase.UseCase{Op: usecase.Op{Name: "good"}} },
		"are required":             func(t *tools.Tool) { t.Description = "" },
		"contradict":               func(t *tools.Tool) { t.Writes = true },
		"destroys nothing":         func(t *tools.Tool) { t.Annotations.Destructive = true },
		"two tools are called":     nil,
		"no tool for the use case": nil,
	} {
		list := []tools.Tool{good()}
		switch {
		case spoil != nil:
			spoil(&list[0])
			mustPanic(t, want, func() { newServer(list...) })
		case strings.HasPrefix(want, "two"):
			mustPanic(t, want, func() { newServer(good(), good()) })
		default:
			mustPanic(t, want, func() { tools.All(domains(domain{allTools(t), good()})) })
			mustPanic(t, "no use case for the tool list_episodes", func() { tools.All(domains(domain{nil, good()})) })
		}
	}
}

// domain offers the use cases of some tools and of one more.
type domain struct {
	list []tools.Tool
	more tools.Tool
}

func (d domain) UseCases() []usecase.UseCase {
	all := append(make([]usecase.UseCase, 0, len(d.list)+1), d.more.UseCase)
	for _, t := range d.list {
		all = append(all, t.UseCase)
	}
	return all
}

// domains are Deps in which only one domain has use cases.
func domains(d domain) tools.Deps {
	return tools.Deps{Graph: d, Media: noDomain{}, Plans: noDomain{}, Scenes: noDomain{}}
}

type noDomain struct{}

func (noDomain) UseCases() []usecase.UseCase { return nil }

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if got, _ := recover().(string); !strings.Contains(got, want) {
			t.Errorf("panicked with %q, want %q in it", got, want)
		}
	}()
	f()
}
