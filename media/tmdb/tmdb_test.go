package tmdb_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"plotline/media/tmdb"
	"plotline/testing/kit/expect"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	apiKey = "0123456789abcdef0123456789abcdef"
	token  = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0.c2lnbmF0dXJl" //nolint:gosec // made up
)

// server is a TMDB server for tests. It records the requests and their times.
type server struct {
	*httptest.Server
	wire  *wire
	mu    sync.Mutex
	asked []*http.Request
	at    []time.Time
}

func newServer(t *testing.T, answer http.HandlerFunc) *server {
	t.Helper()
	s := &server{wire: newWire()}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r)
		s.at = append(s.at, time.Now())
		s.mu.Unlock()
		answer(w, r)
	}))
	_ = s.Listener.Close()
	s.Listener = s.wire
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// waits returns the intervals between the requests.
func (s *server) waits() (list []time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := 1; i < len(s.at); i++ {
		list = append(list, s.at[i].Sub(s.at[i-1]))
	}
	return list
}

// requests returns the requests received so far.
func (s *server) requests() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// client returns a client for the server.
func (s *server) client(t *testing.T, key string) *tmdb.Client {
	t.Helper()
	return s.limited(t, key, 0)
}

// limited returns a client with a time limit for each request.
func (s *server) limited(t *testing.T, key string, timeout time.Duration) *tmdb.Client {
	t.Helper()
	transport := &http.Transport{DialContext: s.wire.dial}
	t.Cleanup(transport.CloseIdleConnections)
	return tmdb.New(tmdb.Config{BaseURL: "http://tmdb.test/3/", Key: key, HTTP: transport, Timeout: timeout})
}

func say(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
}

// status replies with a status and the JSON that TMDB sends with it.
func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(`{"status_message":"no"}`))
	}
}

func TestNoKeyNoClient(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", " \n"} {
		if c := tmdb.New(tmdb.Config{Key: key}); c != nil {
			t.Errorf("%q makes a client", key)
		}
	}
}

func TestAsking(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		say(map[string]string{
			"/3/search/tv":         `{"results":[{"id":70523,"name":"Dark","original_name":"Dunkel","first_air_date":"2017-12-01","more":1}]}`,
			"/3/tv/70523":          `{"id":70523,"name":"Dark","number_of_seasons":3,"number_of_episodes":26,"seasons":[{"season_number":0,"name":"Specials"}]}`,
			"/3/tv/70523/season/0": `{"season_number":0,"name":"Specials","episodes":[{"episode_number":1,"name":"A","overview":"B","air_date":null}]}`,
		}[r.URL.Path])(w, r)
	})
	c := s.client(t, apiKey)
	found, err := c.Search(t.Context(), "Dark & more", 2017, "de-DE")
	want := []tmdb.Match{{ID: 70523, Name: "Dark", OriginalName: "Dunkel", FirstAirDate: "2017-12-01"}}
	if diff := cmp.Diff(want, found); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	show, err := c.Show(t.Context(), 70523, "de-DE")
	head := tmdb.Show{ID: 70523, Name: "Dark", NumberOfSeasons: 3, NumberOfEpisodes: 26, Seasons: []tmdb.SeasonHead{{Name: "Specials"}}}
	if diff := cmp.Diff(head, show); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	season, err := c.Season(t.Context(), 70523, 0, "de-DE")
	specials := tmdb.Season{Name: "Specials", Episodes: []tmdb.Episode{{EpisodeNumber: 1, Name: "A", Overview: "B"}}}
	if diff := cmp.Diff(specials, season); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	query := s.requests()[0].URL.Query()
	if query.Get("query") != "Dark & more" || query.Get("first_air_date_year") != "2017" || query.Get("language") != "de-DE" {
		t.Errorf("%v", query)
	}
}

