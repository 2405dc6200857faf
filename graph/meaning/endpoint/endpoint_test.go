package endpoint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plotline/graph/meaning/endpoint"
	"plotline/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const secret = "sk-test-0123456789abcdefghijklmnop"

// request is a request that a server received.
type request struct {
	Model string
	Input []string

	path, query, key string
}

// server is an endpoint whose answers a test defines. It records its requests.
type server struct {
	*httptest.Server

	mu   sync.Mutex
	seen []request
}

// serve starts a server. answer is called with the number of the request, starting at 0.
func serve(t *testing.T, answer func(w http.ResponseWriter, r request, number int)) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got := request{path: r.URL.Path, query: r.URL.RawQuery, key: r.Header.Get("Authorization")}
		if err := json.Unmarshal(body, &got); err != nil {
			t.Errorf("the server got %q: %v", body, err)
		}
		s.mu.Lock()
		number := len(s.seen)
		s.seen = append(s.seen, got)
		s.mu.Unlock()
		answer(w, got, number)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) requests() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

// vectors answers with vectors of the given dimensions, last text first. Each begins with the length of its
// text.
func vectors(w http.ResponseWriter, r request, dimensions int) {
	type row struct {
		Object    string    `json:"object"`
		Index     int       `json:"index"`
		Embedding []float64 `json:"embedding"`
	}
	rows := []row{}
	for i, text := range slices.Backward(r.Input) {
		vector := make([]float64, dimensions)
		vector[0], vector[1] = float64(len(text)), 1
		rows = append(rows, row{"embedding", i, vector})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": rows, "model": r.Model, "usage": map[string]int{}})
}

func newClient(t *testing.T, base string, with ...func(*endpoint.Config)) *endpoint.Client {
	t.Helper()
	config := endpoint.Config{BaseURL: base + "/v1", Model: "some-model", Key: secret, Pause: time.Millisecond}
	for _, change := range with {
		change(&config)
	}
	c, err := endpoint.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// lengthOf reads the length of the text from a vector of vectors.
func lengthOf(vector []float32) int { return int(math.Round(float64(vector[0] / vector[1]))) }

func TestEmbed(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r request, _ int) { vectors(w, r, 8) })
	c := newClient(t, s.URL, func(o *endpoint.Config) {
		o.BaseURL += "?version=2"
		o.Batch, o.DocumentPrefix, o.QueryPrefix = 3, "d: ", "query: "
	})
	texts := []string{"a", "bb", "ccc", "", "eeeee", "日本", strings.Repeat("é", 5000)}
	got, err := c.Embed(t.Context(), texts)
	if err != nil || len(got) != len(texts) {
		t.Fatal(len(got), err)
	}
	for i, want := range []int{4, 5, 6, 3, 8, 9, 3 + 2*2048} {
		if lengthOf(got[i]) != want || len(got[i]) != 8 {
			t.Errorf("%.20q: the vector of a text of %d bytes, not %d", texts[i], lengthOf(got[i]), want)
		}
		var sum float64
		for _, x := range got[i] {
			sum += float64(x) * float64(x)
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("%.20q: the square of the length is %g", texts[i], sum)
		}
	}
	query, err := c.EmbedQuery(t.Context(), "ab")
	if err != nil || lengthOf(query) != 9 {
		t.Errorf("%v, %v", query, err)
	}
	sent := s.requests()
	sizes := make([]int, len(sent))
	for i, r := range sent {
		sizes[i] = len(r.Input)
		if r.path != "/v1/embeddings" || r.query != "version=2" || r.key != "Bearer "+secret || r.Model != "some-model" {
			t.Errorf("the request %d went to %s?%s for %s", i, r.path, r.query, r.Model)
		}
	}
	if !slices.Equal(sizes, []int{3, 3, 1, 1}) {
		t.Errorf("the requests had %v texts", sizes)
	}
	if dimensions, err := c.Dimensions(t.Context()); dimensions != 8 || err != nil || c.ID() != "endpoint/some-model" || len(s.requests()) != 4 {
		t.Errorf("%d, %v, %s", dimensions, err, c.ID())
	}
	if none, err := c.Embed(t.Context(), nil); len(none) != 0 || err != nil {
		t.Error(none, err)
	}
}

func TestDimensionsAreRequested(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r request, _ int) { vectors(w, r, 5) })
	c := newClient(t, s.URL)
	for range 2 {
		if dimensions, err := c.Dimensions(t.Context()); dimensions != 5 || err != nil {
			t.Error(dimensions, err)
		}
	}
	if len(s.requests()) != 1 {
		t.Errorf("%d requests", len(s.requests()))
	}
}

