package transfer

import (
	"context"
	"io"
)

// until reads from r until ctx ends, even while r blocks, as a silent standard input does. A read that
// blocks at that time is abandoned: it keeps a goroutine until r gives something or the program ends.
func until(ctx context.Context, r io.Reader) io.Reader {
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, 64<<10) // Of its own: an abandoned read may still write to it.
	results := make(chan result, 1)
	return readerFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		room := buffer[:min(len(p), len(buffer))]
		go func() {
			n, err := r.Read(room)
			results <- result{n, err}
		}()
		select {
		case got := <-results:
			return copy(p, room[:got.n]), got.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
}

type readerFunc func(p []byte) (int, error)

// Read calls the function.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
