package endpoints_test

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
	"plotline/testing/kit/expect"
)

// projectName is a project's name with every kind of character that an address escapes.
const projectName = "../A film. Of/two parts? 100%"

// scriptRun is one run of the script in a fixture.
type scriptRun struct {
	fixture fixture
	welcome string   // the welcome scene
	made    []string // scenes, in order of creation
}

func (s *server) newScriptRun(t *testing.T) *scriptRun {
	t.Helper()
	r := s.emptyFixture(t)
	made := s.send(t, r.admin, http.MethodPost, "/api/v1/projects", `{"projectId":"welcome"}`).ok(t)
	return &scriptRun{fixture: r, welcome: textAt(made, "scenes", 0, "sceneId")}
}

// arguments replaces the placeholders in a step's arguments.
func (k *scriptRun) arguments(t *testing.T, args string) json.RawMessage {
	t.Helper()
	inFilm := slices.Clone(k.made)
	slices.Reverse(inFilm)
	all := string(expect.JSON(t, inFilm))
	names := make([]string, 0, 8+2*len(k.made))
	names = append(names, "$film", projectName, "$welcome", "welcome", "$hello", k.welcome, "$all", all[1:len(all)-1])
	for i := range k.made {
		names = append(names, fmt.Sprintf("$%d\"", i+1), k.made[i]+`"`)
	}
	return json.RawMessage(strings.NewReplacer(names...).Replace(args))
}

// noteScene records the scene that a step has created in the project.
func (k *scriptRun) noteScene(t *testing.T, sh sceneStep, result json.RawMessage) {
	t.Helper()
	if result != nil && (sh.name == "addScene" || sh.name == "createSceneFromImage") && strings.Contains(sh.args, inProject) {
		k.made = append(k.made, textAt(object(t, result), "sceneId"))
	}
}

// TestScenesOverBothAPIs runs the script over REST in one workspace and over MCP in another. Except for
// ids and times, both must give the same results, and those that the script expects.
func TestScenesOverBothAPIs(t *testing.T) {
	t.Parallel()
	s := startWithModel(t)
	operations := s.operations(t)
	rest, mcp := s.newScriptRun(t), s.newScriptRun(t)
	played, unasked := map[string]bool{}, 0
	for _, sh := range sceneScript() {
		o, p := operations[sh.name], operationTable()[sh.name]
		args := rest.arguments(t, sh.args)
		if why := whyNotExpressible(o, args); why != "" {
			unasked++
			t.Logf("%s %.200s: %s", sh.name, sh.args, why)
			continue
		}
		played[sh.name] = true
		byREST, restErr := s.call(t, rest.fixture.admin, o, args)
		byMCP, mcpErr := s.tool(t, mcp.fixture.admin, p.tool(sh.name), mcp.arguments(t, sh.args))
		if diff := cmp.Diff(withoutSceneVariables(t, byMCP, mcpErr), withoutSceneVariables(t, byREST, restErr)); diff != "" {
			t.Errorf("%s %.200s: MCP (-), REST (+):\n%.3000s", sh.name, sh.args, diff)
		}
		if got := fault.CodeOf(asError(restErr)); got != sh.want {
			t.Errorf("%s %.200s: %q %v, want %q", sh.name, sh.args, got, restErr, sh.want)
		}
		rest.noteScene(t, sh, byREST)
		mcp.noteScene(t, sh, byMCP)
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

// withoutSceneVariables returns a reply without values that differ between workspaces. It removes episode
// ids, because an episode may be written later.
func withoutSceneVariables(t *testing.T, result json.RawMessage, err *fault.Error) string {
	t.Helper()
	return anEpisodeID.ReplaceAllString(withoutIDsAndTimes(t, result, err), "")
}

// TestScenesOfOtherWorkspaceAreHidden checks that they look like unknown ids, also under the same name, and
// are in no list.
func TestScenesOfOtherWorkspaceAreHidden(t *testing.T) {
	t.Parallel()
	s := startWithModel(t)
	r := s.newFixture(t).addProject(t)
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
	r.checkUnchanged(t, before)
}