func TestKeyIsSentInHeader(t *testing.T) {
	t.Parallel()
	for key, bearer := range map[string]bool{apiKey: false, token: true, strings.Repeat("k", 41): true, " " + apiKey + "\n": false} {
		s := newServer(t, say(`{}`))
		if _, err := s.client(t, key).Show(t.Context(), 1, "en-US"); err != nil {
			t.Error(err)
		}
		r := s.requests()[0]
		inHeader, inQuery := r.Header.Get("Authorization") == "Bearer "+key, r.URL.Query().Get("api_key") == strings.TrimSpace(key)
		if inHeader != bearer || inQuery == bearer {
			t.Errorf("%s: header %q, query %q", key, r.Header.Get("Authorization"), r.URL.RawQuery)
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	hang := func(w http.ResponseWriter, _ *http.Request) { // announces more bytes than it sends
		w.Header().Set("Content-Length", "1000")
		say(`{"id":`)(w, nil)
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   error
		asked  int
	}{
		"the key is refused":   {status(401), tmdb.ErrKey, 1},
		"forbidden":            {status(403), tmdb.ErrKey, 1},
		"not known":            {status(404), tmdb.ErrNotFound, 1},
		"a bad request":        {status(400), tmdb.ErrGarbled, 1},
		"sent elsewhere":       {status(302, "Location", "https://elsewhere.invalid/"), tmdb.ErrGarbled, 1},
		"a fault of its own":   {status(500), tmdb.ErrUnavailable, 3},
		"a gateway's":          {status(502), tmdb.ErrUnavailable, 3},
		"busy":                 {status(429), tmdb.ErrBusy, 3},
		"busy for long":        {status(429, "Retry-After", "3600"), tmdb.ErrBusy, 1},
		"prose":                {say("<html>Welcome</html>"), tmdb.ErrGarbled, 1},
		"nothing":              {say(""), tmdb.ErrGarbled, 1},
		"another shape":        {say(`{"id":"seven"}`), tmdb.ErrGarbled, 1},
		"a list":               {say(`[]`), tmdb.ErrGarbled, 1},
		"cut short":            {hang, tmdb.ErrUnavailable, 3},
		"too much":             {say(`{"name":"` + strings.Repeat("x", 9<<20) + `"}`), tmdb.ErrGarbled, 1},
		"the connection drops": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, tmdb.ErrUnavailable, 3},
	} {
		for _, key := range []string{apiKey, token} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newServer(t, c.answer)
					_, err := s.client(t, key).Show(t.Context(), 7, "en-US")
					if !errors.Is(err, c.want) || len(s.requests()) != c.asked {
						t.Errorf("%v after %d requests, want %v after %d", err, len(s.requests()), c.want, c.asked)
					}
					for cause := err; cause != nil; cause = errors.Unwrap(cause) {
						if strings.Contains(cause.Error(), key) || strings.Contains(cause.Error(), "http") {
							t.Errorf("the error tells too much: %v", cause)
						}
					}
				})
			})
		}
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first http.HandlerFunc
		waits []time.Duration
	}{
		"after a fault":      {status(503), []time.Duration{250 * time.Millisecond, 500 * time.Millisecond}},
		"as long as it says": {status(429, "Retry-After", "3"), []time.Duration{3 * time.Second, 3 * time.Second}},
		"until then":         {status(429, "Retry-After", "Fri, 01 Jan 1999 00:00:00 GMT"), []time.Duration{250 * time.Millisecond, 500 * time.Millisecond}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var n atomic.Int32
				s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
					if n.Add(1) < 3 {
						c.first(w, r)
						return
					}
					say(`{"id":7,"name":"Show"}`)(w, r)
				})
				show, err := s.client(t, apiKey).Show(t.Context(), 7, "en-US")
				if err != nil || show.Name != "Show" || !slices.Equal(s.waits(), c.waits) {
					t.Errorf("%v, %v, waits %v", show, err, s.waits())
				}
			})
		})
	}
}

// slow returns only after the client has gone.
func slow(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func TestTimeLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		for timeout, limit := range map[time.Duration]time.Duration{0: 15 * time.Second, time.Minute: time.Minute} {
			s := newServer(t, slow)
			_, err := s.limited(t, apiKey, timeout).Show(t.Context(), 7, "en-US")
			if took := time.Since(start); !errors.Is(err, tmdb.ErrTimeout) || len(s.requests()) != 1 || took != limit {
				t.Errorf("%v after %d requests and %s", err, len(s.requests()), took)
			}
			start = start.Add(limit)
		}
	})
}

func TestCallerCancels(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		slow(w, r)
	})
	if _, err := s.client(t, apiKey).Show(ctx, 7, "en-US"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	busy := newServer(t, status(503))
	between := expect.OnWait(ctx, cancel)
	if _, err := busy.client(t, apiKey).Show(between, 7, "en-US"); !errors.Is(err, context.Canceled) || len(busy.requests()) > 1 {
		t.Errorf("%v after %d requests", err, len(busy.requests()))
	}
}

func TestInvalidBaseURL(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"http://host:port", "://", "no scheme", "http://127.0.0.1:1"} {
		synctest.Test(t, func(t *testing.T) {
			c := tmdb.New(tmdb.Config{BaseURL: base, Key: apiKey, HTTP: &http.Transport{}})
			_, err := c.Show(t.Context(), 7, "en-US")
			if err == nil || strings.Contains(err.Error(), apiKey) || (!errors.Is(err, tmdb.ErrGarbled) && !errors.Is(err, tmdb.ErrUnavailable)) {
				t.Errorf("%q: %v", base, err)
			}
		})
	}
}
