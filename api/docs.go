package api

import (
	"io/fs"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5/static"
	"github.com/swaggest/swgui/v5emb"
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

	page := v5emb.NewHandlerWithConfig(swgui.Config{
		Title: "Plotline: REST API", SwaggerJSON: openAPIPath, BasePath: docsPath + "/",
		AppendHead: darkStyle,
		SettingsUI: map[string]string{
			"validatorUrl": "null", // the default contacts an external server
			"docExpansion": `"list"`, "defaultModelsExpandDepth": "-1", "tryItOutEnabled": "true",
			"persistAuthorization": "false", "displayRequestDuration": "true",
		},
	})
	serve := func(c echo.Context) error {
		if !isDocsFile(c.Request().URL.Path) {
			return echo.ErrNotFound
		}
		header := c.Response().Header()
		header.Set(echo.HeaderContentSecurityPolicy,
			"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'")
		page.ServeHTTP(c.Response(), c.Request())
		return nil
	}
	toDocs := func(c echo.Context) error { return c.Redirect(http.StatusFound, docsPath+"/") }
	s.get(docsPath, toDocs)
	s.get(docsPath+"/", serve)
	s.get(docsPath+"/*", serve)
}

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
