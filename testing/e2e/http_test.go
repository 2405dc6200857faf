package e2e_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// site is a running `plotline serve` with a client's headers.
type site struct {
	*serving.Server
	dir     string // its data folder
	headers map[string]string
}

// serve starts the program on the store. If withToken is true, clients need a token.
func (where store) serve(t *testing.T, withToken bool) site {
	t.Helper()
	args, env := where.open(t)
	s := site{dir: valueOf(args, "--data-dir"), headers: map[string]string{}}
	if withToken {
		workspace := valueOf(args, "--workspace")
		if workspace == "" {
			workspace = "default"
		}
		file := filepath.Join(s.dir, "tokens.json")
		s.headers["Authorization"] = "Bearer " + serving.Token(t, binary, file, workspace)
		args = append(args, "--tokens", file)
	}
	s.Server = serving.Start(t, binary, env, append(args, "--toolsets", "all")...)
	return s
}

func valueOf(args []string, flag string) string {
	if at := slices.Index(args, flag); at >= 0 {
		return args[at+1]
	}
	return ""
}

func (s site) transport() map[string]any {
	return map[string]any{"url": s.URL + "/mcp", "headers": s.headers}
}

// TestTypeScriptSDKOverHTTP runs the calls of TestTypeScriptSDK and the features that only HTTP has.
func TestTypeScriptSDKOverHTTP(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for _, where := range allStores() {
		for _, c := range officials() {
			for door, withToken := range map[string]bool{"open": false, "token": true} {
				t.Run(where.name+"/"+c.name+"/"+door, func(t *testing.T) {
					t.Parallel()
					s := where.serve(t, withToken)
					steps := append(everyTool(),
						step{Call: "get_topological_order", Arguments: map[string]any{}, Progress: true, want: `"total_count":2`},
						step{EndSession: true},
						step{Call: "list_episodes", Arguments: map[string]any{}},
					)
					transport, offered := s.transport(), offeredByAll
					if withToken { // this client requests fewer
						transport["url"], offered = s.URL+"/mcp?toolsets=episodes,relationships", offeredByGraph
					}
					got := c.drive(t, transport, steps)
					got.checkTools(t, offered)
					last := len(steps) - 1
					for i, a := range got.Answers[:last] {
						steps[i].check(t, a)
					}
					if progress := got.Answers[last-2].Result.Progress; !slices.Equal(progress, []float64{0, 1}) {
						t.Errorf("progress %v, want 0 and 1", progress)
					}
					got.checkEnd(t, got.Answers[last])
					got.checkWire(t)
				})
			}
		}
	}
}

// TestWrongTokenOverHTTP checks that each client reports the rejection.
func TestWrongTokenOverHTTP(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for _, c := range officials() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := embedded().serve(t, true)
			s.headers["Authorization"] += "x"
			job := expect.JSON(t, map[string]any{"client": c.client, "auto": c.auto, "transport": s.transport(), "steps": []step{}})
			if got := runNode(t, job, "drive.mjs"); got.Status == 0 || !strings.Contains(got.Err, "the token is unknown") {
				t.Errorf("status %d: %s%s", got.Status, got.Out, got.Err)
			}
		})
	}
}
