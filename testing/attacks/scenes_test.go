package attacks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/tier"
)

// endlessScenes are scenes that took esbuild minutes or all memory when it ran in the server process.
func endlessScenes() map[string]string {
	var doubled strings.Builder
	for i := range 40 {
		fmt.Fprintf(&doubled, "a%d = a%d + a%d, ", i+1, i, i)
	}
	return map[string]string{
		"commas":        "export default () => (" + strings.Repeat("x,", 60_000) + "x)",
		"doubled text":  "enum E { a0 = 'x', " + doubled.String() + "}\nexport default () => E.a40",
		"inlined texts": "const enum E { a = '" + strings.Repeat("x", 100_000) + "' }\nexport default () => [" + strings.Repeat("E.a,", 35_000) + "]",
		"exports":       strings.Repeat("export default 1;", 15_000),
	}
}

// fix returns a request to repair code. Without a model the reply is a safe scene, whatever the compiler
// reports.
func fix(code string) []byte {
	raw, _ := json.Marshal(map[string]any{"sceneName": "Bomb", "errorMessage": "it fails", "brokenCode": code})
	return raw
}

// sceneRoute creates a project in the workspace of a token, and returns the address of its scene.
func (s *server) sceneRoute(t *testing.T, token string) string {
	t.Helper()
	var made struct{ Scenes []struct{ SceneID string } }
	got := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/projects", token, `{"projectId":"p"}`)
	if err := json.Unmarshal(got.body, &made); err != nil || len(made.Scenes) != 1 {
		t.Fatalf("%v in %s", err, got.body)
	}
	return "/api/v1/projects/p/scenes/" + made.Scenes[0].SceneID
}

// TestEndlessCompileDoesNotBlockOthers lets one workspace compile code that never ends, while another reads,
// writes and compiles. The server's own memory must not grow, and it must not end by itself.
func TestEndlessCompileDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		attacker, other := s.token(t, "a", access.Writer), s.token(t, "b", access.Writer)
		attacked, others := s.sceneRoute(t, attacker)+"/fix", s.sceneRoute(t, other)+"/fix"
		before := s.memory(t, "VmRSS")
		s.checkOtherDuring(t, other, func(ctx context.Context) error {
			all := waited(t)
			for _, code := range endlessScenes() {
				for range 4 {
					all.Go(func() {
						for ctx.Err() == nil {
							_, _ = s.do(ctx, http.MethodPost, attacked, attacker, fix(code))
						}
					})
				}
			}
			s.must(t, http.StatusOK, http.MethodPost, others, other, string(fix("export default () => <b>Hi</b>;"))) //nolint:contextcheck // the test's own context is meant
			<-ctx.Done()
			all.Wait()
			return nil
		})
		if held := s.memory(t, "VmHWM") - before; held > 100<<20 {
			t.Errorf("the attack made the server hold %d MiB", held>>20)
		}
	})
}

// TestEndlessCompileIsSceneProblem checks that a compile bomb from a model counts as a problem of the scene.
// The model is told the limit, and nothing is stored.
func TestEndlessCompileIsSceneProblem(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		code := endlessScenes()["doubled text"]
		ai := aiserver.New(t, aiserver.Text("```tsx\n"+code+"\n```"))
		s := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL())
		writer := s.token(t, "a", access.Writer)
		got := s.must(t, http.StatusServiceUnavailable, http.MethodPost, "/api/v1/projects/p/scenes", writer, `{"userPrompt":"A bomb"}`)
		if !strings.Contains(string(got.body), "takes more than 3 s or 192 MB to compile") {
			t.Errorf("%s", got.body)
		}
		if repairs := ai.Requests()[1:]; len(repairs) != 3 || !strings.Contains(repairs[0].Text(), "192 MB") {
			t.Errorf("%d repairs were asked for", len(repairs))
		}
		if got := s.must(t, http.StatusOK, http.MethodGet, "/api/v1/projects/p/scenes", writer, ""); !strings.Contains(string(got.body), `"scenes":[]`) {
			t.Errorf("stored: %s", got.body)
		}
	})
}

const picture = `"imageUrls":["data:image/png;base64,iVBORw0KGgo="]`

