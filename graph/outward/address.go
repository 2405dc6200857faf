package outward

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

// What can be wrong with an address. Neither error shows it, since it may hold a password.
var (
	ErrAddress = errors.New("this is not an http or https address")
	ErrKey     = errors.New("the key holds a line break or another character that no key has")
)

// Address is where a service is asked, and with what key. It prints and logs without secrets.
type Address struct {
	base *url.URL
	key  *string // behind a pointer, so that not even reflection prints it
}

// NewAddress takes what stands before all paths, such as http://127.0.0.1:11434/v1, and a key, "" for none.
// A query in the address goes along with every request. The error is ErrAddress or ErrKey.
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

// JSON makes a request for a path, with the key and a body of JSON; nil is none.
func (a Address) JSON(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	var reader io.Reader = http.NoBody
	if body != nil {
		reader = bytes.NewReader(body)
	}
	return a.Request(ctx, method, path, reader)
}

// Request makes a request for a path, with the key. A body is JSON.
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

// hidden stands where a key was.
const hidden = "[key]"

// shortestKey is how long a key is at least that is looked for in answers. Local servers are given words
// such as "ollama" for one, which may well stand in an answer.
const shortestKey = 12

// Conceal takes the key out of what a service wrote, in case that it echoes requests.
func (a Address) Conceal(text string) string {
	if a.key == nil || len(*a.key) < shortestKey {
		return text
	}
	return strings.ReplaceAll(text, *a.key, hidden)
}

// Describe says which model is asked where, without secrets.
func (a Address) Describe(model string) string {
	if a.base == nil {
		return describe("no address", model, "")
	}
	return describe(a.base.Host, a.Conceal(model), *a.key)
}

// Describe says the same of an address that may not be one.
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

// idleMost is how many connections wait for the next question.
const idleMost = 64

// Transport lets any number of questions go at once, and keeps their connections for the next ones.
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
