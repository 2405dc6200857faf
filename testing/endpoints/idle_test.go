package endpoints_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"plotline/api/tokens"
	"plotline/testing/kit/liveclient"
)

// Live events, as permissions name them.
const (
	planEvent    = "planUpdated"
	projectEvent = "projectUpdated"
)

// expectEvent expects an event about the operation on a page of the workspace, without the server's paths.
func (r fixture) expectEvent(t *testing.T, page *liveclient.Page, event string) {
	t.Helper()
	for _, e := range page.Until(t, func(e liveclient.Event) bool { return e.Name == event }) {
		r.server.checkPathsHidden(t, e.Body)
	}
}

// checkPathsHidden expects no path of the data folder in a reply or event.
func (s *server) checkPathsHidden(t *testing.T, body []byte) {
	t.Helper()
	if strings.Contains(string(body), filepath.Dir(s.tokens)) {
		t.Errorf("it shows where the server keeps its data: %.2000s", body)
	}
}

// idleWorkspaces are two workspaces that no call uses while all operations run in others. One has data of
// every kind. The other is empty and has an open page.
type idleWorkspaces struct {
	keeper, listener fixture
	page             *liveclient.Page
	before           string
}

func (s *server) newIdleWorkspaces(t *testing.T) idleWorkspaces {
	t.Helper()
	n := idleWorkspaces{keeper: s.mediaFixture(t).addGraph(t).addPlans(t).addProject(t), listener: s.emptyFixture(t)}
	n.page = liveclient.Open(t, s.url, n.listener.admin)
	n.before = n.keeper.contents(t)
	return n
}

// checkUnchanged expects that the first still has the same content, including the scores of words. The second
// must have received no event and have no audit records.
func (n idleWorkspaces) checkUnchanged(t *testing.T) {
	t.Helper()
	n.keeper.checkUnchanged(t, n.before)
	const last = "the first and last"
	s := n.keeper.server
	s.send(t, n.listener.admin, http.MethodPost, "/api/v1/projects", `{"projectId":"`+last+`"}`).ok(t)
	events := n.page.Until(t, func(e liveclient.Event) bool { return strings.Contains(string(e.Body), last) })
	// This call is one of a client. A first poll of a busy server that comes late notifies too.
	allowed := map[string]int{projectEvent: 1, "clientCalled": 2, "graphUpdated": 1, "recordedUpdated": 1}
	for _, e := range events {
		if allowed[e.Name]--; allowed[e.Name] < 0 || e.Name != projectEvent && string(e.Body) != "{}" {
			t.Errorf("a page of another workspace hears %s %s, one of %d events", e.Name, e.Body, len(events))
		}
	}
	if done := s.countRecords(t)[n.listener.workspace]; len(done) != 1 || done["create_project"] != 1 {
		t.Errorf("the records of the other workspace are of %v", done)
	}
}

// countRecords counts the audit records of each workspace by operation. Every record of a token must name
// that token's workspace.
func (s *server) countRecords(t *testing.T) map[string]map[string]int {
	t.Helper()
	list, err := tokens.List(s.tokens)
	if err != nil {
		t.Fatal(err)
	}
	owner := map[string]string{}
	for _, token := range list {
		owner[token.Name] = token.Workspace
	}
	done := map[string]map[string]int{}
	owned := 0
	for _, rec := range s.auditRecords(t) {
		if done[rec.Workspace] == nil {
			done[rec.Workspace] = map[string]int{}
		}
		done[rec.Workspace][rec.Operation]++
		workspace, known := owner[rec.Actor]
		if known {
			owned++
		}
		if known && workspace != rec.Workspace {
			t.Errorf("the record of a token of %s stands under another workspace: %+v", workspace, rec)
		}
	}
	if owned == 0 {
		t.Error("no record names a token")
	}
	return done
}
