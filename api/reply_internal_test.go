package api

import (
	"net"
	"testing"
)

func TestAccepted(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "", "*/*": "", "text/html, */*;q=0.8": "", "application/json": "json",
		"text/vnd.mermaid": "mermaid", "text/vnd.graphviz": "graphviz", "image/svg+xml": "svg", "IMAGE/SVG+XML": "svg",
		"text/vnd.mermaid;q=0.5, text/vnd.graphviz": "graphviz", "text/vnd.mermaid, application/json;q=0.9": "mermaid",
		"application/json;q=0.1, image/svg+xml;charset=utf-8;q=0.2": "svg", "text/vnd.mermaid;q=0": "",
		"text/vnd.mermaid;q=x": "", "image/svg+xml , text/vnd.mermaid": "svg", ",,;": "",
	} {
		if got := accepted(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	tag := etag("text/plain", []byte("x"))
	for header, want := range map[string]bool{
		"": false, "*": true, tag: true, tag[2:]: true, `"other", ` + tag: true, `W/"other"`: false, tag[3:]: false,
	} {
		if got := matches(header, tag); got != want {
			t.Errorf("%q: %t", header, got)
		}
	}
	if tag == etag("text/html", []byte("x")) {
		t.Error("two representations have one name")
	}
}

func TestHostNames(t *testing.T) {
	t.Parallel()
	names := newHostNames([]string{"Plotline.Example"})
	local := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 7333}
	for host, want := range map[string]bool{
		"localhost": true, "localhost:7333": true, "LOCALHOST:1": true, "127.0.0.1:7333": true, "127.8.9.1": true, "[::1]:7333": true,
		"[::1]": true, "plotline.example": true, "PLOTLINE.example:443": true, "192.0.2.7:7333": true,
		"": false, ":7333": false, "evil.example": false, "localhost.evil.example": false, "192.0.2.8": false, "0.0.0.0": false,
		"127.0.0.1.evil.example": false, "evil.example:7333": false, "plotline.example.": false, "[::]:7333": false,
	} {
		if got := names.holds(host, local); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{"abc-1": true, "": false, "a\nb": false, "é": false, string(make([]byte, 200)): false, "a b": true} {
		if got := goodRequestID(id); got != want {
			t.Errorf("%q: %t", id, got)
		}
	}
	for agent, want := range map[string]string{
		"curl/8.5 (x)": "curl/8.5", "": "", "a\tb": "", "Ünicode": "", string(make([]byte, 70)): "",
	} {
		if got := claimedName(agent); got != want {
			t.Errorf("%q: %q", agent, got)
		}
	}
}
