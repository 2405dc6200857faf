package live

import (
	"context"
	"sync"

	"github.com/zishang520/socket.io/parsers/engine/v3/packet"
	"github.com/zishang520/socket.io/servers/engine/v3"

	"plotline/internal/sharing"
)

// Limits of what waits for clients that do not read.
const (
	maxWaiting    = 1024     // packets of one connection
	maxQueued     = 32 << 20 // bytes of all connections whose queue has more than sharing.Small
	maxQueuedEach = 16 << 20 // bytes of those of one workspace, and of one credential
)

// queue counts the packets that wait for the client of a connection.
type queue struct {
	pool *sharing.Pool // of bytes, shared by all connections

	mu      sync.Mutex
	payers  []string // nil before the connection is admitted
	packets int      // that the library has not begun to write
	waiting int64    // their bytes
	sending []int64  // bytes of the batches that are being written
	held    int64    // bytes from the pool
	closed  bool
}

// own sets the owner of the connection, which has held nothing before: it got the replies to its handshake alone.
func (q *queue) own(who Owner) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.payers = sharing.PayersOf(sharing.WithCredential(context.Background(), who.Credential), who.Caller.Workspace)
}

// limit closes the connection when its queue exceeds a limit. The client of such a connection does not keep up.
func (q *queue) limit(session engine.Socket) {
	_ = session.On("packetCreate", func(args ...any) {
		if !q.add(sizeOf(args[0])) {
			go session.Close(true) // the library is about to write
		}
	})
	_ = session.On("flush", func(args ...any) {
		batch, _ := args[0].([]*packet.Packet)
		q.begin(batch)
	})
	_ = session.Transport().On("drain", func(...any) { q.sent() })
	_ = session.Once("close", func(...any) { q.close() })
}

// add counts a packet. It reports whether the queue may have it.
func (q *queue) add(bytes int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.packets++
	q.waiting += bytes
	return q.packets < maxWaiting && q.hold()
}

// begin notes that the library writes the packets.
func (q *queue) begin(batch []*packet.Packet) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var bytes int64
	for _, p := range batch {
		bytes += sizeOf(p)
	}
	q.packets -= len(batch)
	q.waiting -= bytes
	q.sending = append(q.sending, bytes)
}

// sent notes that the library has written the packets of the oldest batch.
func (q *queue) sent() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.sending) > 0 {
		q.sending = q.sending[1:]
	}
	q.hold()
}

// hold takes from the pool what the queue needs, or gives back what it does not. The caller holds the lock.
func (q *queue) hold() bool {
	need := q.waiting
	for _, bytes := range q.sending {
		need += bytes
	}
	if need < sharing.Small || q.closed {
		need = 0
	}
	if more := need - q.held; more > 0 && !q.pool.TryTake(more, q.payers...) {
		return false
	} else if more < 0 {
		q.pool.Give(-more, q.payers...)
	}
	q.held = need
	return true
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.hold()
}

// sizeOf returns the size of a packet in bytes, before it is written.
func sizeOf(arg any) int64 {
	p, _ := arg.(*packet.Packet)
	if p == nil {
		return 0
	}
	data, _ := p.Data.(interface{ Len() int })
	if data == nil {
		return 0
	}
	return int64(data.Len())
}
