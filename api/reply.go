package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"plotline/graph"
	"plotline/internal/output"
	"plotline/internal/sharing"
)

// The media types of a graph.
const (
	mimeJSON     = "application/json"
	mimeGraphViz = "text/vnd.graphviz; charset=utf-8"
	mimeMermaid  = "text/vnd.mermaid; charset=utf-8"
	mimeSVG      = "image/svg+xml"
)

// Response headers that describe what a drawing itself cannot.
const (
	headerTruncated  = "Plotline-Truncated"
	headerTotalNodes = "Plotline-Total-Nodes"
)

// reply writes a result.
func (r route) reply(c echo.Context, out any) error {
	body, err := output.Result(out)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	mime := mimeJSON
	if r.drawn {
		mime, body = drawing(header, out, body)
	}
	sharing.Settle(c.Request().Context(), CallerOf(c.Request().Context()).Workspace, int64(len(body)))
	if r.locationPath != "" {
		header.Set(echo.HeaderLocation, r.location(c, body))
	}
	if r.method == http.MethodGet {
		header.Set(echo.HeaderCacheControl, "private, no-cache")
		header.Add(echo.HeaderVary, echo.HeaderAccept)
		header.Add(echo.HeaderVary, echo.HeaderAuthorization)
		header.Add(echo.HeaderVary, headerWorkspace)
		tag := etag(mime, body)
		header.Set("ETag", tag)
		if matches(c.Request().Header.Get("If-None-Match"), tag) {
			return c.NoContent(http.StatusNotModified)
		}
	} else {
		header.Set(echo.HeaderCacheControl, "no-store")
	}
	return write(c, r.status, mime, body)
}

// write sends the body in two pieces. The compressing writer buffers the first piece to compare its length
// with the minimum, so that piece is kept short.
func write(c echo.Context, status int, mime string, body []byte) error {
	first := min(len(body), 2*compressedFrom)
	if err := c.Blob(status, mime, body[:first]); err != nil || first == len(body) {
		return err
	}
	_, err := c.Response().Write(body[first:])
	return err
}

// drawing returns the text of a graph and its media type, if the caller asked for a drawing.
func drawing(header http.Header, out any, body json.RawMessage) (mime string, text []byte) {
	drawn, _ := out.(graph.DependencyGraphOutput)
	header.Set(headerTruncated, strconv.FormatBool(drawn.Truncated))
	header.Set(headerTotalNodes, strconv.Itoa(drawn.TotalNodes))
	bare, own := output.Text(out)
	if !own {
		return mimeJSON, body
	}
	switch drawn.Format {
	case graph.FormatGraphViz:
		return mimeGraphViz, []byte(bare)
	case graph.FormatMermaid:
		return mimeMermaid, []byte(bare)
	}
	// A browser may open the drawing as a document: the policy forbids scripts and loading.
	header.Set(echo.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	return mimeSVG, []byte(bare)
}

// location returns the path of the created object, filled from the result's fields and the request path.
func (r route) location(c echo.Context, body json.RawMessage) string {
	var fields map[string]any
	_ = json.Unmarshal(body, &fields) // body was marshalled above
	path := r.locationPath
	fill := func(name, value string) { path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value)) }
	for name, value := range fields {
		fill(name, fmt.Sprint(value))
	}
	for _, name := range r.inPath {
		value, _ := pathArgument(c, name) // arguments has parsed it
		fill(name, value)
	}
	return prefix + path
}

// etag returns the tag of a representation. It is weak because the response may be compressed.
func etag(mime string, body []byte) string {
	h := sha256.New()
	_, _ = h.Write([]byte(mime))
	_, _ = h.Write(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:15]) + `"`
}

// matches compares tags weakly, as If-None-Match does (RFC 9110, 13.1.2).
func matches(wanted, tag string) bool {
	for candidate := range strings.SplitSeq(wanted, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// formats maps the media types of a graph to its formats.
var formats = []struct{ mime, format string }{
	{mimeJSON, graph.FormatJSON},
	{"text/vnd.graphviz", graph.FormatGraphViz},
	{"text/vnd.mermaid", graph.FormatMermaid},
	{mimeSVG, graph.FormatSVG},
}

// accepted returns the format that an Accept header prefers (RFC 9110, 12.5.1), the first of equals. It
// returns "" if the header names none. The caller then answers in JSON.
func accepted(header string) string {
	best, format := 0.0, ""
	for part := range strings.SplitSeq(header, ",") {
		mime, parameters, _ := strings.Cut(part, ";")
		quality := qualityOf(parameters)
		for _, f := range formats {
			if strings.EqualFold(strings.TrimSpace(mime), f.mime) && quality > best {
				best, format = quality, f.format
			}
		}
	}
	return format
}

func qualityOf(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if strings.EqualFold(name, "q") {
			quality, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return 0
			}
			return quality
		}
	}
	return 1
}
