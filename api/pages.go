package api

import (
	"bytes"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
)

const (
	indexFile = "index.html"
	// assetsPath is the path of files whose names contain a hash of their content.
	assetsPath = "/assets/"
	// pagePolicy allows the pages to load only files of this server. frame-src also limits where the preview
	// frame can navigate.
	pagePolicy = "default-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; object-src 'none'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

const noPages = "This program was built without its pages. To include them, install Node.js 20.19 or newer and run `make`.\n" +
	"The REST API works without them: " + docsPath + "/\n"

// addPages serves the web pages. They need no token, because they contain no data and ask for a token
// themselves.
func (s *Server) addPages(compressed echo.MiddlewareFunc) {
	if s.cfg.Pages == nil {
		s.get("/", func(c echo.Context) error { return c.String(http.StatusNotFound, noPages) })
		return
	}
	index, err := fs.ReadFile(s.cfg.Pages, indexFile)
	if err != nil {
		panic("api: the pages have no " + indexFile)
	}
	tag := etag(echo.MIMETextHTMLCharsetUTF8, index)
	page := func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderCacheControl, "no-cache")
		header.Set(echo.HeaderContentSecurityPolicy, pagePolicy)
		header.Set("ETag", tag)
		if matches(c.Request().Header.Get("If-None-Match"), tag) {
			return c.NoContent(http.StatusNotModified)
		}
		return c.HTMLBlob(http.StatusOK, index)
	}
	for _, at := range pagePaths() {
		s.get(at, page, compressed)
	}
	s.get(assetsPath+"*", s.asset, compressed)
	s.addPreview(compressed)
}

// pagePaths returns the paths of the pages in Echo's notation.
func pagePaths() []string {
	return []string{"/", "/plans", "/plans/:id", "/projects", "/projects/:id", "/projects/:id/:sceneId"}
}

// fits reports whether a path matches a pattern of pagePaths.
func fits(pattern, path string) bool {
	wanted, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(wanted) != len(got) {
		return false
	}
	for i, part := range wanted {
		if got[i] != part && !strings.HasPrefix(part, ":") {
			return false
		}
	}
	return true
}

// asset serves a file of the pages. fs.ReadFile rejects names with "..", so no path leads out of the folder.
func (s *Server) asset(c echo.Context) error {
	name := strings.TrimPrefix(c.Request().URL.Path, "/")
	content, err := fs.ReadFile(s.cfg.Pages, name)
	if err != nil {
		return fault.Newf(fault.NotFound, "the pages have no file %.200s", name)
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	return c.Stream(http.StatusOK, mime.TypeByExtension(path.Ext(name)), bytes.NewReader(content))
}
