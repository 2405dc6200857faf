package live

import (
	"testing"

	"github.com/zishang520/socket.io/parsers/engine/v3/packet"
	"github.com/zishang520/socket.io/v3/pkg/types"

	"plotline/internal/audit"
	"plotline/internal/sharing"
)

// TestQueuesShareMemory checks that the bytes that wait for connections count in the shares of their credential and
// workspace until they are written or the connection ends, and that small queues do not count.
func TestQueuesShareMemory(t *testing.T) {
	t.Parallel()
	const large = 2 * sharing.Small
	pool := sharing.NewPool(10*large, 2*large)
	open := func(credential, workspace string) *queue {
		q := &queue{pool: pool}
		q.own(Owner{Caller: audit.Caller{Workspace: workspace}, Credential: credential})
		return q
	}
	one, two := open("x", "a"), open("x", "b")
	if !one.add(large) || !two.add(large) {
		t.Error("the credential has a share")
	}
	if open("y", "a").add(2 * large) {
		t.Error("the workspace has more than its share")
	}
	if !open("x", "c").add(sharing.Small - 1) {
		t.Error("a small queue counts")
	}
	one.begin([]*packet.Packet{{Data: types.NewStringBuffer(make([]byte, large))}})
	if open("x", "c").add(large) {
		t.Error("what is being written does not count")
	}
	one.sent()
	three := open("x", "c")
	if !three.add(large) {
		t.Error("what was written counts")
	}
	two.close()
	three.close()
	if !open("x", "a").add(2 * large) {
		t.Error("what waited for closed connections counts")
	}
}

// TestQueueOfManyPackets checks that a connection may have only so many packets that wait.
func TestQueueOfManyPackets(t *testing.T) {
	t.Parallel()
	q := &queue{pool: sharing.NewPool(1, 1)}
	for n := 1; n < maxWaiting; n++ {
		if !q.add(1) {
			t.Fatalf("packet %d is too many", n)
		}
	}
	if q.add(1) {
		t.Error("there is no bound")
	}
}
