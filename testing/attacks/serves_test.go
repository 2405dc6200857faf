package attacks_test

import (
	"net/http"
	"testing"

	"plotline/internal/access"
)

// TestLimitedServerServesTwoTenants checks the basis of all tests here: the limited process serves two
// tenants.
func TestLimitedServerServesTwoTenants(t *testing.T) {
	t.Parallel()
	s := start(t, "--media-root", t.TempDir())
	for _, workspace := range []string{"a", "b"} {
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", s.token(t, workspace, access.Writer), `{"query":"q","reward":0}`)
	}
	s.checkAlive(t)
	if held := s.memory(t, "VmData"); held > memoryLimit/2 {
		t.Errorf("the idle program holds %d MiB of data", held>>20)
	}
}
