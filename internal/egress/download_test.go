package egress_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/internal/egress"
)

// content is the file of the tests, of more than one packet.
var content = bytes.Repeat([]byte("0123456789abcdef"), 8<<10)

// whole serves a file with ranges.
func whole(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "file", time.Time{}, bytes.NewReader(content))
}

// withoutRanges ignores the header that asks for a range.
func withoutRanges(w http.ResponseWriter, r *http.Request) {
	r.Header.Del("Range")
	whole(w, r)
}

// cut promises all of the rest, and ends the connection after a part of it.
func cut(w http.ResponseWriter, r *http.Request) {
	at := 0
	_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &at)
	if at > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", at, len(content)-1, len(content)))
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(content)-at))
	if at > 0 {
		w.WriteHeader(http.StatusPartialContent)
	}
	_, _ = w.Write(content[at : at+20_000])
	panic(http.ErrAbortHandler)
}

// otherPlace continues a file elsewhere than it was asked to.
func otherPlace(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Range") == "" {
		whole(w, r)
		return
	}
	w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-%d/%d", len(content)-1, len(content)))
	w.WriteHeader(http.StatusPartialContent)
	_, _ = w.Write(content)
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// endless sends more than it is asked for, and does not say how much.
func endless(w http.ResponseWriter, _ *http.Request) {
	for range 40 {
		_, _ = w.Write(content)
	}
}

// server answers with one handler after another, repeating the last, and keeps the ranges that it was asked for.
func server(t *testing.T, steps ...http.HandlerFunc) (address string, ranges func() []string) {
	t.Helper()
	var mu sync.Mutex
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.Header.Get("Range"))
		step := steps[min(len(asked), len(steps))-1]
		mu.Unlock()
		step(w, r)
	}))
	s.Config.ErrorLog = nil
	t.Cleanup(s.Close)
	return s.URL + "/" + secret, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(asked)
	}
}

func TestDownload(t *testing.T) {
	t.Parallel()
	const most = 1 << 20
	half := len(content) / 2
	rest := fmt.Sprintf("bytes=%d-", half)
	for name, c := range map[string]struct {
		steps     []http.HandlerFunc
		has       []byte // at the beginning
		want      []byte // at the end; nil means the content
		ranges    []string
		continued bool
		err       error
	}{
		"whole":                    {[]http.HandlerFunc{whole}, nil, nil, []string{""}, false, nil},
		"continued":                {[]http.HandlerFunc{whole}, content[:half], nil, []string{rest}, true, nil},
		"continued, of another":    {[]http.HandlerFunc{whole}, make([]byte, half), slices.Concat(make([]byte, half), content[half:]), []string{rest}, true, nil},
		"complete already":         {[]http.HandlerFunc{whole}, content, nil, []string{fmt.Sprintf("bytes=%d-", len(content))}, true, nil},
		"longer than the file":     {[]http.HandlerFunc{whole}, append(slices.Clone(content), 0), nil, []string{fmt.Sprintf("bytes=%d-", len(content)+1), ""}, false, nil},
		"no ranges":                {[]http.HandlerFunc{withoutRanges}, content[:half], nil, []string{rest}, false, nil},
		"another range":            {[]http.HandlerFunc{otherPlace}, content[:half], nil, []string{rest, ""}, false, nil},
		"cut twice":                {[]http.HandlerFunc{cut, cut, whole}, nil, nil, []string{"", "bytes=20000-", "bytes=40000-"}, true, nil},
		"cut, then no ranges":      {[]http.HandlerFunc{cut, withoutRanges}, nil, nil, []string{"", "bytes=20000-"}, false, nil},
		"cut five times":           {[]http.HandlerFunc{cut}, nil, content[:100_000], []string{"", "bytes=20000-", "bytes=40000-", "bytes=60000-", "bytes=80000-"}, true, egress.ErrTruncated},
		"stumbles once":            {[]http.HandlerFunc{status(503), whole}, nil, nil, []string{"", ""}, false, nil},
		"absent":                   {[]http.HandlerFunc{status(404)}, content[:half], content[:half], []string{rest}, false, egress.ErrStatus},
		"not modified, unasked":    {[]http.HandlerFunc{status(304)}, nil, []byte{}, []string{""}, false, egress.ErrStatus},
		"endless":                  {[]http.HandlerFunc{endless}, nil, bytes.Repeat(content, 9)[:most+1], []string{""}, false, egress.ErrTooLarge},
		"redirected":               {[]http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/there", http.StatusFound) }, whole}, nil, nil, []string{"", ""}, false, nil},
		"redirected without end":   {[]http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/there", http.StatusFound) }}, nil, []byte{}, make([]string, 10), false, egress.ErrRedirect},
		"a range, but all is said": {[]http.HandlerFunc{status(416)}, nil, []byte{}, []string{""}, false, egress.ErrStatus},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "part")
			if err := os.WriteFile(path, c.has, 0o600); err != nil {
				t.Fatal(err)
			}
			if c.want == nil {
				c.want = content
			}
			address, ranges := server(t, c.steps...)
			last := int64(0)
			continued, err := egress.Download(t.Context(), address, path, most, func(done, _ int64) { last = done })
			if !errors.Is(err, c.err) || err != nil && strings.Contains(err.Error(), secret) {
				t.Fatalf("%v, want %v", err, c.err)
			}
			got, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(got, c.want) || continued != c.continued || !slices.Equal(ranges(), c.ranges) {
				t.Errorf("%d bytes (%v), continued: %t, asked for %q", len(got), err, continued, ranges())
			}
			if c.err == nil && name != "complete already" && last != int64(len(content)) {
				t.Errorf("the progress ends with %d", last)
			}
		})
	}
}

// TestInterruptedDownload checks that what has been fetched stays, and that other addresses are rejected.
func TestInterruptedDownload(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "part")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	address, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(content[:1000])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	if _, err := egress.Download(ctx, address, path, 1<<20, func(int64, int64) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content[:1000]) {
		t.Errorf("%d bytes stay (%v)", len(got), err)
	}
	for _, wrong := range []string{"", "ftp://example.test/x", "http:///x", "x.jar", "http://%zz/"} {
		if _, err := egress.Download(t.Context(), wrong, path, 1, nil); !errors.Is(err, egress.ErrAddress) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, err := egress.Download(t.Context(), address, filepath.Join(path, "x"), 1, nil); err == nil {
		t.Error("there is a file below a file")
	}
}
