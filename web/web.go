// Package web embeds the web pages that Vite builds from this folder.
//
// `npm ci && npm run build` builds the pages; it needs Node 20.19 or newer. A binary built without pages
// works and says so at their addresses.
package web

import (
	"embed"
	"io/fs"
)

// The repository contains dist/.gitkeep, so that the folder can be embedded before the pages are built.
//
//go:embed all:dist
var dist embed.FS

// Files returns the pages. index.html and preview.html are at the root, and the files that index.html loads
// are under assets, with names that change with their content. It returns false if the binary was built
// without pages.
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

// App returns the page that draws results of tools in clients that show MCP Apps, as one HTML document. It returns ""
// if the binary was built without pages.
func App() string {
	document, err := dist.ReadFile("dist/app.html")
	if err != nil {
		return ""
	}
	return string(document)
}
