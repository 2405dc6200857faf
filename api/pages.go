package api

import (
	"bytes"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strconv"
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

// episodesPath is the path of an episode, by its serial number. It leads to the memory page.
const episodesPath = "/episodes/:id"

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
	s.index, s.indexTag = index, etag(echo.MIMETextHTMLCharsetUTF8, index)
	handlers := map[string]echo.HandlerFunc{"/": s.newest(s.page), episodesPath: episodePage}
	for _, at := range pagePaths() {
		handler := handlers[at]
		if handler == nil {
			handler = s.page
		}
		s.get(at, handler, compressed)
	}
	s.get(assetsPath+"*", s.asset, compressed)
	s.addPreview(compressed)
}

// page serves the page, which reads its address itself.
func (s *Server) page(c echo.Context) error {
	header := c.Response().Header()
	header.Set(echo.HeaderCacheControl, "no-cache")
	header.Set(echo.HeaderContentSecurityPolicy, pagePolicy)
	header.Set("ETag", s.indexTag)
	if matches(c.Request().Header.Get("If-None-Match"), s.indexTag) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.HTMLBlob(http.StatusOK, s.index)
}

// pageWorkspace is the parameter of a page's address that names its workspace.
const pageWorkspace = "workspace"

// newest leads an address of the memory page that names no workspace to the one that a page opens first, if that is not
// the server's own.
func (s *Server) newest(page echo.HandlerFunc) echo.HandlerFunc {
	if s.cfg.Tokens != nil || s.cfg.Workspaces == nil {
		return page
	}
	return func(c echo.Context) error {
		values := c.Request().URL.Query()
		if values.Has(pageWorkspace) {
			return page(c)
		}
		names, err := s.cfg.Workspaces(c.Request().Context())
		if err != nil || len(names) == 0 || names[0] == s.cfg.Open.Workspace {
			return page(c) // it shows the error of the store
		}
		values.Set(pageWorkspace, names[0])
		return redirect(c, values)
	}
}

// episodePage leads an address that people guess, /episodes/5, to the memory page with that episode.
func episodePage(c echo.Context) error {
	serial, err := strconv.ParseUint(c.Param("id"), 10, 48)
	if err != nil {
		return echo.ErrNotFound
	}
	values := c.Request().URL.Query()
	values.Set("episode", strconv.FormatUint(serial, 10))
	return redirect(c, values)
}

// redirect leads to the memory page.
func redirect(c echo.Context, values url.Values) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.Redirect(http.StatusFound, "/?"+values.Encode())
}

// notFoundPage serves the page for an address that does not exist, to a browser that opens it. It returns false for
// other clients.
func (s *Server) notFoundPage(c echo.Context) bool {
	r := c.Request()
	if s.index == nil || r.Method != http.MethodGet || !strings.Contains(r.Header.Get(echo.HeaderAccept), echo.MIMETextHTML) {
		return false
	}
	header := c.Response().Header()
	header.Set(echo.HeaderCacheControl, "no-store")
	header.Set(echo.HeaderContentSecurityPolicy, pagePolicy)
	_ = c.HTMLBlob(http.StatusNotFound, s.index) // the client may have left
	return true
}

// pagePaths returns the paths of the pages in Echo's notation.
func pagePaths() []string {
	return []string{"/", episodesPath, "/plans", "/plans/:id", "/projects", "/projects/:id", "/projects/:id/:sceneId", "/recorded"}
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
