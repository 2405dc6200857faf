package attacks_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/tier"
)

// drawingMemory is the allowed peak memory for many concurrent drawings.
const drawingMemory = 256 << 20

// TestManyDrawingsDoNotBlockOthers lets 60 readers repeatedly request a picture of 500 episodes and 4,000
// relationships. The server must serve another tenant and draw pictures without starting processes or using
// much memory.
func TestManyDrawingsDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		const readers = 60
		s := p.start(t, "--media-root", t.TempDir())
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", s.token(t, "a", access.Writer), denseGraph(t, 500, 4000))
		reader, other := s.token(t, "a", access.Reader), s.token(t, "b", access.Writer)
		var drawn, children atomic.Int64
		s.checkOtherDuring(t, other, func(ctx context.Context) error {
			group := waited(t)
			failed := make(chan error, readers)
			for range readers {
				group.Go(func() {
					for ctx.Err() == nil || drawn.Load() == 0 {
						got, err := s.do(context.WithoutCancel(ctx), http.MethodGet, "/api/v1/graph?format=svg&max_nodes=500", reader, nil)
						children.Add(int64(s.children(t)))
						switch {
						case err != nil:
							failed <- err
							return
						case got.status == http.StatusOK && bytes.HasSuffix(got.body, []byte("</svg>\n")):
							drawn.Add(1)
						case got.status == http.StatusRequestEntityTooLarge && strings.Contains(string(got.body), "takes longer than a call may"):
						case got.status != http.StatusTooManyRequests && got.status != http.StatusGatewayTimeout: // it waited too long
							failed <- fmt.Errorf("status %d: %.300s", got.status, got.body)
							return
						}
					}
				})
			}
			group.Wait()
			close(failed)
			return <-failed
		})
		if children.Load() > 0 {
			t.Errorf("the server had children when it was looked at, %d in all", children.Load())
		}
		held := s.memory(t, "VmHWM")
		if held > drawingMemory {
			t.Errorf("the server held %d MiB, want at most %d", held>>20, drawingMemory>>20)
		}
		t.Logf("%d pictures drawn, at most %d MiB held", drawn.Load(), held>>20)
	})
}

// TestTooLargeDrawingIsRejected requests a picture of more relationships than the limit.
func TestTooLargeDrawingIsRejected(t *testing.T) {
	t.Parallel()
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "a", access.Writer)
		for range 6 { // each with 1,000 relationships between 46 episodes
			s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token, denseGraph(t, 46, 1000))
		}
		got := s.must(t, http.StatusRequestEntityTooLarge, http.MethodGet, "/api/v1/graph?format=svg&max_nodes=500", token, "")
		for _, want := range []string{`"too_large"`, "276 episodes and 6000 relationships", "5000 relationships", "max_nodes"} {
			if !strings.Contains(string(got.body), want) {
				t.Errorf("no %s in %s", want, got.body)
			}
		}
		s.must(t, http.StatusOK, http.MethodGet, "/api/v1/graph?format=svg&max_nodes=40", token, "")
		s.checkAlive(t)
	})
}

// denseGraph returns a bulk call for a graph with this number of episodes and, as far as one call allows, of
// relationships. Each episode leads to later ones, in growing steps.
func denseGraph(t *testing.T, episodes, relationships int) string {
	t.Helper()
	type object = map[string]any
	var call struct {
		Episodes      []object `json:"episodes"`
		Relationships []object `json:"relationships"`
	}
	for i := range episodes {
		call.Episodes = append(call.Episodes, object{"query": fmt.Sprintf("episode %d", i), "reward": float64(i%21-10) / 10})
	}
	types := []string{"follows", "causes", "related_to", "part_of"}
	for step := 1; len(call.Relationships) < relationships; step++ {
		for from := 0; from+step < episodes && len(call.Relationships) < relationships; from++ {
			call.Relationships = append(call.Relationships, object{
				"from": fmt.Sprintf("#%d", from), "to": fmt.Sprintf("#%d", from+step), "relationship_type": types[step%len(types)],
			})
		}
	}
	return string(expect.JSON(t, call))
}

// children counts the running child processes of the server.
func (s *server) children(t *testing.T) int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(files) == 0 {
		t.Error("there are no processes in /proc")
	}
	count := 0
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil { // it has ended
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ") // its name comes before, its state and its parent after
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(s.Process()) {
			count++
		}
	}
	return count
}
