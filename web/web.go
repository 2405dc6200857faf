// Package web holds the pages: what Vite builds from this folder, embedded into the binary.
//
// The pages are built by `npm ci && npm run build`, which needs Node 20.19 or newer. A binary that was
// built without them works, and says so where they would be.
package web

import (
	"embed"
	"io/fs"
)

// dist has a file of its own in the repository, so that it can be embedded before anything is built.
//
//go:embed all:dist
var dist embed.FS

// Files gives the pages: index.html and preview.html at their root, and what index.html loads under assets, whose names
// change with their content. It is false when the binary was built without pages.
func Files() (fs.FS, bool) {
	return pagesIn(dist)
}

func pagesIn(built fs.FS) (fs.FS, bool) {
	pages, err := fs.Sub(built, "dist")
	if err != nil {
		return nil, false
	}
	if _, err := fs.Stat(pages, "index.html"); err != nil {
		return nil, false
	}
	return pages, true
}