// modelRequests are the requests that call the model.
var modelRequests = map[string]string{
	"/api/v1/images/analyze":                      `{` + picture + `}`,
	"/api/v1/projects/p/scenes":                   `{"userPrompt":"x"}`,
	"/api/v1/projects/p/scenes/from-image":        `{"userPrompt":"x",` + picture + `}`,
	"/api/v1/projects/p/edit":                     `{"userPrompt":"x","existingCode":"export default () => 1","existingName":"x","existingDuration":1}`,
	"/api/v1/projects/p/edit-with-image":          `{"userPrompt":"x","existingCode":"export default () => 1","existingName":"x","existingDuration":1,` + picture + `}`,
	"/api/v1/projects/p/scenes/s/fix":             string(fix("export default () => <b>")),
	"/api/v1/projects/p/scenes/s/edit":            `{"userPrompt":"x"}`,
	"/api/v1/projects/p/scenes/s/edit-with-image": `{"userPrompt":"x",` + picture + `}`,
}

// TestReadersCannotCallModel checks that neither a reader nor a reviewer reaches the model, by REST or MCP.
// With --read-only no role does.
func TestReadersCannotCallModel(t *testing.T) {
	t.Parallel()
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		ai := aiserver.New(t)
		ask := func(s *server, token string) {
			t.Helper()
			for path, body := range modelRequests {
				s.must(t, http.StatusForbidden, http.MethodPost, path, token, body)
			}
			call := toolCall("analyzeImage", picture)
			got, err := s.do(t.Context(), http.MethodPost, call.path, token, call.body, call.headers...)
			if err != nil || strings.Contains(string(got.body), `"analysis"`) {
				t.Errorf("analyzeImage: %v %s", err, got.body)
			}
		}
		s := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL())
		for _, role := range []access.Role{access.Reader, access.Reviewer} {
			ask(s, s.token(t, "a", role))
		}
		closed := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL(), "--read-only")
		for _, role := range access.Roles() {
			ask(closed, closed.token(t, "a", role))
		}
		if asked := ai.Requests(); len(asked) > 0 {
			t.Errorf("the model was asked %d times, first for %s", len(asked), asked[0].Text())
		}
	})
}

// TestPrivateImageAddressesAreRejected checks that the endpoint receives no address of a private network,
// and with --image-host none of another host.
func TestPrivateImageAddressesAreRejected(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		ai := aiserver.New(t, aiserver.Text(aiserver.Analysis()))
		s := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL())
		writer := s.token(t, "a", access.Writer)
		for _, address := range []string{
			"http://169.254.169.254/latest/meta-data/", "http://127.0.0.1/a.png", "http://localhost:8080/a.png", "http://10.0.0.1/a.png",
			"http://192.168.0.1/a.png", "http://172.16.0.1/a.png", "http://100.64.0.1/a.png", "http://0.0.0.0/a.png", "http://[::1]/a.png",
			"http://[fe80::1]/a.png", "http://[fd00::1]/a.png", "http://[::ffff:127.0.0.1]/a.png", "http://[64:ff9b::7f00:1]/a.png",
			"http://2130706433/a.png", "http://0x7f000001/a.png", "http://127.1/a.png", "http://0177.0.0.1/a.png", "http://1.0x7f/a.png",
			"http://metadata.google.internal/a.png", "http://printer.local/a.png", "http://neo4j/a.png", "http://LOCALHOST./a.png",
			"http://%31%32%37.0.0.1/a.png", "http://１２７.0.0.1/a.png", "file:///etc/passwd", "ftp://example.org/a.png", "http://user@example.org/a.png", "//example.org/a.png",
		} {
			body, _ := json.Marshal(map[string]any{"imageUrls": []string{address}})
			got := s.must(t, http.StatusBadRequest, http.MethodPost, "/api/v1/images/analyze", writer, string(body))
			if !strings.Contains(string(got.body), "imageUrls[0]") {
				t.Errorf("%s: %s", address, got.body)
			}
		}
		if asked := ai.Requests(); len(asked) > 0 {
			t.Fatalf("the model was asked %d times", len(asked))
		}
		s.must(t, http.StatusOK, http.MethodPost, "/api/v1/images/analyze", writer, `{`+picture+`}`)

		bound := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL(), "--image-host", "pictures.lan", "--image-host", "*.example.org")
		writer = bound.token(t, "a", access.Writer)
		for address, want := range map[string]int{
			"http://pictures.lan/a.png": 200, "https://a.example.org/a.png": 200, picture: 200,
			"https://example.org/a.png": 400, "https://example.com/a.png": 400, "https://evil-pictures.lan/a.png": 400, "http://127.0.0.1/a.png": 400,
		} {
			body, _ := json.Marshal(map[string]any{"imageUrls": []string{address}})
			if address == picture {
				body = []byte(`{` + picture + `}`)
			}
			bound.must(t, want, http.MethodPost, "/api/v1/images/analyze", writer, string(body))
		}
	})
}

