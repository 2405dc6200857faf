package transfer

import (
	"context"
	"io"
)

// until reads from r until ctx ends, even if r blocks, as standard input may. A read that blocks at that time
// is abandoned: its goroutine stays until r returns or the program ends.
func until(ctx context.Context, r io.Reader) io.Reader {
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, 64<<10) // Separate, because an abandoned read may still write to it.
	results := make(chan result, 1)
	return readerFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		part := buffer[:min(len(p), len(buffer))]
		go func() {
			n, err := r.Read(part)
			results <- result{n, err}
		}()
		select {
		case got := <-results:
			return copy(p, part[:got.n]), got.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
}

type readerFunc func(p []byte) (int, error)

// Read calls the function.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
