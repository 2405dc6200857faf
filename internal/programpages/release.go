package programpages

import (
	"fmt"
	"os"
)

// Release returns the pages of the program's file to the system, which reads those that are used again from its cache
// of the file, or from the file. On other systems than Linux it does nothing.
func Release() error {
	file, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program's file: %w", err)
	}
	return release(file)
}
