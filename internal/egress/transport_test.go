package egress_test

import (
	"testing"

	"plotline/internal/egress"
)

func TestTransportHasNoLimitOfConnections(t *testing.T) {
	t.Parallel()
	if o := egress.Transport(); o.MaxConnsPerHost != 0 || o.MaxIdleConns < 50 || o.MaxIdleConnsPerHost < 50 {
		t.Errorf("%d, %d idle, %d idle of a host", o.MaxConnsPerHost, o.MaxIdleConns, o.MaxIdleConnsPerHost)
	}
}
