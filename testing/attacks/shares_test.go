package attacks_test

import (
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"plotline/api/tokens"
	"plotline/graph/graphtest"
	"plotline/internal/access"
)

// TestOneTokenWithManyWorkspacesHasOneShare lets one token request large replies in four workspaces and read none. It gets
// as many as in one workspace, and another tenant still gets its own.
func TestOneTokenWithManyWorkspacesHasOneShare(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir(), "--timeout", "10s")
	workspaces := []string{"a", "b", "c", "d"}
	visitor := s.visitor(t, access.Reader, workspaces)
	call := bulkCall(190)
	list := map[string]string{}
	for _, ws := range append(workspaces, "victim") {
		made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", s.token(t, ws, access.Writer), call)
		list[ws] = "/api/v1/episodes/" + string(regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`).Find(made.body)) + "/relationships"
	}
	conns := make([]net.Conn, 0, 2*len(workspaces))
	for _, ws := range workspaces {
		for range 2 {
			conn := s.dial(t)
			_, _ = io.WriteString(conn, strings.Replace(s.head(http.MethodGet, list[ws], visitor, 0), "\r\n", "\r\nPlotline-Workspace: "+ws+"\r\n", 1))
			conns = append(conns, conn)
		}
	}
	answered := map[string]int{}
	for _, conn := range conns {
		begin := make([]byte, len("HTTP/1.1 200"))
		_, _ = io.ReadFull(conn, begin)
		answered[string(begin)]++
	}
	if answered["HTTP/1.1 200"] != 1 || answered["HTTP/1.1 429"] != len(conns)-1 {
		t.Errorf("the token got %v", answered)
	}
	got := s.must(t, http.StatusOK, http.MethodGet, list["victim"], s.token(t, "victim", access.Reader), "")
	if len(got.body) < 11e6 {
		t.Errorf("another tenant got %d bytes", len(got.body))
	}
	s.checkAlive(t)
}

// visitor creates a token for several workspaces, of which the first is its own.
func (s *server) visitor(t *testing.T, role access.Role, workspaces []string) string {
	t.Helper()
	named := make([]string, len(workspaces))
	for i, workspace := range workspaces {
		named[i] = s.prefix + workspace
	}
	_, secret, err := tokens.Create(t.Context(), s.tokens, tokens.Request{
		Name: graphtest.Workspace(), Role: role, Workspace: named[0], Others: named[1:],
	})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}
