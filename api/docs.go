package api

import (
	"bytes"
	_ "embed"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5/static"
	"github.com/swaggest/swgui/v5cdn"
	"github.com/vearutop/statigz"
)

const (
	openAPIPath = "/api/openapi.json"
	docsPath    = "/api/docs"
)

// docsStyle gives Swagger UI the colours of the pages, light and dark.
//
//go:embed docs.css
var docsStyle string

// docsBar is the bar of the pages, with the way back to them.
const docsBar = `<a class="skip" href="#swagger-ui">Skip to content</a>
<header class="top">
<a class="brand" href="/">Plotline</a>
<h1 class="visually-hidden">REST API</h1>
<nav aria-label="Pages"><a class="page" href="/">Memory</a><a class="page" href="/plans">Plans</a><a class="page" href="/projects">Projects</a><a class="page" href="/api/docs/" aria-current="page">API</a></nav>
</header>
<main id="swagger-ui"></main>`

// addDocs serves the OpenAPI document and Swagger UI. They need no token because they contain only public
// documentation.
func (s *Server) addDocs(routes []route, compressed echo.MiddlewareFunc) {
	document, err := describe(s.cfg.Version, routes, s.cfg.Tokens != nil)
	if err != nil {
		panic("api: the OpenAPI document: " + err.Error())
	}
	tag := etag(mimeJSON, document)
	s.get(openAPIPath, func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderCacheControl, "no-cache")
		header.Set("ETag", tag)
		if matches(c.Request().Header.Get("If-None-Match"), tag) {
			return c.NoContent(http.StatusNotModified)
		}
		return c.Blob(http.StatusOK, mimeJSON, document)
	}, compressed)

	page, files := sync.OnceValue(func() []byte { return docsPage(s.cfg.Pages) }), sync.OnceValue(docsFiles)
	serve := func(c echo.Context) error {
		if !isDocsFile(c.Request().URL.Path) {
			return echo.ErrNotFound
		}
		header := c.Response().Header()
		header.Set(echo.HeaderContentSecurityPolicy,
			"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'")
		if strings.TrimSuffix(c.Request().URL.Path, "/") == docsPath {
			header.Set(echo.HeaderContentType, "text/html")
			_, err := c.Response().Write(page())
			return err
		}
		files().ServeHTTP(c.Response(), c.Request())
		return nil
	}
	toDocs := func(c echo.Context) error { return c.Redirect(http.StatusFound, docsPath+"/") }
	s.get(docsPath, toDocs)
	s.get(docsPath+"/", serve)
	s.get(docsPath+"/*", serve)
}

// docsPage returns the page of Swagger UI. v5emb, the package that serves the page with its files, hashes the files at
// every start of the program, which takes 0.8 ms. The page of v5cdn differs only in the address of the files.
func docsPage(pages fs.FS) []byte {
	page := rendered{header: http.Header{}}
	v5cdn.NewHandlerWithConfig(swgui.Config{
		Title: "Plotline: REST API", SwaggerJSON: openAPIPath, BasePath: docsPath + "/",
		AppendHead: template.HTML(docsHead(pages)), //nolint:gosec // the program's own files
		SettingsUI: map[string]string{
			"validatorUrl": "null", // the default contacts an external server
			"docExpansion": `"list"`, "defaultModelsExpandDepth": "-1", "tryItOutEnabled": "true",
			"persistAuthorization": "false", "displayRequestDuration": "true",
		},
	}).ServeHTTP(&page, &http.Request{URL: &url.URL{Path: docsPath + "/"}})
	return []byte(strings.NewReplacer(v5cdn.AssetsBase, docsPath+"/", v5cdn.FaviconBase, docsPath+"/",
		` - Swagger UI</title>`, `</title>`, `<div id="swagger-ui"></div>`, docsBar).Replace(page.String()))
}

// styleLink matches the links of index.html to the style sheets of the pages.
var styleLink = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)

// docsHead links the style sheet of the pages, which defines the colours. A program without pages has none, and
// Swagger UI keeps its own.
func docsHead(pages fs.FS) string {
	head := `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`
	if pages == nil {
		return head
	}
	index, err := fs.ReadFile(pages, "index.html")
	if err != nil {
		return head
	}
	return head + strings.Join(styleLink.FindAllString(string(index), -1), "") +
		"<style>html body { background: var(--ground); }\n" + docsStyle + "</style>"
}

// docsFiles serves the files that the page loads.
func docsFiles() http.Handler {
	return http.StripPrefix(docsPath+"/", statigz.FileServer(static.FS))
}

// rendered is a http.ResponseWriter that keeps the body.
type rendered struct {
	bytes.Buffer

	header http.Header
}

// Header returns headers that nobody sends.
func (r *rendered) Header() http.Header { return r.header }

// WriteHeader ignores the status.
func (*rendered) WriteHeader(int) {}

// isDocsFile reports whether a path is the page or one of its files. The page's handler would answer any
// other path in plain text.
func isDocsFile(path string) bool {
	name := strings.TrimPrefix(path, docsPath+"/")
	if name == "" {
		return true
	}
	for _, file := range []string{name, name + ".gz"} { // some are embedded compressed
		if info, err := fs.Stat(static.FS, file); err == nil && !info.IsDir() {
			return true
		}
	}
	return false
}
