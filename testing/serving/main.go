package serving

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// Main is what TestMain does in a package whose tests all run one program: it gets it as [Program] does,
// puts its path where binary points, and gives the status to exit with.
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
