package openai_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plotline/scenes/model"
	"plotline/scenes/openai"
	"plotline/testing/kit/aiserver"
)

// everything prints values in many formats.
func everything(values ...any) string {
	var out bytes.Buffer
	text, structured := slog.New(slog.NewTextHandler(&out, nil)), slog.New(slog.NewJSONHandler(&out, nil))
	for _, v := range values {
		_, _ = fmt.Fprintf(&out, "%v %+v %#v %s %q %x %d\n", v, v, v, v, v, v, v)
		_, _ = fmt.Fprintf(&out, "%v %+v %#v\n", []any{v}, struct{ Inner any }{v}, map[string]any{"v": v})
		text.Info("v", "v", v, "list", []any{v})
		structured.Info("v", "v", v, "list", []any{v})
		_ = json.NewEncoder(&out).Encode(v)
		for err, ok := v.(error); ok && err != nil; err = errors.Unwrap(err) {
			_, _ = fmt.Fprintf(&out, "%T %+v %#v\n", err, err, err)
		}
	}
	return out.String()
}

// unspoken fails if a text contains the key, as it is or in the hexadecimal form of %x.
func unspoken(t *testing.T, text string) {
	t.Helper()
	for _, form := range []string{secret, fmt.Sprintf("%x", secret), "hunter2"} {
		if strings.Contains(text, form) {
			t.Errorf("a secret stands in:\n%.2000s", text)
		}
	}
}

func TestConfigurationPrintsWithoutSecrets(t *testing.T) {
	t.Parallel()
	config := openai.Config{BaseURL: "http://user:" + "hunter2" + "@127.0.0.1:1/v1", Model: "m", Key: secret}
	c, err := openai.New(config)
	if err != nil {
		t.Fatal(err)
	}
	type holder struct{ inner *openai.Client } // its field is printed without the client's methods
	out := everything(config, &config, c, holder{c}, &holder{c}, openai.Config{Key: secret, BaseURL: "://hunter2"})
	unspoken(t, out)
	if !strings.Contains(out, "m at 127.0.0.1:1, [key]") {
		t.Errorf("it does not say what it is:\n%.500s", out)
	}
	if keyless := fmt.Sprint(openai.Config{}, (*openai.Client)(nil)); !strings.Contains(keyless, "without a key") {
		t.Error(keyless)
	}
}

// echoes answers with the key in every part.
func echoes() map[string]http.HandlerFunc {
	list := map[string]http.HandlerFunc{}
	body := `{"model":"` + secret + `","error":{"message":"` + secret + `","param":"` + secret + `"},` +
		`"choices":[{"finish_reason":"` + secret + `","message":{"role":"` + secret + `","content":"I saw ` + secret + `"}}]}`
	for _, code := range []int{200, 204, 301, 307, 400, 401, 403, 404, 413, 418, 422, 429, 500, 501, 503} {
		list[fmt.Sprint("status ", code)] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/"+secret)
			w.Header().Set("Retry-After", secret)
			w.Header().Set("X-Key", secret)
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body)
		}
	}
	list["status text"] = raw("HTTP/1.1 500 " + secret + "\r\nContent-Length: 0\r\n\r\n")
	list["status line"] = raw("HTTP/1.1 " + secret + "\r\n\r\n")
	list["header line"] = raw("HTTP/1.1 200 OK\r\n" + secret + "\r\n\r\n")
	list["length"] = raw("HTTP/1.1 200 OK\r\nContent-Length: " + secret + "\r\n\r\n")
	list["encoding"] = raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: " + secret + "\r\n\r\n")
	list["chunk"] = raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + secret + "\r\n")
	list["redirect target"] = raw("HTTP/1.1 302 Found\r\nLocation: http://%zz" + secret + "\r\nContent-Length: 0\r\n\r\n")
	list["broken JSON"] = raw("HTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\n{\"" + secret)
	return list
}

// raw writes an answer directly to the connection.
func raw(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_, _ = io.WriteString(conn, answer)
			_ = conn.Close()
		}
	}
}

func TestKeyIsNeverShown(t *testing.T) {
	t.Parallel()
	for name, handler := range echoes() {
		for _, asked := range []string{"named", ""} {
			t.Run(name+" "+asked, func(t *testing.T) {
				t.Parallel()
				s := httptest.NewServer(handler)
				t.Cleanup(s.Close)
				c, err := openai.New(openai.Config{BaseURL: s.URL, Model: asked, Key: secret, Pause: 1})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(c.Close)
				answer, err := c.Complete(t.Context(), hello())
				unspoken(t, everything(answer, err, c))
				if err == nil && answer != (model.Answer{Text: "I saw [key]", Model: "[key]"}) {
					t.Errorf("Complete: %+v", answer)
				}
			})
		}
	}
}

// TestRedirectIsNotFollowed checks that redirects are not followed, so that no other host gets the key or the
// request.
func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	for _, code := range []int{301, 302, 303, 307, 308} {
		t.Run(http.StatusText(code), func(t *testing.T) {
			t.Parallel()
			var seen int
			other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { seen++ }))
			s := aiserver.New(t, aiserver.Status(code, "", "Location", other.URL))
			_, err := client(t, s).Complete(t.Context(), hello())
			other.Close() // waits for its requests
			if !errors.Is(err, model.ErrGarbled) || seen != 0 {
				t.Errorf("%v, and the other server was asked %d times", err, seen)
			}
		})
	}
}
