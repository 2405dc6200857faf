package attacks_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/tier"
)

// TestImagesWaitingForModelAreLimited lets 24 clients of four workspaces send 8 MiB of images each, by REST
// and MCP, to a model that does not reply. As many as the limit allows wait, and the others are rejected and try again.
// The server serves another workspace meanwhile.
func TestImagesWaitingForModelAreLimited(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		ai, answer := slowModel(t)
		s := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL())
		image := `"data:image/png;base64,` + strings.Repeat("A", 4<<20-100) + `"`
		victim, calls := s.token(t, "victim", access.Writer), imageCalls(`"imageUrls":[`+image+`,`+image+`]`)
		callers := waited(t)
		var refused atomic.Int64
		for i := range 24 {
			call, token := calls[i%len(calls)], s.token(t, fmt.Sprint("hostile", i%4), access.Writer)
			callers.Go(func() {
				for ; ; time.Sleep(time.Second) { // as Retry-After says
					got, err := s.do(t.Context(), http.MethodPost, call.path, token, call.body, call.headers...)
					switch {
					case err != nil:
						t.Errorf("%s: %v", call.path, err)
						return
					case got.status == http.StatusTooManyRequests || strings.Contains(string(got.body), `"rate_limited"`):
						refused.Add(1)
						if !strings.Contains(string(got.body), "call again when some of the calls are done") && !strings.Contains(string(got.body), "try again in a second") {
							t.Errorf("%s: %s", call.path, got.body)
						}
						continue
					case got.status != http.StatusOK && got.status != http.StatusCreated:
						t.Errorf("%s: %d %.300s", call.path, got.status, got.body)
					}
					return
				}
			})
		}
		ai.Await(t, 3)
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			<-ctx.Done()
			return nil
		})
		answer()
		callers.Wait()
		if refused.Load() == 0 {
			t.Error("no call was refused")
		}
		t.Logf("%d calls were refused, at most %d MiB were held", refused.Load(), s.memory(t, "VmHWM")>>20)
		s.waitForFreedMemory(t)
		s.checkAlive(t)
	})
}

// TestBodyIsFreedWhileModelWorks sends bodies of the largest size with a small image each, with two tokens.
// The server must keep only the image while the model works, so that other clients' large bodies are
// accepted.
func TestBodyIsFreedWhileModelWorks(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		ai, answer := slowModel(t)
		s := p.start(t, "--media-root", t.TempDir(), "--ai-base-url", ai.URL())
		input := `"imageUrls":["data:image/png;base64,AAAA"]` + strings.Repeat(" ", largest-1000)
		callers := waited(t)
		for i, call := range append(imageCalls(input)[1:], imageCalls(input)[1:]...) {
			token := s.token(t, fmt.Sprint("hostile", i%2), access.Writer)
			callers.Go(func() {
				if got, err := s.do(t.Context(), http.MethodPost, call.path, token, call.body, call.headers...); err != nil || got.status != http.StatusOK {
					t.Errorf("%s: %d %.300s %v", call.path, got.status, got.body, err)
				}
			})
		}
		ai.Await(t, 4)
		victim := s.token(t, "victim", access.Writer)
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", victim, `{"query":"q","reward":0`+strings.Repeat(" ", largest-24)+`}`)
		answer()
		callers.Wait()
		s.checkAlive(t)
	})
}

// slowModel is a model that replies once answer is called.
func slowModel(t *testing.T) (ai *aiserver.Server, answer func()) {
	t.Helper()
	ai = aiserver.New(t)
	gate := make(chan struct{})
	ai.Answer(func(asked aiserver.Request) aiserver.Step {
		then := aiserver.Text(aiserver.Analysis())
		if strings.Contains(asked.Text(), "tsxCode") {
			then = aiserver.Text(aiserver.GoodScene)
		}
		return func(w http.ResponseWriter, r *http.Request, asked aiserver.Request) {
			select {
			case <-gate:
				then(w, r, asked)
			case <-r.Context().Done():
			}
		}
	})
	answer = sync.OnceFunc(func() { close(gate) })
	t.Cleanup(answer)
	return ai, answer
}

type imageCall struct {
	path    string
	body    []byte
	headers []string
}

// imageCalls returns calls about images, by REST and by MCP.
func imageCalls(input string) []imageCall {
	return []imageCall{
		{"/api/v1/projects/p/scenes/from-image", []byte(`{"userPrompt":"x",` + input + `}`), nil},
		{"/api/v1/images/analyze", []byte(`{` + input + `}`), nil},
		toolCall("analyzeImage", input),
	}
}

// toolCall returns a tool call, in the era without sessions.
func toolCall(tool, arguments string) imageCall {
	return statelessCall("tools/call", tool, `"name":"`+tool+`","arguments":{`+arguments+`}`)
}

// statelessCall returns a request of MCP, in the era without sessions. The name is that of a tool, or "".
func statelessCall(method, name, params string) imageCall {
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + modern + `","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	if params != "" {
		meta = params + "," + meta
	}
	headers := []string{"Accept", "application/json, text/event-stream", "Mcp-Protocol-Version", modern, "Mcp-Method", method}
	if name != "" {
		headers = append(headers, "Mcp-Name", name)
	}
	return imageCall{"/mcp", []byte(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + meta + `}}`), headers}
}
