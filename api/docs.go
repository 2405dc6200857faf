package api

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/url"
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

// darkStyle adds a dark theme, which Swagger UI lacks, for readers whose system is set to dark.
const darkStyle = `<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
@media (prefers-color-scheme: dark) {
  html body { background: #1c1c1c; }
  #swagger-ui { filter: invert(88%) hue-rotate(180deg); }
  #swagger-ui .highlight-code > pre, #swagger-ui .curl-command pre, #swagger-ui .request-url pre {
    filter: invert(100%) hue-rotate(180deg);
  }
  #swagger-ui .dialog-ux .backdrop-ux { background: rgba(255, 255, 255, .8); }
}
@media (max-width: 640px) {
  #swagger-ui .response-col_links { display: none; }
}
</style>`

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

	page, files := sync.OnceValue(docsPage), sync.OnceValue(docsFiles)
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
func docsPage() []byte {
	page := rendered{header: http.Header{}}
	v5cdn.NewHandlerWithConfig(swgui.Config{
		Title: "Plotline: REST API", SwaggerJSON: openAPIPath, BasePath: docsPath + "/",
		AppendHead: darkStyle,
		SettingsUI: map[string]string{
			"validatorUrl": "null", // the default contacts an external server
			"docExpansion": `"list"`, "defaultModelsExpandDepth": "-1", "tryItOutEnabled": "true",
			"persistAuthorization": "false", "displayRequestDuration": "true",
		},
	}).ServeHTTP(&page, &http.Request{URL: &url.URL{Path: docsPath + "/"}})
	return []byte(strings.NewReplacer(v5cdn.AssetsBase, docsPath+"/", v5cdn.FaviconBase, docsPath+"/").Replace(page.String()))
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
