package tools_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// asksHello begins a session of a client that offers elicitation.
var asksHello = strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"elicitation":{}}`, 1)

// renaming is a folder with a video, and a server whose tools may rename it.
type renaming struct {
	t      *testing.T
	folder string
	server *tools.Server
}

// newRenaming gives callers the role, and the server the page's asker, which may be nil.
func newRenaming(t *testing.T, role access.Role, page pageAsker) *renaming {
	t.Helper()
	r := &renaming{t: t, folder: t.TempDir()}
	if err := os.WriteFile(filepath.Join(r.folder, "a.mkv"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := deps(t, graphtest.NewModel())
	dir := t.TempDir()
	own.Plans = plans.NewService(plans.Config{
		DataDir: dir, Libraries: media.NewLibraries(dir, quiet()), Runner: quietRunner(), Logger: quiet(), Ask: page,
	})
	cfg := config(tools.All(own)...)
	cfg.Caller = func(context.Context) audit.Caller { return audit.Caller{Workspace: "default", Role: role} }
	r.server = tools.New(cfg)
	return r
}

type pageAsker = func(ctx context.Context, workspace string, q usecase.Question) (bool, error)

// task begins a task that renames the video.
func (r *renaming) task(call func(tool, args string) called) (id string) {
	r.t.Helper()
	var begun struct {
		TaskID string `json:"taskId"`
	}
	raw := call("beginRenameFilesTask", fmt.Sprintf(`{"mediaFolderPath":%q}`, r.folder)).Structured
	if err := json.Unmarshal(raw, &begun); err != nil || begun.TaskID == "" {
		r.t.Fatalf("%s: %v", raw, err)
	}
	r.add(call, begun.TaskID, "a.mkv", "b.mkv")
	return begun.TaskID
}

func (r *renaming) add(call func(tool, args string) called, task, from, to string) {
	r.t.Helper()
	got := call("addRenameFileToTask", fmt.Sprintf(`{"taskId":%q,"from":%q,"to":%q}`,
		task, filepath.Join(r.folder, from), filepath.Join(r.folder, to)))
	if string(got.Structured) != `{"success":true}` {
		r.t.Fatalf("got %+v", got)
	}
}

// moved reports whether the video has its new name.
func (r *renaming) moved() bool {
	_, err := os.Stat(filepath.Join(r.folder, "b.mkv"))
	return err == nil
}

// talk is one kind of conversation: how to call a tool, and how to answer a call that asks. The reply is the "result"
// or "error" member of the answer to an elicitation, as JSON.
type talk struct {
	name string
	open func(t *testing.T, s *tools.Server) (call func(tool, args string) called, end func(task, reply string) called)
}

func talks() []talk {
	return []talk{
		{"stdio, 2025-11-25", talkStdio},
		{"HTTP, 2025-11-25", talkHTTP},
		{"stdio, 2026-07-28", talkModernStdio},
		{"HTTP, 2026-07-28", talkModernHTTP},
	}
}

func talkStdio(t *testing.T, s *tools.Server) (call func(tool, args string) called, end func(task, reply string) called) {
	t.Helper()
	p := dial(t, s)
	p.greet(asksHello)
	call = func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) }
	return call, func(task, reply string) called {
		t.Helper()
		p.send(endTask(7, task))
		p.reply(p.question(), reply)
		return p.result(7)
	}
}

func talkHTTP(t *testing.T, s *tools.Server) (call func(tool, args string) called, end func(task, reply string) called) {
	t.Helper()
	site := serve(t, s, streamhttp.Config{})
	session := site.beginWith(asksHello)
	call = func(tool, args string) called {
		t.Helper()
		return site.send(http.MethodPost, callOf(1, tool, args), session...).called(t)
	}
	return call, func(task, reply string) called {
		t.Helper()
		response := site.open(t.Context(), http.MethodPost, strings.NewReader(endTask(7, task)), session...)
		defer func() { _ = response.Body.Close() }()
		events := bufio.NewScanner(response.Body)
		asked := questionOf(t, nextEvent(t, events))
		answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, asked.ID, reply)
		if r := site.send(http.MethodPost, answer, session...); r.status != http.StatusAccepted {
			t.Fatalf("the answer: %+v", r)
		}
		return replied{body: nextEvent(t, events)}.called(t)
	}
}

// asksMeta is the _meta of a request of the newest protocol from a client that offers elicitation.
var asksMeta = strings.Replace(modernMeta, `clientCapabilities":{}`, `clientCapabilities":{"elicitation":{}}`, 1)

func talkModernStdio(t *testing.T, s *tools.Server) (call func(tool, args string) called, end func(task, reply string) called) {
	t.Helper()
	p := dial(t, s)
	call = func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) }
	return call, func(task, reply string) called {
		t.Helper()
		return repeatTask(t, task, reply, func(message string) string { p.send(message); return p.receive() })
	}
}

func talkModernHTTP(t *testing.T, s *tools.Server) (call func(tool, args string) called, end func(task, reply string) called) {
	t.Helper()
	site := serve(t, s, streamhttp.Config{})
	plain := site.caller("2026-07-28")
	call = func(tool, args string) called { t.Helper(); return plain(tool, `,"arguments":`+args).called(t) }
	return call, func(task, reply string) called {
		t.Helper()
		return repeatTask(t, task, reply, func(message string) string {
			return site.send(http.MethodPost, message, modernHeaders("tools/call", "endRenameFilesTask")...).body
		})
	}
}

// repeatTask ends a task by the newest protocol: the call ends with the question and is repeated with the answer.
func repeatTask(t *testing.T, task, reply string, send func(message string) string) called {
	t.Helper()
	id, question := inputRequired(t, send(modernEnd(task, "")))
	if question.Method != "elicitation/create" {
		t.Errorf("got %+v", question)
	}
	checkQuestion(t, question.Params)
	result := strings.TrimPrefix(reply, `"result":`)
	return replied{body: send(modernEnd(task, fmt.Sprintf(`,"inputResponses":{%q:%s}`, id, result)))}.called(t)
}

func modernEnd(task, more string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"endRenameFilesTask","arguments":{"taskId":%q}%s,%s}}`,
		task, more, asksMeta)
}

