package endpoints_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/internal/access"
)

// fixture is a test workspace with three episodes, a relationship, and an admin's token.
type fixture struct {
	server           *server
	workspace, admin string
	a, b, c, ab      string

	folder                              string // of media, if addPlans created one
	recognition, rename, ready, applied string // plans; the first two accept more files
	project, scene, second              string // if addProject created them
	task, line                          string // that were recorded, if addRecorded did
}

func (s *server) newFixture(t *testing.T) fixture {
	t.Helper()
	return s.emptyFixture(t).addGraph(t)
}

func (s *server) emptyFixture(t *testing.T) fixture {
	t.Helper()
	r := fixture{server: s, workspace: s.workspace()}
	r.admin = s.token(t, r.workspace, access.Admin)
	return r
}

// mediaFixture returns a fixture whose workspace has a media root.
func (s *server) mediaFixture(t *testing.T) fixture {
	t.Helper()
	workspace, is := s.pool.takeMedia()
	if !is {
		t.Fatal("the server has no workspace with a media root left: start it with more")
	}
	return fixture{server: s, workspace: workspace, admin: s.token(t, workspace, access.Admin)}
}

func (r fixture) addGraph(t *testing.T) fixture {
	t.Helper()
	made := r.server.send(t, r.admin, http.MethodPost, "/api/v1/episodes/batch", `{
		"episodes":[{"query":"secret one","reward":0},{"query":"secret two","reward":0},{"query":"secret three","reward":0}],
		"relationships":[{"from":"#0","to":"#1","relationship_type":"follows","strength":0.5}]}`).ok(t)
	r.a, r.b, r.c = textAt(made, "episodes", 0, "episode_id"), textAt(made, "episodes", 1, "episode_id"), textAt(made, "episodes", 2, "episode_id")
	r.ab = textAt(made, "relationships", 0, "relationship_id")
	return r
}

// fixtureFor returns a fixture with exactly the data that a call of the operation needs.
func (s *server) fixtureFor(t *testing.T, o operation, p permission) fixture {
	t.Helper()
	switch {
	case p.needsFolder():
		return s.mediaFixture(t).addGraph(t).addPlansFor(t, p.args)
	case o.ofScenes():
		return s.emptyFixture(t).addGraph(t).addProjectFor(t, p.args)
	}
	r := s.emptyFixture(t).addGraph(t)
	if p.personal {
		return r.addRecorded(t)
	}
	return r
}

// needsFolder reports whether a call of the operation needs a media folder, or a plan for one.
func (p permission) needsFolder() bool {
	return slices.ContainsFunc([]string{"$folder", "$recognition", "$rename", "$ready", "$applied"}, func(name string) bool {
		return strings.Contains(p.args, name)
	})
}

// ids returns the ids of everything in the fixture; some may be empty.
func (r fixture) ids() []string {
	return []string{r.a, r.b, r.c, r.ab, r.recognition, r.rename, r.ready, r.applied, r.scene, r.second}
}

// textAt returns a text from a result.
func textAt(value any, path ...any) string {
	for _, step := range path {
		switch here := value.(type) {
		case map[string]any:
			value = here[fmt.Sprint(step)]
		case []any:
			i, _ := step.(int)
			value = here[i]
		}
	}
	return fmt.Sprint(value)
}

// contents returns everything in the workspace, for a later comparison. It includes the scores of a search,
// because they depend only on the words of the workspace.
func (r fixture) contents(t *testing.T) string {
	t.Helper()
	paths := []string{
		"/episodes", "/graph", "/search?query=secret+one", "/episodes/" + r.a, "/episodes/" + r.b, "/episodes/" + r.c,
		"/episodes/" + r.a + "/relationships", "/episodes/" + r.b + "/relationships", "/episodes/" + r.c + "/relationships",
	}
	if r.folder != "" {
		paths = append(paths, "/plans")
	}
	if r.task != "" {
		paths = append(paths, "/recorded")
	}
	if r.project != "" {
		paths = append(paths, r.projectPaths(t)...)
	}
	var all strings.Builder
	for _, path := range paths {
		got := r.server.send(t, r.admin, http.MethodGet, "/api/v1"+path, "")
		fmt.Fprintf(&all, "%s %d %s\n", path, got.status, withoutID(got.body))
	}
	all.WriteString(r.metadata(t))
	all.WriteString(r.readFiles(t))
	return all.String()
}

// withoutID removes the request's id, which differs each time.
func withoutID(body []byte) string {
	text, _, _ := strings.Cut(string(body), `"request_id"`)
	return text
}

// checkUnchanged expects the same contents as before.
func (r fixture) checkUnchanged(t *testing.T, before string) {
	t.Helper()
	if after := r.contents(t); after != before {
		t.Errorf("there was an effect: before\n%s\nafter\n%s", before, after)
	}
}

// isRevealedBy reports whether a reply reveals anything of the fixture.
func (r fixture) isRevealedBy(body []byte) bool {
	for _, own := range []string{r.a, r.b, r.c, r.ab, "secret"} {
		if strings.Contains(string(body), own) {
			return true
		}
	}
	return false
}

func (r fixture) token(t *testing.T, role access.Role) string {
	t.Helper()
	if role == access.Admin {
		return r.admin
	}
	return r.server.token(t, r.workspace, role)
}
