package openai_test

import (
	"net/http"
	"net/http/httptrace"
)

// counting counts new connections. It handles one request at a time.
type counting struct {
	inner *http.Transport
	fresh int
}

func (c *counting) RoundTrip(r *http.Request) (*http.Response, error) {
	trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		if !info.Reused {
			c.fresh++
		}
	}}
	return c.inner.RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), trace)))
}

// CloseIdleConnections is called by http.Client.
func (c *counting) CloseIdleConnections() { c.inner.CloseIdleConnections() }
