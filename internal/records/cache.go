package records

import (
	"bytes"
	"sync"
)

// cacheBytes bounds the memory of the cached files.
const cacheBytes = 16 << 20

// Cache stores the decoded values of files by path. Several folders may share one cache and its limit.
type Cache[T any] struct {
	mu    sync.Mutex
	known map[string]known[T] // by path
	bytes int
}

// known is the last content of a file and its decoded value.
type known[T any] struct {
	raw   []byte
	value *T
}

// NewCache returns an empty cache.
func NewCache[T any]() *Cache[T] { return &Cache[T]{known: map[string]known[T]{}} }

// get returns the cached value of a file if its content is unchanged.
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
	for other, held := range c.known { // any entry will do: it can be read again
		if c.bytes <= cacheBytes {
			return
		}
		if other != path {
			c.bytes -= len(held.raw)
			delete(c.known, other)
		}
	}
}
