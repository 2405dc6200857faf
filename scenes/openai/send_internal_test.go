package openai

import "testing"

// The connections of a crowd of fifty are neither limited nor thrown away.
func TestOwnTransport(t *testing.T) {
	t.Parallel()
	if o := ownTransport(); o.MaxConnsPerHost != 0 || o.MaxIdleConns < 50 || o.MaxIdleConnsPerHost < 50 {
		t.Errorf("connections per host: %d, idle: %d, idle per host: %d", o.MaxConnsPerHost, o.MaxIdleConns, o.MaxIdleConnsPerHost)
	}
}
