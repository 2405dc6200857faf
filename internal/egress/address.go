package egress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Errors of an invalid address. Neither contains the address, because it may include a password.
var (
	ErrAddress = errors.New("this is not an http or https address")
	ErrKey     = errors.New("the key contains a line break or another invalid character")
)

// Address is the base address of a service, with a key. Printing and logging it shows no secrets.
type Address struct {
	base *url.URL
	key  *string // behind a pointer, so that not even reflection prints it
}

// NewAddress returns the address for a base URL, such as http://127.0.0.1:11434/v1, and a key, "" for none. A
// query in the URL is sent with every request. The error is ErrAddress or ErrKey.
func NewAddress(base, key string) (Address, error) {
	parsed, err := url.Parse(strings.TrimSpace(base))
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return Address{}, ErrAddress
	}
	key = strings.TrimSpace(key)
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return Address{}, ErrKey
	}
	return Address{base: parsed, key: &key}, nil
}

// JSON makes a request for a path, with the key and a JSON body; nil means no body.
func (a Address) JSON(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	var reader io.Reader = http.NoBody
	if body != nil {
		reader = bytes.NewReader(body)
	}
	return a.Request(ctx, method, path, reader)
}

// Request makes a request for a path, with the key. The body, if any, is JSON.
func (a Address) Request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, a.base.JoinPath(path).String(), body)
	if err != nil {
		return nil, err
	}
	if *a.key != "" {
		request.Header.Set("Authorization", "Bearer "+*a.key)
	}
	if body != http.NoBody {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "plotline")
	return request, nil
}

// hidden replaces a key.
const hidden = "[key]"

// shortestKey is the minimum length of a key that Conceal replaces. Local servers often have short words such
// as "ollama" as keys, which may occur in an answer.
const shortestKey = 12

// Conceal removes the key from a text of the service, which may echo the request.
func (a Address) Conceal(text string) string {
	if a.key == nil || len(*a.key) < shortestKey {
		return text
	}
	return strings.ReplaceAll(text, *a.key, hidden)
}

// Describe returns the model and host for display, without secrets.
func (a Address) Describe(model string) string {
	if a.base == nil {
		return describe("no address", model, "")
	}
	return describe(a.base.Host, a.Conceal(model), *a.key)
}

// Describe is Address.Describe for an address that may be invalid.
func Describe(base, model, key string) string {
	host := "no address"
	if parsed, err := url.Parse(strings.TrimSpace(base)); err == nil && parsed.Host != "" {
		host = parsed.Host
	}
	return describe(host, model, key)
}

func describe(host, model, key string) string {
	if model == "" {
		model = "the first model"
	}
	if key == "" {
		return fmt.Sprintf("%s at %s, without a key", model, host)
	}
	return fmt.Sprintf("%s at %s, %s", model, host, hidden)
}

// idleMost bounds the idle connections that are kept.
const idleMost = 64

// Transport returns a transport that allows any number of concurrent requests and keeps their connections for
// later ones.
func Transport() *http.Transport {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if standard, ok := http.DefaultTransport.(*http.Transport); ok {
		t = standard.Clone()
	}
	t.MaxConnsPerHost = 0
	t.MaxIdleConns = idleMost
	t.MaxIdleConnsPerHost = idleMost
	return t
}
