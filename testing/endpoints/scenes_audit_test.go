package endpoints_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/tier"
)

// aiKey must not appear in any output.
const aiKey = "sk-endpoints-0123456789abcdefghijklmnop"

// echoKey replies as scripted does, but its errors echo the key.
func echoKey(asked aiserver.Request) aiserver.Step {
	echoed := "You sent " + asked.Header.Get("Authorization")
	switch text := asked.Text(); {
	case strings.Contains(text, promptRefused):
		return aiserver.Fault(http.StatusUnauthorized, echoed, "X-Key", aiKey, "WWW-Authenticate", echoed)
	case strings.Contains(text, promptNothing):
		return aiserver.Status(http.StatusBadRequest, echoed)
	case strings.Contains(text, promptBroken):
		return aiserver.Text(aiserver.Scene(echoed, "export default "+echoed))
	}
	return scripted(asked)
}

// expectedRecord is a call as it should be recorded.
type expectedRecord struct {
	code    fault.Code // "" on success
	ids     []string   // of the scenes concerned
	name    string     // of the use case
	fixture string     // its workspace
}

// TestSceneCallsAreAudited checks that each call leaves one record with its scene, whatever the outcome. The
// endpoint's key must not appear in replies, logs and files, although the endpoint echoes it.
func TestSceneCallsAreAudited(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	ai := aiserver.New(t)
	ai.Answer(echoKey)
	s := startIn(t, []string{"PLOTLINE_AI_API_KEY=" + aiKey},
		"--ai-base-url", ai.URL(), "--ai-model", aiserver.ModelName, "--log-level", "debug")
	operations, byREST, byMCP := s.operations(t), s.newScriptRun(t), s.newScriptRun(t)
	var calls []expectedRecord
	for _, sh := range sceneScript() {
		o, tool := operations[sh.name], operationTable()[sh.name].tool(sh.name)
		for _, k := range []*scriptRun{byREST, byMCP} {
			args := k.arguments(t, sh.args)
			if whyNotExpressible(o, args) != "" {
				continue
			}
			var got reply
			if k == byREST {
				path, body := o.address(t, args)
				got = s.send(t, k.fixture.admin, o.Method, path, body)
			} else {
				got = s.rpc(t, k.fixture.admin, "tools/call", tool, `"name":"`+tool+`","arguments":`+string(args))
			}
			result, err := got.either(t, tool, k == byMCP)
			calls = append(calls, expectedRecord{codeOf(err), k.scenesOf(t, args, result), tool, k.fixture.workspace})
			k.noteScene(t, sh, result)
			if containsKey(t, got.body, got.header) {
				t.Errorf("%s %.200s answers with the key: %v %s", sh.name, sh.args, got.header, got.body)
			}
		}
	}
	s.matchRecords(t, calls)
	s.checkKeyHidden(t, ai)
}

func codeOf(err *fault.Error) fault.Code { return fault.CodeOf(asError(err)) }

// either decodes the reply of either API.
func (r reply) either(t *testing.T, tool string, mcp bool) (json.RawMessage, *fault.Error) {
	t.Helper()
	switch {
	case mcp:
		return r.toolResult(t, tool)
	case r.status >= http.StatusBadRequest:
		return nil, r.problem(t)
	}
	return r.body, nil
}

// scenesOf lists the scenes that a call names or has created.
func (k *scriptRun) scenesOf(t *testing.T, args, result json.RawMessage) []string {
	t.Helper()
	asked, _ := apiclient.Fields(args)
	made := map[string]any{}
	if result != nil {
		made = object(t, result)
	}
	var ids []string
	if json.Unmarshal(asked["sceneIds"], &ids) == nil && len(ids) > 0 {
		return ids
	}
	if id, is := asText(asked["sceneId"]); is {
		return []string{id}
	}
	if id, is := made["sceneId"].(string); is {
		return []string{id}
	}
	return nil
}

func containsKey(t *testing.T, body []byte, header http.Header) bool {
	t.Helper()
	return bytes.Contains(body, []byte(aiKey)) || strings.Contains(string(expect.JSON(t, header)), aiKey)
}

// matchRecords expects the records of the calls in order. A call that was rejected unread may lack its
// scenes.
func (s *server) matchRecords(t *testing.T, calls []expectedRecord) {
	t.Helper()
	tools := map[string]bool{}
	for _, call := range calls {
		tools[call.name] = true
	}
	var kept []expectedRecord
	for _, rec := range s.auditRecords(t) {
		if code := fault.Code(strings.TrimPrefix(rec.Outcome, "ok")); tools[rec.Operation] {
			kept = append(kept, expectedRecord{code, rec.IDs, rec.Operation, rec.Workspace})
		}
	}
	for i := range min(len(calls), len(kept)) {
		if kept[i].code == fault.InvalidArgument && kept[i].ids == nil {
			calls[i].ids = nil
		}
	}
	if diff := cmp.Diff(calls, kept, cmp.AllowUnexported(expectedRecord{})); diff != "" {
		t.Errorf("calls (-), records (+):\n%.5000s", diff)
	}
}

// checkKeyHidden searches all output of the program for the key. The endpoint must have received it.
func (s *server) checkKeyHidden(t *testing.T, ai *aiserver.Server) {
	t.Helper()
	if !slices.ContainsFunc(ai.Requests(), func(r aiserver.Request) bool { return r.Header.Get("Authorization") == "Bearer "+aiKey }) {
		t.Error("the endpoint never got the key")
	}
	if strings.Contains(s.Log.String(), aiKey) {
		t.Errorf("the log has it:\n%s", s.Log)
	}
	files := 0
	err := filepath.WalkDir(filepath.Dir(s.tokens), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path) //nolint:gosec // a folder of the test
		if files++; bytes.Contains(raw, []byte(aiKey)) {
			t.Errorf("%s has it", path)
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files: %v", files, err)
	}
}
