package openai_test

import (
	"net/http"
	"net/http/httptrace"
)

// counting counts the connections that are opened. It is for one question at a time.
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

// CloseIdleConnections is what http.Client looks for.
func (c *counting) CloseIdleConnections() { c.inner.CloseIdleConnections() }