func TestDimensionsChange(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r request, number int) { vectors(w, r, 4+number) })
	for name, c := range map[string]struct {
		client *endpoint.Client
		first  fault.Code
	}{
		"from call to call":           {newClient(t, s.URL), ""},
		"from what is known to begin": {newClient(t, s.URL, func(o *endpoint.Config) { o.Dimensions = 3 }), fault.Unavailable},
	} {
		if _, err := c.client.EmbedQuery(t.Context(), "a"); fault.CodeOf(err) != c.first {
			t.Errorf("%s: %v", name, err)
		}
		_, err := c.client.EmbedQuery(t.Context(), "a")
		if fault.CodeOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "another model") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// rubbish returns bodies that a server may send with status 200 for two texts.
func rubbish() map[string]string {
	long := `{"data":[{"index":0,"embedding":[1` + strings.Repeat(",1", 16384) + `]},{"index":1,"embedding":[1]}]}`
	return map[string]string{
		"nothing":               ``,
		"a page":                `<html>` + secret + `</html>`,
		"an error":              `{"error":{"message":"` + secret + `"}}`,
		"no list":               `{"data":null}`,
		"one of two":            `{"data":[{"index":0,"embedding":[1,2]}]}`,
		"three of two":          `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1]},{"index":2,"embedding":[1]}]}`,
		"the same twice":        `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		"an index of its own":   `{"data":[{"index":0,"embedding":[1]},{"index":7,"embedding":[1]}]}`,
		"a negative index":      `{"data":[{"index":-1,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		"different dimensions":  `{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]}`,
		"an empty vector":       `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`,
		"a vector of zeros":     `{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[1,2]}]}`,
		"numbers beyond bounds": `{"data":[{"index":0,"embedding":[1e99]},{"index":1,"embedding":[1]}]}`,
		"texts for numbers":     `{"data":[{"index":0,"embedding":["a"]},{"index":1,"embedding":[1]}]}`,
		"base64":                `{"data":[{"index":0,"embedding":"AAAA"},{"index":1,"embedding":"AAAA"}]}`,
		"endless dimensions":    long,
		"half of an answer":     `{"data":[{"index":0,"embedding":[1,`,
	}
}

func TestInvalidAnswers(t *testing.T) {
	t.Parallel()
	for name, body := range rubbish() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ request, _ int) { _, _ = io.WriteString(w, body) })
			_, err := newClient(t, s.URL).Embed(t.Context(), []string{"a", "b"})
			if fault.CodeOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "returned an invalid reply") || strings.Contains(err.Error(), secret) {
				t.Errorf("%v", err)
			}
			if len(s.requests()) != 1 {
				t.Errorf("%d requests", len(s.requests()))
			}
		})
	}
}

// TestNoIndex checks that a server may omit the index if its answer has one vector.
func TestNoIndex(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ request, _ int) {
		_, _ = io.WriteString(w, `{"data":[{"embedding":[3,4]}]}`)
	})
	got, err := newClient(t, s.URL).EmbedQuery(t.Context(), "a")
	if err != nil || len(got) != 2 || math.Abs(float64(got[0])-0.6) > 1e-6 || math.Abs(float64(got[1])-0.8) > 1e-6 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status, requests int
		code             fault.Code
		want             string
	}{
		"no key":         {401, 1, fault.Unavailable, "PLOTLINE_EMBEDDINGS_API_KEY"},
		"forbidden":      {403, 1, fault.Unavailable, "PLOTLINE_EMBEDDINGS_API_KEY"},
		"no model":       {404, 1, fault.Unavailable, "PLOTLINE_EMBEDDINGS_MODEL"},
		"refused":        {400, 1, fault.Unavailable, "rejects the texts"},
		"elsewhere":      {302, 1, fault.Unavailable, "server error"},
		"busy":           {429, 3, fault.RateLimited, "too many requests"},
		"broken":         {500, 3, fault.Unavailable, "server error"},
		"down":           {503, 3, fault.Unavailable, "server error"},
		"not made for":   {501, 1, fault.Unavailable, "server error"},
		"slow elsewhere": {408, 1, fault.Timeout, "in time"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ request, _ int) {
				w.Header().Set("Location", "http://127.0.0.1:1/")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, "your key "+secret+" is wrong")
			})
			_, err := newClient(t, s.URL).EmbedQuery(t.Context(), "short")
			if fault.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), secret) {
				t.Errorf("%v", err)
			}
			if len(s.requests()) != c.requests {
				t.Errorf("%d requests, not %d", len(s.requests()), c.requests)
			}
		})
	}
}

