package attacks_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/api/tokens"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// memoryLimit limits the data of an attacked process. A Go program that needs more ends with "out of
// memory", as in a container of that size.
const memoryLimit = 512 << 20

// collected tells the garbage collector of an attacked process what to aim at, as docker-compose.yml does. Peaks above it
// are what the program holds, and not what a collector that came late on a busy machine has left.
var collected = []string{"GOMEMLIMIT=256MiB"}

// patience is how long a test waits before it fails. It does not measure speed.
const patience = 2 * time.Minute

// server is an attacked `plotline serve` with its tokens file.
type server struct {
	*serving.Server

	dir     string // the data folder
	tokens  string // "" without tokens
	prefix  string // of the names of workspaces
	clients clients
	tools   *tools // nil unless calls are tool calls
}

// start starts a server with an empty data folder that requires tokens.
func (p protocol) start(t *testing.T, args ...string) *server {
	t.Helper()
	s := p.launch(t, args...)
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// launch is start for an attack on the disk, which the program may log as an error.
func (p protocol) launch(t *testing.T, args ...string) *server {
	t.Helper()
	return p.launchIn(t, t.TempDir(), args...)
}

// launchIn is launch with a data folder that has files.
func (p protocol) launchIn(t *testing.T, dir string, args ...string) *server {
	t.Helper()
	encryption, trust := p.secured(t)
	file := filepath.Join(dir, "tokens.json")
	expect.WriteFile(t, file, `{"version":1,"tokens":[]}`)
	// A token file requires --media-root; the test gives it in args.
	store, prefix := p.stored(t)
	all := append(append(store, "--data-dir", dir, "--tokens", file, "--toolsets", "all"), args...)
	served, err := serving.Launch(t.Context(), binary, collected, append(all, encryption...)...)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{Server: served, dir: dir, tokens: file, prefix: prefix, clients: clients{trust: trust}}
	t.Cleanup(func() {
		if err := s.Stop(); s.Status() != 0 {
			t.Error(err)
		}
	})
	limitMemory(t, s.Process(), memoryLimit)
	switch p {
	case plain, onLTS, onNext:
	case secure:
		s.checkHTTP2(t)
	case mcp:
		s.translate(t)
	}
	return s
}

// open starts a server with an empty data folder for this machine, without tokens.
func (p protocol) open(t *testing.T, args ...string) *server {
	t.Helper()
	dir := t.TempDir()
	encryption, trust := p.secured(t)
	all := append([]string{"--store", "embedded", "--data-dir", dir, "--toolsets", "all"}, args...)
	s := &server{Server: serving.Start(t, binary, collected, append(all, encryption...)...), dir: dir, clients: clients{trust: trust}}
	limitMemory(t, s.Process(), memoryLimit)
	return s
}

// token creates a token for a workspace.
func (s *server) token(t *testing.T, workspace string, role access.Role) string {
	t.Helper()
	_, secret, err := tokens.Create(t.Context(), s.tokens, tokens.Request{
		Name: graphtest.Workspace(), Role: role, Workspace: s.prefix + workspace, // any unique name
	})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// answer is an HTTP reply.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do makes a call, written as a request of REST, over the test's protocol. The token may be empty, and the body nil.
func (s *server) do(ctx context.Context, method, path, token string, body []byte, headers ...string) (answer, error) {
	if o, args, found := s.tools.find(method, path, body); found {
		return s.callTool(ctx, o, token, args)
	}
	return s.send(ctx, method, path, token, body, headers...)
}

// must sends a request that must get this status.
func (s *server) must(t *testing.T, want int, method, path, token, body string, headers ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	got, err := s.do(ctx, method, path, token, []byte(body), headers...)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	if got.status != want {
		t.Fatalf("%s %s: status %d, want %d: %.600s", method, path, got.status, want, got.body)
	}
	return got
}

// should posts a request that must get this status, from any goroutine, and returns the reply.
func (s *server) should(ctx context.Context, t *testing.T, want int, path, token, body string) []byte {
	t.Helper()
	got, err := s.do(ctx, http.MethodPost, path, token, []byte(body))
	if err != nil || got.status != want {
		t.Errorf("POST %s: %v, status %d, want %d: %.600s", path, err, got.status, want, got.body)
	}
	return got.body
}

// waited returns a group whose functions have ended before the test is over, even if the test fails before it waits for them: their
// calls end with the test's context, and a report after the end would stop the whole suite and hide what failed.
func waited(t *testing.T) *sync.WaitGroup {
	t.Helper()
	all := new(sync.WaitGroup)
	t.Cleanup(all.Wait)
	return all
}

// checkOtherDuring runs an attack and checks that another tenant, with this token, can write and read before
// it ends. The attack must continue until its context ends, which happens after the other tenant's requests.
// Its error fails the test.
func (s *server) checkOtherDuring(t *testing.T, token string, attack func(ctx context.Context) error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- attack(ctx) }()
	var creates, gets [20]time.Duration
	for i := range creates {
		began := time.Now()
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", token, fmt.Sprintf(`{"query":"probe %d","reward":0}`, i))
		creates[i] = time.Since(began)
		began = time.Now()
		s.must(t, http.StatusOK, http.MethodGet, "/api/v1/episodes?limit=1", token, "")
		gets[i] = time.Since(began)
	}
	slices.Sort(creates[:])
	slices.Sort(gets[:])
	t.Logf("another tenant's create: median %v, at most %v; list: median %v, at most %v; at most %d MiB",
		creates[10], creates[19], gets[10], gets[19], s.memory(t, "VmHWM")>>20)
	select {
	case err := <-ended:
		t.Fatalf("the attack ended before the probes were answered: %v", err)
	default:
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	s.checkAlive(t)
}

// checkAlive checks that the same process still responds.
func (s *server) checkAlive(t *testing.T) {
	t.Helper()
	if !s.Runs() {
		t.Fatalf("the server ended with status %d\n%.4000s", s.Status(), s.Log)
	}
	s.must(t, http.StatusOK, http.MethodGet, "/livez", "", "")
}

// refusals returns how often a limit was reached, from the metrics.
func (s *server) refusals(t *testing.T, token, reason string) int {
	t.Helper()
	metrics := s.must(t, http.StatusOK, http.MethodGet, "/metrics", token, "").body
	prefix := fmt.Sprintf("plotline_http_refusals_total{reason=%q} ", reason)
	for line := range strings.Lines(string(metrics)) {
		if rest, found := strings.CutPrefix(line, prefix); found {
			count, err := strconv.Atoi(strings.TrimSpace(rest))
			if err != nil {
				t.Fatal(err)
			}
			return count
		}
	}
	t.Fatalf("the metrics lack %s", prefix)
	return 0
}

// memory returns a value of the process's status in /proc, in bytes: VmRSS is the current memory, VmHWM the
// peak.
func (s *server) memory(t *testing.T, what string) int64 {
	t.Helper()
	status := expect.ReadFile(t, fmt.Sprintf("/proc/%d/status", s.Process()))
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, what+":"); found {
			kib, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kib << 10
		}
	}
	t.Fatalf("no %s in %s", what, status)
	return 0
}

// TestLimitedServerServesTwoTenants checks the basis of all tests here: the limited process serves two
// tenants.
func TestLimitedServerServesTwoTenants(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		for _, workspace := range []string{"a", "b"} {
			s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", s.token(t, workspace, access.Writer), `{"query":"q","reward":0}`)
		}
		s.checkAlive(t)
		if held := s.memory(t, "VmData"); held > memoryLimit/2 {
			t.Errorf("the idle program holds %d MiB of data", held>>20)
		}
	})
}
