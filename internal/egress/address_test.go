package egress_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/egress"
)

const addressKey = "sk-test-0123456789abcdef"

func TestAddresses(t *testing.T) {
	t.Parallel()
	for base, c := range map[string]struct {
		key, path string
		want      string
		err       error
	}{
		"http://127.0.0.1:11434/v1":    {"", "models", "http://127.0.0.1:11434/v1/models", nil},
		" https://example.com/v1/ ":    {" " + addressKey + "\n", "chat/completions", "https://example.com/v1/chat/completions", nil}, //nolint:gocritic // as people paste it
		"https://example.com/v1?a=b":   {"", "models", "https://example.com/v1/models?a=b", nil},
		"":                             {"", "", "", egress.ErrAddress},
		"ftp://example.com":            {"", "", "", egress.ErrAddress},
		"http://user:hunter2@%zz/":     {"", "", "", egress.ErrAddress},
		"https://example.com/second":   {"two words", "", "", egress.ErrKey},
		"https://example.com/injected": {"a\r\nX-Other: b", "", "", egress.ErrKey},
	} {
		address, err := egress.NewAddress(base, c.key)
		if !errors.Is(err, c.err) || err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v, not %v", base, err, c.err)
		}
		if err != nil {
			continue
		}
		request, err := address.JSON(t.Context(), http.MethodPost, c.path, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		bearer := ""
		if c.key != "" {
			bearer = "Bearer " + addressKey
		}
		body, err := io.ReadAll(request.Body)
		if request.URL.String() != c.want || request.Header.Get("Authorization") != bearer || string(body) != "{}" ||
			request.Header.Get("Content-Type") != "application/json" || err != nil {
			t.Errorf("%q: %s with %v and %q (%v)", base, request.URL, request.Header, body, err)
		}
		if empty, err := address.JSON(t.Context(), http.MethodGet, c.path, nil); err != nil || empty.Header.Get("Content-Type") != "" || empty.ContentLength != 0 {
			t.Errorf("%q: a request without a body: %v", base, err)
		}
	}
}

func TestAddressesHideTheirKey(t *testing.T) {
	t.Parallel()
	address, err := egress.NewAddress("https://user:hunter2@example.com:8443/v1", addressKey)
	if err != nil {
		t.Fatal(err)
	}
	if got := address.Conceal("your key " + addressKey + " is wrong"); got != "your key [key] is wrong" {
		t.Error(got)
	}
	if got := address.Describe("m"); got != "m at example.com:8443, [key]" {
		t.Error(got)
	}
	short, err := egress.NewAddress("http://127.0.0.1", "ollama")
	if err != nil || short.Conceal("ollama serve") != "ollama serve" || short.Describe("") != "the first model at 127.0.0.1, [key]" {
		t.Error(short.Describe(""), err)
	}
	none := egress.Address{}
	if none.Conceal("text") != "text" || none.Describe("m") != "m at no address, without a key" || egress.Describe("://", "m", "k") != "m at no address, [key]" {
		t.Error(none.Describe("m"), egress.Describe("://", "m", "k"))
	}
}
