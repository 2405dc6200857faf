package aiserver_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"plotline/testing/kit/aiserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const goodQuestion = `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`

// post sends a request on a separate connection, and returns status and body, or the error if the
// connection breaks.
func post(t *testing.T, base, body string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	request.Header.Set("Content-Type", "application/json")
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(request)
	if err != nil {
		return err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(response.StatusCode, " ", response.Header.Get("Retry-After"), " ", string(text))
}

// TestStepsInOrder checks that steps run in order, and that the last one repeats.
func TestStepsInOrder(t *testing.T) {
	t.Parallel()
	s := aiserver.New(t, aiserver.Status(500, "one"), aiserver.Busy("7"), aiserver.Text("three"))
	for i, want := range []string{"500  one", "429 7 ", `"content":"three"`, `"content":"three"`} {
		if got := post(t, s.URL(), goodQuestion); !strings.Contains(got, want) {
			t.Errorf("%d: %s", i, got)
		}
	}
	s.Answer(func(r aiserver.Request) aiserver.Step { return aiserver.Text("you said " + r.Text()) })
	if got := post(t, s.URL(), goodQuestion); !strings.Contains(got, "you said Hi") {
		t.Error(got)
	}
	s.Then(aiserver.Text("again"))
	if got := post(t, s.URL(), goodQuestion); !strings.Contains(got, "again") {
		t.Error(got)
	}
	if asked := s.Await(t, 6); len(asked) != 6 || asked[5].Model != "m" || asked[5].Body != goodQuestion {
		t.Errorf("asked: %+v", asked)
	}
}

func TestEachStep(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step aiserver.Step
		want string
	}{
		"text":        {aiserver.Text("a"), `"content":"a"`},
		"cut":         {aiserver.Cut("a"), `"finish_reason":"length"`},
		"nothing":     {aiserver.Nothing(), `"content":""`},
		"null":        {aiserver.Null(), `"content":null`},
		"prose":       {aiserver.Prose("a"), "Sure!"},
		"parts":       {aiserver.Parts("a"), `"content":[{"text":"a","type":"text"}]`},
		"refusal":     {aiserver.Refusal("no"), `"refusal":"no"`},
		"filtered":    {aiserver.Filtered(), `"content_filter"`},
		"no choices":  {aiserver.NoChoices(), `"choices":[]`},
		"raw":         {aiserver.Raw("a"), "200  a"},
		"broken JSON": {aiserver.BrokenJSON(), `"cut he`},
		"fault":       {aiserver.Fault(503, "a", "Retry-After", "9"), "503 9 "},
		"busy":        {aiserver.Busy(""), "429  "},
		"unsupported": {aiserver.Unsupported("f", "a"), `"param":"f"`},
		"redirect":    {aiserver.Redirect("http://a.test"), "307 "},
		"slow":        {aiserver.Slow(1, aiserver.Text("a")), `"content":"a"`},
		"drip":        {aiserver.Drip(1, "a"), `"content":"a"`},
		"huge":        {aiserver.Huge(5), `"content":"aaaaa"`},
		"gather":      {aiserver.WaitForAll(1, aiserver.Text("a")), `"content":"a"`},
		"truncated":   {aiserver.Truncated("a"), "unexpected EOF"},
		"hang up":     {aiserver.HangUp(), "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := post(t, aiserver.New(t, c.step).URL(), goodQuestion); !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestProtocolIsChecked checks that invalid requests are rejected and recorded.
func TestProtocolIsChecked(t *testing.T) {
	t.Parallel()
	s := aiserver.Script()
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	messages := func(rest string) string { return `{"model":"m","messages":` + rest + `}` }
	cases := map[string]string{
		`no JSON`:                               `invalid character`,
		`{}`:                                    `model is missing`,
		`{"model":"m","messages":[],"top_k":3}`: `unknown field "top_k"`,
		messages(`[]`):                          `messages is empty`,
		messages(`[{"role":"robot","content":"a"}]`):                                                    `the role is "robot"`,
		messages(`[{"role":"user"}]`):                                                                   `content is neither`,
		messages(`[{"role":"user","content":""}]`):                                                      `content is empty`,
		messages(`[{"role":"user","content":[]}]`):                                                      `content is neither`,
		messages(`[{"role":"user","content":[{"type":"text"}]}]`):                                       `a part of the type "text"`,
		messages(`[{"role":"user","content":[{"type":"sound"}]}]`):                                      `a part of the type "sound"`,
		messages(`[{"role":"user","content":[{"type":"image_url","image_url":{"url":"file:"}}]}]`):      `a part of the type "image_url"`,
		messages(`[{"role":"system","content":[{"type":"image_url","image_url":{"url":"http://a"}}]}]`): `for the role "system"`,
		messages(`[{"role":"user","content":"a"}],"stream":true`):                                       `stream is asked for`,
		messages(`[{"role":"user","content":"a"}],"max_tokens":0`):                                      `the limit of tokens`,
		messages(`[{"role":"user","content":"a"}],"max_tokens":1,"max_completion_tokens":1`):            `exclude each other`,
		messages(`[{"role":"user","content":"a"}],"temperature":2.1`):                                   `temperature is not`,
		messages(`[{"role":"user","content":"a"}],"response_format":{"type":"xml"}`):                    `response_format has the type "xml"`,
	}
	for body, want := range cases {
		got := post(t, h.URL, body)
		problems := s.Problems()
		if len(problems) == 0 || !strings.Contains(problems[len(problems)-1], want) || !strings.HasPrefix(got, "400") {
			t.Errorf("%s: %s, %q", body, got, problems)
		}
	}
	if len(s.Problems()) != len(cases) || len(s.Requests()) != 0 {
		t.Errorf("%d problems, %d requests", len(s.Problems()), len(s.Requests()))
	}
}

// recordingT replaces a test, to observe what happens to it.
type recordingT struct {
	testing.TB
	errors   []string
	cleanups []func()
}

func (o *recordingT) Helper() {}

func (o *recordingT) Cleanup(f func()) { o.cleanups = append(o.cleanups, f) }

func (o *recordingT) Errorf(format string, args ...any) {
	o.errors = append(o.errors, fmt.Sprintf(format, args...))
}

// TestNewFailsTheTest checks that an invalid request fails the test, and that a hanging server does not
// block it.
func TestNewFailsTheTest(t *testing.T) {
	t.Parallel()
	o := &recordingT{TB: t}
	hang, gone := aiserver.Hang()
	s := aiserver.New(o, hang)
	post(t, s.URL(), `{}`)
	hung := make(chan string)
	go func() { hung <- post(t, s.URL(), goodQuestion) }()
	s.Await(t, 1)
	for _, f := range o.cleanups {
		f()
	}
	<-gone
	<-hung
	want := []string{"a question to the model is not one by the protocol: POST /v1/chat/completions: model is missing"}
	if diff := cmp.Diff(want, o.errors); diff != "" {
		t.Error(diff)
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	s := aiserver.Script()
	list := func() string {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/models", http.NoBody))
		return w.Body.String()
	}
	if got := list(); !strings.Contains(got, `"id":"scripted-model"`) {
		t.Error(got)
	}
	s.Models("a", "b")
	if got := list(); strings.Count(got, `"id"`) != 2 || !strings.Contains(got, `"id":"b"`) {
		t.Error(got)
	}
	if len(s.Listings()) != 2 {
		t.Errorf("%d listings", len(s.Listings()))
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "answer")
	if err := os.WriteFile(file, []byte("from a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	steps, err := aiserver.Parse("busy=2, busy,status=503,text=a%2Cb,slow=1ns,file=" + file + ",scene,broken,analysis,json,prose,nothing,nochoices,refusal,hangup,truncated,drip")
	if err != nil {
		t.Fatal(err)
	}
	s := aiserver.New(t, steps...)
	for i, want := range []string{
		"429 2", "429  ", "503 ", `"a,b"`, "tsxCode", "from a file", "tsxCode", "tsxCode", "composition", "cut he",
		"Sure!", `"content":""`, `"choices":[]`, "I cannot", "EOF", "unexpected EOF",
	} {
		if got := post(t, s.URL(), goodQuestion); !strings.Contains(got, want) {
			t.Errorf("step %d: %s, want %s", i, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"", "scene,", "dance", "scene=1", "slow=x", "slow", "status=abc", "status=42", "status", "file=/does/not/exist"} {
		if _, err := aiserver.Parse(script); err == nil {
			t.Errorf("Parse(%q) is taken", script)
		}
	}
}