// TestRetries checks that a temporary failure is retried, and that texts that are too long are shortened.
func TestRetries(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r request, number int) {
		if number == 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		vectors(w, r, 3)
	})
	if got, err := newClient(t, s.URL).EmbedQuery(t.Context(), "abc"); err != nil || lengthOf(got) != 3 {
		t.Error(got, err)
	}
	narrow := serve(t, func(w http.ResponseWriter, r request, _ int) {
		if slices.ContainsFunc(r.Input, func(text string) bool { return len(text) > 600 }) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		vectors(w, r, 3)
	})
	got, err := newClient(t, narrow.URL).Embed(t.Context(), []string{"abc", strings.Repeat("x", 1000)})
	if err != nil || lengthOf(got[0]) != 3 || lengthOf(got[1]) != 512 || len(narrow.requests()) != 2 {
		t.Errorf("%v after %d requests", err, len(narrow.requests()))
	}
}

func TestServerUnreachable(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, request, int) {})
	s.Close()
	_, err := newClient(t, s.URL).EmbedQuery(t.Context(), "a")
	if fault.CodeOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "cannot be reached") {
		t.Error(err)
	}
}

func TestServerSlow(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	s := serve(t, func(http.ResponseWriter, request, int) { <-over })
	t.Cleanup(func() { close(over) }) // before the server is closed, which waits for this
	c := newClient(t, s.URL, func(o *endpoint.Config) { o.Timeout = 50 * time.Millisecond })
	if _, err := c.EmbedQuery(t.Context(), "a"); fault.CodeOf(err) != fault.Timeout || !strings.Contains(err.Error(), "in time") {
		t.Error(err)
	}
	patient := newClient(t, s.URL)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := patient.Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := patient.Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ request, _ int) {
		part := []byte(strings.Repeat(" ", 1<<20))
		for range 40 {
			if _, err := w.Write(part); err != nil {
				return
			}
		}
	})
	_, err := newClient(t, s.URL).EmbedQuery(t.Context(), "a")
	if fault.CodeOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "too large") {
		t.Error(err)
	}
}

func TestInvalidConfigurations(t *testing.T) {
	t.Parallel()
	good := endpoint.Config{BaseURL: "http://127.0.0.1:1/v1", Model: "m"}
	for name, c := range map[string]struct {
		change func(*endpoint.Config)
		want   error
	}{
		"no address":          {func(o *endpoint.Config) { o.BaseURL = "" }, endpoint.ErrAddress},
		"another scheme":      {func(o *endpoint.Config) { o.BaseURL = "file:///etc/passwd" }, endpoint.ErrAddress},
		"a key of two lines":  {func(o *endpoint.Config) { o.Key = "a\nb" }, endpoint.ErrKey},
		"no model":            {func(o *endpoint.Config) { o.Model = "" }, endpoint.ErrModel},
		"too large a batch":   {func(o *endpoint.Config) { o.Batch = 257 }, endpoint.ErrBounds},
		"negative dimensions": {func(o *endpoint.Config) { o.Dimensions = -1 }, endpoint.ErrBounds},
	} {
		config := good
		c.change(&config)
		if _, err := endpoint.New(config); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, not %v", name, err, c.want)
		}
	}
	if _, err := endpoint.New(good); err != nil {
		t.Error(err)
	}
}

func TestNothingPrintsTheKey(t *testing.T) {
	t.Parallel()
	config := endpoint.Config{BaseURL: "http://user:" + "hunter2" + "@127.0.0.1:1/v1", Model: "m", Key: secret}
	c, err := endpoint.New(config)
	if err != nil {
		t.Fatal(err)
	}
	marshalled, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	type holder struct{ inner *endpoint.Client }
	out := fmt.Sprintf("%v %+v %#v %s %x %v %+v %#v %v %s %s", config, config, config, config, config, c, c, holder{c}, &config, marshalled, c.LogValue())
	for _, word := range []string{secret, "hunter2", fmt.Sprintf("%x", secret)} {
		if strings.Contains(out, word) {
			t.Errorf("a secret stands in %s", out)
		}
	}
	if !strings.Contains(out, "m at 127.0.0.1:1, [key]") {
		t.Error(out)
	}
}

// FuzzAnswers checks that every answer gives vectors of one length, or an error with the code unavailable.
func FuzzAnswers(f *testing.F) {
	for _, body := range rubbish() {
		f.Add([]byte(body))
	}
	f.Add([]byte(`{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":[0.5,-1e-40]}]}`))
	var body []byte
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
	f.Cleanup(s.Close)
	f.Fuzz(func(t *testing.T, answer []byte) {
		body = answer
		c := newClient(t, s.URL)
		got, err := c.Embed(t.Context(), []string{"a", "b"})
		if err != nil {
			if fault.CodeOf(err) != fault.Unavailable {
				t.Fatal(err)
			}
			return
		}
		if len(got) != 2 || len(got[0]) == 0 || len(got[0]) != len(got[1]) {
			t.Fatalf("%q gives %v", answer, got)
		}
	})
}
