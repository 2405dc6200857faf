package api

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// FuzzHost checks that a host accepted as loopback or allowed is one to a browser too. Otherwise a page of
// another site could point its own name here.
func FuzzHost(f *testing.F) {
	for _, host := range []string{
		"localhost", "LOCALHOST:7333", "localhost.", "localhost:80@evil.example", "evil.example:localhost", "127.0.0.1", "127.1", "[::1]:80", "::1",
		"[::1", "[::ffff:127.0.0.1]", "[::1%25x]", "allowed.example", "allowed.example:1:2", "", ":", "localhost/evil", "evil.example#localhost", "ſocalhoſt", "\x00",
	} {
		f.Add(host)
	}
	names := hostNames{"localhost": true, "allowed.example": true}
	f.Fuzz(func(t *testing.T, host string) {
		if !names.holds(host, nil) {
			return
		}
		seen, err := url.Parse("http://" + host + "/")
		if err != nil || seen.Host != host {
			return // no browser sends this as a host
		}
		name := strings.ToLower(seen.Hostname())
		ip, err := netip.ParseAddr(name)
		if !names[name] && (err != nil || !ip.IsLoopback()) {
			t.Errorf("%q is the host %q", host, name)
		}
	})
}

// FuzzAccept checks that the chosen format is supported and that the header names it.
func FuzzAccept(f *testing.F) {
	for _, header := range []string{
		"", "*/*", "image/svg+xml", "text/vnd.mermaid;q=0.5, application/json;q=0.1", "IMAGE/SVG+XML; Q=1", "application/json;q=0", "text/vnd.graphviz;q=NaN",
		"text/vnd.graphviz;q=1e9,image/svg+xml", ",,;;=", "image/svg+xml;q=-1", "image/*", "text/vnd.mermaid;q=0x1p-2", "text/vnd.mermaid;q=Inf",
	} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		format := accepted(header)
		if format == "" {
			return
		}
		for _, known := range formats {
			if known.format == format && strings.Contains(strings.ToLower(header), known.mime) {
				return
			}
		}
		t.Errorf("%q asks for %q", header, format)
	})
}

// FuzzBearer checks that the secret is the text after the word Bearer and nothing else.
func FuzzBearer(f *testing.F) {
	for _, header := range []string{"", "Bearer", "Bearer ", "bearer x", "Bearer  x", "Bearer\tx", "Basic x", "x", "BEARER x y", "Bearer\u00a0x"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.Header["Authorization"] = []string{header}
		secret := bearerOf(r)
		const scheme = len("Bearer ")
		if want := len(header) >= scheme && strings.EqualFold(header[:scheme], "Bearer "); want != (secret != "") && header[min(scheme, len(header)):] != "" {
			t.Errorf("%q brings %q", header, secret)
		}
		if secret != "" && secret != header[len(header)-len(secret):] {
			t.Errorf("%q brings %q", header, secret)
		}
	})
}
