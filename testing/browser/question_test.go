package browser_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/access"
	"plotline/testing/browser/kit/browser"
)

// answer is the result of the tool that asked.
type answer struct {
	Confirmed bool                `json:"confirmed"`
	Renamed   []map[string]string `json:"renamed"`

	err error
}

// legacy returns an MCP client connected to the server.
func (w *world) legacy() *client.Client {
	w.t.Helper()
	headers := map[string]string{}
	if w.token != "" {
		headers["Authorization"] = "Bearer " + w.token
	}
	c, err := client.NewStreamableHttpClient(w.server.URL+"/mcp", transport.WithHTTPHeaders(headers))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = c.Close() })
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "plotline-testing", Version: "1"}
	if err = c.Start(w.t.Context()); err == nil {
		_, err = c.Initialize(w.t.Context(), hello)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

func (w *world) tool(c *client.Client, name string, args, out any) error {
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = name, args
	result, err := c.CallTool(w.t.Context(), request)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return err
	}
	if result.IsError {
		return fmt.Errorf("%s: %s", name, raw)
	}
	return json.Unmarshal(raw, out)
}

// asks makes a client ask about a rename, and returns the channel of its result.
func (w *world) asks(c *client.Client, folder string, pairs ...pair) <-chan answer {
	w.t.Helper()
	var begun task
	err := w.tool(c, "beginRenameFilesTask", map[string]any{"mediaFolderPath": folder}, &begun)
	for _, p := range pairs {
		if err == nil {
			var added any
			args := map[string]any{"taskId": begun.ID, "from": folder + "/" + p.from, "to": folder + "/" + p.to}
			err = w.tool(c, "addRenameFileToTask", args, &added)
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
	answers := make(chan answer, 1)
	go func() {
		var got answer
		got.err = w.tool(c, "endRenameFilesTask", map[string]any{"taskId": begun.ID}, &got)
		answers <- got
	}()
	return answers
}

// TestAnswerAgentsQuestion checks what a person sees when an agent asks and waits, and what the agent
// receives.
func TestAnswerAgentsQuestion(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "a.srt")
	p := w.open("/plans", browser.Desk)
	p.must(p.WaitLive())
	c := w.legacy()
	for _, step := range []struct {
		name    string
		decide  func()
		want    bool
		renamed []string
	}{
		{"no", func() { p.click(button("Do not rename")) }, false, []string{"a.mkv", "a.srt"}},
		{"Escape", func() { p.press("\x1b") }, false, []string{"a.mkv", "a.srt"}},
		{"yes", func() { p.click(button("Rename 1 file")) }, true, []string{"A1.mkv", "A1.srt"}},
	} {
		from, to := folder+"/a.mkv", folder+"/A1.mkv"
		asked := w.asks(c, folder, pair{"a.mkv", "A1.mkv"})
		p.says("role('dialog', 'Rename 1 file?')", "An agent is waiting for your answer.")
		p.is("all('.from', test('question'))[0].title === %s && all('.to', test('question'))[0].title === %s", js(from), js(to))
		p.says("test('question')", "a.mkv A1.mkv")
		p.wait("!test('question-yes').disabled")
		step.decide()
		p.wait("test('question') === null")
		if got := <-asked; got.err != nil || got.Confirmed != step.want || (len(got.Renamed) > 0) != step.want {
			t.Errorf("%s: the tool says %+v", step.name, got)
		}
		if diff := cmp.Diff(step.renamed, slices.Sorted(maps.Keys(w.files(folder)))); diff != "" {
			t.Errorf("%s: the files (-want +got):\n%s", step.name, diff)
		}
	}
}

// TestFirstAnswerCounts checks that the first answer counts, and that the other page then closes the
// question.
func TestFirstAnswerCounts(t *testing.T) {
	t.Parallel()
	w := begin(t, 2)
	folder := w.show("Cafe", "a.mkv")
	one, other := w.open("/plans", browser.Desk), w.open("/plans", browser.Desk)
	one.must(one.WaitLive())
	other.must(other.WaitLive())
	asked := w.asks(w.legacy(), folder, pair{"a.mkv", "A1.mkv"})
	other.wait("test('question') !== null")
	one.click(button("Rename 1 file"))
	if got := <-asked; got.err != nil || !got.Confirmed {
		t.Errorf("the tool says %+v", got)
	}
	other.wait("test('question') === null")
	if got := w.files(folder); got["A1.mkv"] != "a.mkv" {
		t.Errorf("the files are %v", got)
	}
}

// TestWriterIsNotAsked checks that a page whose token may not decide is not asked, as if no page were open.
func TestWriterIsNotAsked(t *testing.T) {
	t.Parallel()
	w, _, secrets := withTokens(t, access.Writer)
	w.token = secrets[0]
	folder := w.show("Cafe", "a.mkv")
	p := w.openAs(secrets[0], "/plans", browser.Desk)
	p.must(p.WaitLive())
	p.wait("test('empty') !== null")
	if got := <-w.asks(w.legacy(), folder, pair{"a.mkv", "A1.mkv"}); got.err == nil {
		t.Errorf("the tool says %+v, want an error", got)
	}
	p.is("test('question') === null")
	if got := w.files(folder); got["a.mkv"] == "" {
		t.Errorf("the files are %v", got)
	}
}
