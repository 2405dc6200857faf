package serving

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
)

// Fixtures gives the flags of `go build` for a program with the fixtures of testing/conformance: the build
// takes one of their files in place of one of cmd/plotline, so the product itself imports nothing of a test.
// It is for packages that stand directly in testing/, and writes a file into the folder.
func Fixtures(dir string) (flags []string, err error) {
	replaced, errReplaced := filepath.Abs("../../cmd/plotline/fixtures.go")
	by, errBy := filepath.Abs("../conformance/testdata/fixtures.go")
	if err := errors.Join(errReplaced, errBy); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(map[string]any{"Replace": map[string]string{replaced: by}})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "overlay.json")
	return []string{"-overlay", file}, os.WriteFile(file, raw, 0o600)
}
