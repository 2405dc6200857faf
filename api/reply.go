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
	"plotline/graph/answers"
	"plotline/graph/output"
)

// The media types of a graph.
const (
	mimeJSON     = "application/json"
	mimeGraphViz = "text/vnd.graphviz; charset=utf-8"
	mimeMermaid  = "text/vnd.mermaid; charset=utf-8"
	mimeSVG      = "image/svg+xml"
)

// What a drawing cannot say itself stands in the header.
const (
	headerTruncated  = "Plotline-Truncated"
	headerTotalNodes = "Plotline-Total-Nodes"
)

// reply shows a result.
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
	answers.Settle(c.Request().Context(), CallerOf(c.Request().Context()).Workspace, int64(len(body)))
	if r.found != "" {
		header.Set(echo.HeaderLocation, r.location(c, body))
	}
	if r.method == http.MethodGet {
		header.Set(echo.HeaderCacheControl, "private, no-cache")
		header.Add(echo.HeaderVary, echo.HeaderAccept)
		header.Add(echo.HeaderVary, echo.HeaderAuthorization)
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

// write is Blob in two pieces: what compresses copies the first one, to see whether the answer is long enough.
func write(c echo.Context, status int, mime string, body []byte) error {
	first := min(len(body), 2*compressedFrom)
	if err := c.Blob(status, mime, body[:first]); err != nil || first == len(body) {
		return err
	}
	_, err := c.Response().Write(body[first:])
	return err
}

// drawing is the bare text of a graph that was asked for as such.
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
	// A drawing may be opened by itself in a browser: it runs nothing and loads nothing.
	header.Set(echo.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	return mimeSVG, []byte(bare)
}

// location fills the fields of a result, and the path's own names, into the path of what was made.
func (r route) location(c echo.Context, body json.RawMessage) string {
	var fields map[string]any
	_ = json.Unmarshal(body, &fields) // which was marshalled a moment ago
	path := r.found
	fill := func(name, value string) { path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value)) }
	for name, value := range fields {
		fill(name, fmt.Sprint(value))
	}
	for _, name := range r.inPath {
		value, _ := pathArgument(c, name) // which was read before
		fill(name, value)
	}
	return prefix + path
}

// etag names a representation. It is weak, since the same one may travel compressed.
func etag(mime string, body []byte) string {
	h := sha256.New()
	_, _ = h.Write([]byte(mime))
	_, _ = h.Write(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:15]) + `"`
}

// matches compares weakly, as If-None-Match does (RFC 9110, 13.1.2).
func matches(wanted, tag string) bool {
	for candidate := range strings.SplitSeq(wanted, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// formats are the media types that a client may ask for a graph by.
var formats = []struct{ mime, format string }{
	{mimeJSON, graph.FormatJSON},
	{"text/vnd.graphviz", graph.FormatGraphViz},
	{"text/vnd.mermaid", graph.FormatMermaid},
	{mimeSVG, graph.FormatSVG},
}

// accepted is the format that an Accept header prefers (RFC 9110, 12.5.1), of equals the first, and ""
// when it names none of them: whoever asks for something else gets JSON rather than nothing.
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
