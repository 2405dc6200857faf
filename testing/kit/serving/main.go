package serving

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// Main is TestMain for a package whose tests all run one program. It gets the program as [Program] does,
// stores its path in binary, and returns the exit status.
func Main(m *testing.M, binary *string) (status int) {
	dir, err := os.MkdirTemp("", "plotline-testing-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		*binary, err = Program(context.Background(), dir, Plain)
	}
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
