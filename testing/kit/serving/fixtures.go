package serving

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
)

// Fixtures returns the flags of `go build` for a program with the fixtures of testing/conformance. The
// build replaces a file of cmd/plotline, so the product itself imports no test code. Fixtures writes a file
// to the folder dir. It works only for packages directly in testing/.
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
