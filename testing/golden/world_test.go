package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// world is a running server with a new data folder, tokens, a media folder and a scripted model.
type world struct {
	*serving.Server

	t               *testing.T
	dir             string // the data folder
	media           string // the media folder that the script uses
	tokens          string // the tokens file
	admin, reader   string // tokens
	elsewhere       string // of another workspace
	operations      map[string]apiclient.Operation
	document, tools []byte                     // OpenAPI, and the result of tools/list
	saved           map[string]string          // by the script
	answers         []string                   // facts about the replies to the script's calls
	headers         map[string]map[string]bool // of all replies, and where they occur
	places          map[string]bool            // all of those places
	page            *page
}

// start starts the server. It ends with end, or with the test.
func start(t *testing.T) *world {
	t.Helper()
	root := t.TempDir()
	w := &world{
		t: t, dir: filepath.Join(root, "data"), media: filepath.Join(root, "media", "The Show"), tokens: filepath.Join(root, "tokens.json"),
		saved: map[string]string{}, headers: map[string]map[string]bool{}, places: map[string]bool{},
	}
	elsewhere := filepath.Join(root, "elsewhere")
	w.saved["media"], w.saved["elsewhere"] = w.media, elsewhere
	known = []string{
		w.media, "<media>", underscored(w.media), "<media>", filepath.Dir(w.media), "<root>", elsewhere, "<elsewhere>", underscored(elsewhere), "<elsewhere>", w.dir, "<data>",
		root, "<dir>", strings.TrimSpace(strings.TrimPrefix(w.run("version").Out, "plotline ")), "<version>",
	}
	expect.WriteFiles(t, elsewhere)
	expect.WriteFiles(t, w.media, "The.Show.S01E01.720p.mkv", "The.Show.S01E02.720p.mkv", "The.Show.S01E02.720p.en.srt", "Interview.mkv", "film/Film.mkv")
	w.admin = w.token("admin", "--role", "admin")
	w.reader = w.token("reader", "--role", "reader", "--expires", "2199-01-01")
	w.elsewhere = w.token("elsewhere", "--role", "writer", "--workspace", "elsewhere")
	w.describeShow()
	model := aiserver.New(t)
	model.Answer(func(asked aiserver.Request) aiserver.Step {
		if strings.Contains(asked.Text(), "suggestedAnimations") {
			return aiserver.Text(aiserver.Analysis())
		}
		return aiserver.Text(aiserver.GoodScene)
	})
	var err error
	w.Server, err = serving.Launch(t.Context(), binary, nil, "--data-dir", w.dir, "--tokens", w.tokens, "--toolsets", "all",
		"--media-root", filepath.Dir(w.media), "--media-root", "elsewhere="+elsewhere, "--ai-base-url", model.URL(), "--cors-origin", "https://example.org")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.end)
	w.document = w.send(http.MethodGet, "/api/openapi.json", "", nil).body
	if w.operations, err = apiclient.Operations(w.document); err != nil {
		t.Fatal(err)
	}
	w.tools = w.rpc("tools/list", `{}`, "")
	return w
}

// end stops the server.
func (w *world) end() {
	if w.Runs() {
		if err := w.Stop(); err != nil {
			w.t.Error(err)
		}
	}
}

// describeShow writes the show's metadata, as Simple Media Manager does.
func (w *world) describeShow() {
	w.t.Helper()
	file := filepath.Join(w.dir, "metadata", underscored(w.media)+".json")
	text := `{"mediaFolderPath":` + quoted(w.media) + `,"type":"tvshow-folder","mediaFiles":[],"tmdbTvShow":{"name":"The Show","number_of_seasons":1,
		"number_of_episodes":2,"seasons":[{"season_number":1,"name":"Season 1","episodes":[{"episode_number":1,"name":"Pilot"}]}]}}`
	expect.WriteNew(w.t, file, text)
}

// underscored returns a folder's name within the name of its metadata file.
func underscored(folder string) string { return strings.ReplaceAll(folder, "/", "_") }

// token creates a token.
func (w *world) token(name string, args ...string) string {
	w.t.Helper()
	made := serving.Run(w.t, binary, nil, append([]string{"token", "create", name, "--tokens", w.tokens}, args...)...)
	if made.Status != 0 {
		w.t.Fatal(made.Err)
	}
	return strings.TrimSpace(made.Out)
}

// answer is an HTTP reply.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send sends a request with an admin's token, unless the headers give another. The token "" means none.
func (w *world) send(method, path, body string, headers map[string]string) answer {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), method, w.URL+path, bytes.NewReader([]byte(body)))
	if err != nil {
		w.t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Authorization", "Bearer "+w.admin)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	if request.Header.Get("Authorization") == "" {
		request.Header.Del("Authorization")
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, raw}
}

// modern is the newest revision of the Model Context Protocol. It has no sessions.
const modern = "2026-07-28"

// mcp sends a message of the newest revision. params is an object, and more are additional headers.
func (w *world) mcp(method, params, name string, more map[string]string) answer {
	w.t.Helper()
	return w.mcpAt("/mcp", method, params, name, more)
}

func (w *world) mcpAt(path, method, params, name string, more map[string]string) answer {
	w.t.Helper()
	var members map[string]any
	if err := json.Unmarshal([]byte(params), &members); err != nil {
		w.t.Fatalf("%s: %v", params, err)
	}
	members["_meta"] = map[string]any{
		"io.modelcontextprotocol/protocolVersion": modern, "io.modelcontextprotocol/clientCapabilities": map[string]any{},
	}
	headers := map[string]string{"Accept": "application/json, text/event-stream", "Mcp-Protocol-Version": modern, "Mcp-Method": method}
	if name != "" {
		headers["Mcp-Name"] = name
	}
	maps.Copy(headers, more)
	body := compact(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": members})
	return w.send(http.MethodPost, path, body, headers)
}

// message is a JSON-RPC reply.
type message struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data"`
	} `json:"error"`
}

// read decodes a reply. In a stream of events, it is the last event.
func read(body []byte) (message, error) {
	if at := bytes.LastIndex(body, []byte("data: ")); at >= 0 && !bytes.HasPrefix(body, []byte("{")) {
		body = body[at+len("data: "):]
	}
	var m message
	err := json.Unmarshal(body, &m)
	return m, err
}

// rpc is mcp for a request that must succeed.
func (w *world) rpc(method, params, name string) json.RawMessage {
	w.t.Helper()
	got := w.mcp(method, params, name, nil)
	m, err := read(got.body)
	if err != nil || m.Error != nil {
		w.t.Fatalf("%s %s: %v, %s", method, params, err, got.body)
	}
	return m.Result
}

// values decodes JSON that the program wrote.
func (w *world) values(raw []byte) any {
	w.t.Helper()
	value, err := decode(raw)
	if err != nil {
		w.t.Fatalf("%.300s: %v", raw, err)
	}
	return value
}

// members is values for an object.
func (w *world) members(raw []byte) map[string]any {
	w.t.Helper()
	object, is := w.values(raw).(map[string]any)
	if !is {
		w.t.Fatalf("no object: %.300s", raw)
	}
	return object
}

// list returns a member of an object that is a list of objects.
func (w *world) list(object map[string]any, name string) []map[string]any {
	w.t.Helper()
	items, _ := object[name].([]any)
	all := make([]map[string]any, 0, len(items))
	for _, item := range items {
		member, is := item.(map[string]any)
		if !is {
			w.t.Fatalf("%s: no object: %v", name, item)
		}
		all = append(all, member)
	}
	return all
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }
