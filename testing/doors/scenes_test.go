package doors_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
)

// film is a project's name of which an address escapes all that there is to escape.
const film = "../A film. Of/two parts? 100%"

// take is the script as it plays in one room.
type take struct {
	room  room
	hello string   // the welcome scene
	made  []string // scenes, in the order in which they came
}

func (s *server) take(t *testing.T) *take {
	t.Helper()
	r := s.emptyRoom(t)
	made := s.send(t, r.admin, http.MethodPost, "/api/v1/projects", `{"projectId":"welcome"}`).ok(t)
	return &take{room: r, hello: at(made, "scenes", 0, "sceneId")}
}

// arguments are those of a shot in the room.
func (k *take) arguments(t *testing.T, args string) json.RawMessage {
	t.Helper()
	inFilm := slices.Clone(k.made)
	slices.Reverse(inFilm)
	all := encode(t, inFilm)
	names := make([]string, 0, 8+2*len(k.made))
	names = append(names, "$film", film, "$welcome", "welcome", "$hello", k.hello, "$all", all[1:len(all)-1])
	for i := range k.made {
		names = append(names, fmt.Sprintf("$%d\"", i+1), k.made[i]+`"`)
	}
	return json.RawMessage(strings.NewReplacer(names...).Replace(args))
}

// notes which scene a shot has made in the film.
func (k *take) notes(t *testing.T, sh shot, result json.RawMessage) {
	t.Helper()
	if result != nil && (sh.name == "addScene" || sh.name == "createSceneFromImage") && strings.Contains(sh.args, inFilm) {
		k.made = append(k.made, at(object(t, result), "sceneId"))
	}
}

// TestScenesThroughBothDoors plays the script twice, by REST in one room and by MCP in another: to ids and
// times, both answer alike, and as the script demands.
func TestScenesThroughBothDoors(t *testing.T) {
	t.Parallel()
	s := startWithModel(t)
	operations := s.operations(t)
	rest, mcp := s.take(t), s.take(t)
	played, unasked := map[string]bool{}, 0
	for _, sh := range sceneScript() {
		o, p := operations[sh.name], operationTable()[sh.name]
		args := rest.arguments(t, sh.args)
		if why := unaskable(o, args); why != "" {
			unasked++
			t.Logf("%s %.200s: %s", sh.name, sh.args, why)
			continue
		}
		played[sh.name] = true
		byREST, restErr := s.call(t, rest.room.admin, o, args)
		byMCP, mcpErr := s.tool(t, mcp.room.admin, p.tool(sh.name), mcp.arguments(t, sh.args))
		if diff := cmp.Diff(spoken(t, byMCP, mcpErr), spoken(t, byREST, restErr)); diff != "" {
			t.Errorf("%s %.200s: MCP (-), REST (+):\n%.3000s", sh.name, sh.args, diff)
		}
		if got := fault.CodeOf(asError(restErr)); got != sh.want {
			t.Errorf("%s %.200s: %q %v, want %q", sh.name, sh.args, got, restErr, sh.want)
		}
		rest.notes(t, sh, byREST)
		mcp.notes(t, sh, byMCP)
	}
	for name, o := range operations {
		if _, lacks := withoutTool()[name]; o.ofScenes() && !lacks && !played[name] {
			t.Errorf("%s is not in the script", name)
		}
	}
	if unasked > 2 {
		t.Errorf("%d of the script could not be asked", unasked)
	}
}

var anEpisodeID = regexp.MustCompile(`"episodeId":"an id",?`)

// spoken is an answer without what differs from room to room; whether an episode is written already is a
// matter of time.
func spoken(t *testing.T, result json.RawMessage, err *fault.Error) string {
	t.Helper()
	return anEpisodeID.ReplaceAllString(timeless(t, result, err), "")
}

// TestScenesOfAnotherWorkspace are as unknown as what never was, under the same name too, and in no list.
func TestScenesOfAnotherWorkspace(t *testing.T) {
	t.Parallel()
	s := startWithModel(t)
	r := s.room(t).filmed(t)
	strange := s.admin(t)
	for path, want := range map[string]string{"/api/v1/projects": `{"projects":[]}`, r.projectPath() + "/scenes": `{"scenes":[]}`} {
		if got := s.send(t, strange, http.MethodGet, path, ""); strings.TrimSpace(string(got.body)) != want {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	before := r.contents(t)
	made := s.send(t, strange, http.MethodPost, r.projectPath()+"/scenes", `{"userPrompt":"Mine"}`)
	made.ok(t)
	if theirs := s.send(t, strange, http.MethodGet, r.projectPath()+"/scenes", ""); strings.Count(string(theirs.body), "sceneId") != 1 {
		t.Errorf("the stranger's project of that name: %s", theirs.body)
	}
	for _, path := range []string{"/scenes/" + r.scene, "/scenes/" + r.scene + "/preview"} {
		got := s.send(t, strange, http.MethodGet, r.projectPath()+path, "")
		never := s.send(t, strange, http.MethodGet, r.projectPath()+strings.ReplaceAll(path, r.scene, "never"), "")
		if got.status != http.StatusNotFound || strings.ReplaceAll(withoutID(got.body), r.scene, "never") != withoutID(never.body) {
			t.Errorf("%s: %s, and of what never was %s", path, got.body, never.body)
		}
	}
	r.unchanged(t, before)
}