// inputRequired reads the question that a call ended with.
func inputRequired(t *testing.T, raw string) (id string, question question) {
	t.Helper()
	var answer struct {
		Result struct {
			Type     string                     `json:"resultType"`
			Requests map[string]json.RawMessage `json:"inputRequests"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(raw), &answer); err != nil || answer.Result.Type != "input_required" || len(answer.Result.Requests) != 1 {
		t.Fatalf("%v: %s", err, raw)
	}
	for name, request := range answer.Result.Requests {
		id = name
		if err := json.Unmarshal(request, &question); err != nil {
			t.Fatal(err)
		}
	}
	return id, question
}

// question is a request of the server to the client.
type question struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func questionOf(tb testing.TB, raw string) question {
	tb.Helper()
	var q question
	if err := json.Unmarshal([]byte(raw), &q); err != nil || q.Method != "elicitation/create" {
		tb.Fatalf("got %s, want a question", raw)
	}
	checkQuestion(tb, q.Params)
	return q
}

// checkQuestion compares the form that the user sees with the planned renaming.
func checkQuestion(tb testing.TB, raw json.RawMessage) {
	tb.Helper()
	var form struct {
		Message string `json:"message"`
		Schema  struct {
			Type       string                    `json:"type"`
			Properties map[string]map[string]any `json:"properties"`
			Required   []string                  `json:"required"`
		} `json:"requestedSchema"`
	}
	if err := json.Unmarshal(raw, &form); err != nil {
		tb.Fatal(err)
	}
	confirm := form.Schema.Properties["confirm"]
	if !strings.HasPrefix(form.Message, "Rename ") || !strings.Contains(form.Message, "\na.mkv → b.mkv") ||
		form.Schema.Type != "object" || confirm["type"] != "boolean" || confirm["default"] != false || len(form.Schema.Required) != 1 {
		tb.Errorf("the question is %s", raw)
	}
}

func (p *peer) greet(hello string) {
	p.t.Helper()
	p.send(hello)
	p.receive()
	p.send(helloed)
}

func (p *peer) question() question { p.t.Helper(); return questionOf(p.t, p.receive()) }

func (p *peer) reply(to question, reply string) {
	p.t.Helper()
	p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, to.ID, reply))
}

// result waits for the answer to a call.
func (p *peer) result(id int) called {
	p.t.Helper()
	raw := p.receive()
	if want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,`, id); !strings.HasPrefix(raw, want) {
		p.t.Fatalf("got %s, want the answer %d", raw, id)
	}
	return replied{body: raw}.called(p.t)
}

func callOf(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, args)
}

func endTask(id int, task string) string {
	return callOf(id, "endRenameFilesTask", fmt.Sprintf(`{"taskId":%q}`, task))
}

func nextEvent(t *testing.T, lines *bufio.Scanner) string {
	t.Helper()
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			return data
		}
	}
	t.Fatalf("the stream ended: %v", lines.Err())
	return ""
}
