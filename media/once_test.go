package media_test

import (
	"strings"
	"testing"

	"plotline/media"
)

// TestRenamedBy checks that an operation is applied once, even if the file was written and read in
// between, and that another operation follows.
func TestRenamedBy(t *testing.T) {
	t.Parallel()
	m, err := media.Decode([]byte(`{"mediaFolderPath":"/m","foreign":1.50,"mediaFiles":[{"absolutePath":"/m/a"},{"absolutePath":"/m/b"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	swap := map[media.Path]media.Path{"/m/a": "/m/b", "/m/b": "/m/a"}
	for _, step := range []struct{ operation, first string }{
		{"one", "/m/b"}, {"one", "/m/b"}, {"two", "/m/a"}, {"two", "/m/a"}, {"one taken back", "/m/b"}, {"one", "/m/a"},
	} {
		m.RenamedBy(step.operation, swap)
		text := string(m.Encode())
		if m, err = media.Decode([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if first := m.MediaFiles[0].AbsolutePath; string(first) != step.first || len(m.MediaFiles) != 2 {
			t.Errorf("after %q the first file is %s of %d", step.operation, first, len(m.MediaFiles))
		}
		for _, words := range []string{`"plotlineRename": "` + step.operation + `"`, `"foreign": 1.50`} {
			if strings.Count(text, words) != 1 {
				t.Errorf("after %q the file does not hold %s once: %s", step.operation, words, text)
			}
		}
	}
}
