package records

import (
	"bytes"
	"sync"
)

// cacheBytes bounds what is kept of files that were read before.
const cacheBytes = 16 << 20

// Cache keeps what files meant when they were read last. Several folders may share one, and its bound.
type Cache[T any] struct {
	mu    sync.Mutex
	known map[string]known[T] // by path
	bytes int
}

// known is what a file meant when it was read last.
type known[T any] struct {
	raw   []byte
	value *T
}

// NewCache makes an empty cache.
func NewCache[T any]() *Cache[T] { return &Cache[T]{known: map[string]known[T]{}} }

// get gives the value of a file that has the same bytes as before.
func (c *Cache[T]) get(path string, raw []byte) (*T, bool) {
	c.mu.Lock()
	held, ok := c.known[path]
	c.mu.Unlock()
	return held.value, ok && bytes.Equal(held.raw, raw)
}

func (c *Cache[T]) put(path string, raw []byte, v *T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes += len(raw) - len(c.known[path].raw)
	c.known[path] = known[T]{raw, v}
	for other, held := range c.known { // any will do: what is lost is read again
		if c.bytes <= cacheBytes {
			return
		}
		if other != path {
			c.bytes -= len(held.raw)
			delete(c.known, other)
		}
	}
}
