package web

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestPagesAreEmbeddedWhenBuilt(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		built fstest.MapFS
		want  bool
	}{
		{"built", fstest.MapFS{"dist/index.html": {}, "dist/.gitkeep": {}}, true},
		{"not built", fstest.MapFS{"dist/.gitkeep": {}}, false},
		{"half built", fstest.MapFS{"dist/assets/index.js": {}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pages, ok := pagesIn(tt.built)
			if ok != tt.want {
				t.Fatalf("pagesIn() = %v, want %v", ok, tt.want)
			}
			if !ok {
				return
			}
			if _, err := fs.Stat(pages, "index.html"); err != nil {
				t.Errorf("index.html is not at the root: %v", err)
			}
		})
	}
}

// TestEmbeddedFolder checks that built pages are complete.
func TestEmbeddedFolder(t *testing.T) {
	t.Parallel()
	pages, ok := Files()
	if !ok {
		t.Skip("the pages are not built")
	}
	scripts, err := fs.Glob(pages, "assets/*.js")
	if err != nil || len(scripts) == 0 {
		t.Errorf("the pages have no script: %v, %v", scripts, err)
	}
}
