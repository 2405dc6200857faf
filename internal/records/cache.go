package records

import (
	"bytes"
	"context"
	"sync"
)

const (
	// cacheBytes bounds the memory of the cached files. The last one is cached even if it is larger.
	cacheBytes = 32 << 20
	// decoded is how many times the bytes of a file its value may need.
	decoded = 4
)

// Cache stores the decoded values of files by path. Several folders may share one cache and its limit.
type Cache[T any] struct {
	mu    sync.Mutex
	known map[string]known[T] // by path
	bytes int                 // of the files and their values

	visiting chan struct{} // held by the only visit: see Folder.Visit
}

// known is the last content of a file and its decoded value.
type known[T any] struct {
	raw   []byte
	value *T
}

// bytes returns the memory that the file and its value need.
func (k known[T]) bytes() int { return (1 + decoded) * len(k.raw) }

// NewCache returns an empty cache.
func NewCache[T any]() *Cache[T] {
	return &Cache[T]{known: map[string]known[T]{}, visiting: make(chan struct{}, 1)}
}

// visit waits until no other visit runs.
func (c *Cache[T]) visit(ctx context.Context) (leave func(), err error) {
	select {
	case c.visiting <- struct{}{}:
		return func() { <-c.visiting }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

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
	now := known[T]{raw, v}
	c.bytes += now.bytes() - c.known[path].bytes()
	c.known[path] = now
	for other, held := range c.known { // any entry will do: it can be read again
		if c.bytes <= cacheBytes {
			return
		}
		if other != path {
			c.bytes -= held.bytes()
			delete(c.known, other)
		}
	}
}