// TestModelCallsOfOneWorkspaceAreLimited lets the calls of one workspace wait for the model indefinitely.
// Another workspace must be able to call it, and calls beyond the first one's share are rejected.
func TestModelCallsOfOneWorkspaceAreLimited(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		ai := aiserver.New(t)
		var release sync.Once
		hold := make(chan struct{})
		t.Cleanup(func() { release.Do(func() { close(hold) }) })
		ai.Answer(func(aiserver.Request) aiserver.Step {
			return func(w http.ResponseWriter, r *http.Request, asked aiserver.Request) {
				if strings.Contains(asked.Text(), "Attack") {
					select {
					case <-hold:
					case <-r.Context().Done():
					}
				}
				aiserver.Text(aiserver.GoodScene)(w, r, asked)
			}
		})
		s := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL(), "--max-drafts", "8")
		attacker, other := s.token(t, "a", access.Writer), s.token(t, "b", access.Writer)
		image := `"imageUrls":["data:image/png;base64,` + strings.Repeat("A", 1<<20) + `"]`
		s.checkOtherDuring(t, other, func(ctx context.Context) error {
			calls, stop := context.WithCancel(context.WithoutCancel(ctx))
			defer stop()
			all := waited(t)
			refused := make(chan struct{}, 24)
			for range cap(refused) {
				all.Go(func() {
					got, err := s.do(calls, http.MethodPost, "/api/v1/projects/p/scenes/from-image", attacker, []byte(`{"userPrompt":"Attack",`+image+`}`))
					if err == nil && got.status == http.StatusTooManyRequests {
						refused <- struct{}{}
					}
				})
			}
			ai.Await(t, 3)
			s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/projects/p/scenes", other, `{"userPrompt":"Another's"}`) //nolint:contextcheck // as above
			<-ctx.Done()
			for i := range cap(refused) - 8 {
				select {
				case <-refused:
				case <-time.After(patience):
					return fmt.Errorf("%d of %d calls were refused", i, cap(refused))
				}
			}
			stop()
			all.Wait()
			return nil
		})
	})
}

// TestScenesReadNoFile lets the model of one workspace write scenes that import the files of the server by a name that is
// known in part. Nothing of another workspace may come back, and all such scenes get the same answer.
func TestScenesReadNoFile(t *testing.T) {
	t.Parallel()
	ai := aiserver.New(t)
	s := plain.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL())
	attacker, other := s.token(t, "a", access.Writer), s.token(t, "b", access.Writer)
	s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/projects", other, `{"projectId":"b-secret"}`)
	up := strings.Repeat("../", 64)
	for name, what := range map[string]string{
		"projects":          "import(`" + up + s.dir[1:] + "/workspaces/${x}.json`)",
		"tokens":            "require('" + up + s.dir[1:] + "/' + x + '.json')",
		"of a folder":       "import(`" + up + s.dir[1:] + "/workspaces/b/${x}`)",
		"of no folder":      "import(`" + up + s.dir[1:] + "/workspaces/c/${x}`)",
		"beside the server": "import(`./${x}.json`)",
		"escaped":           `r\u0065quire("` + up + "proc/self/\" + x)",
	} {
		ai.Answer(func(aiserver.Request) aiserver.Step {
			return aiserver.Text(aiserver.Scene(name, "declare const x: string;\nexport const f = () => "+what+";\nexport default () => <b>Hi</b>;"))
		})
		got := s.must(t, http.StatusServiceUnavailable, http.MethodPost, "/api/v1/projects/p/scenes", attacker, `{"userPrompt":"x"}`)
		if !strings.Contains(string(got.body), "of a computed name are not allowed") || strings.Contains(string(got.body), "b-secret") {
			t.Errorf("%s: %s", name, got.body)
		}
	}
	if got := s.must(t, http.StatusOK, http.MethodGet, "/api/v1/projects/p/scenes", attacker, ""); !strings.Contains(string(got.body), `"scenes":[]`) {
		t.Errorf("stored: %s", got.body)
	}
}
