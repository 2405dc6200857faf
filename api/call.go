package api

import (
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// handler serves one route: it gathers the arguments, calls the use case and writes the result.
func (r route) handler() echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		by := CallerOf(ctx)
		by.Transport = transportName
		if ofBrowser(c.Request()) {
			by.Transport = transportOfPages
		}
		if by.Actor == "" {
			by.Actor = claimedName(c.Request().UserAgent())
		}
		c.Response().Header().Set(headerRole, string(by.Role))
		args, err := r.arguments(c)
		if err != nil {
			if denied := r.Refuse(ctx, by, err); fault.CodeOf(denied) == fault.PermissionDenied {
				return denied
			}
			return err
		}
		if r.takesBody() {
			ctx = usecase.WithSource(ctx, input.Source{JSONTexts: true})
		}
		ctx, condition := r.condition(ctx, c)
		out, err := r.Call(ctx, by, args)
		if err != nil {
			return condition.status(err)
		}
		return r.reply(c, out)
	}
}

// headerRole reports the role of the caller, so that a page can hide actions the caller may not use.
const headerRole = "Plotline-Role"

// claimedName returns the product of a User-Agent, such as "curl/8.5". Nothing verifies it, so only the audit
// log uses it.
func claimedName(userAgent string) string {
	const most = 64
	name, _, _ := strings.Cut(userAgent, " ")
	if len(name) > most || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return name
}

// arguments merges the arguments from path, query and body into one JSON object.
func (r route) arguments(c echo.Context) (args json.RawMessage, err error) {
	if r.takesBody() {
		args, err = jsonBody(c)
	} else {
		args, err = r.query(c)
	}
	if err != nil {
		return nil, err
	}
	for _, name := range r.inPath {
		value, err := pathArgument(c, name)
		if err != nil {
			return nil, err
		}
		if args, err = input.With(args, name, value); err != nil {
			return nil, err
		}
	}
	if format := accepted(c.Request().Header.Get(echo.HeaderAccept)); r.drawn && format != "" {
		if withFormat, err := input.With(args, "format", format); err == nil { // an argument takes precedence over the header
			return withFormat, nil
		}
	}
	return args, nil
}

// pathArgument reads an argument from the path. If URL.RawPath is set, Echo routes by the escaped path and
// the argument must be unescaped.
func pathArgument(c echo.Context, name string) (string, error) {
	if c.Request().URL.RawPath == "" {
		return c.Param(name), nil
	}
	value, err := url.PathUnescape(c.Param(name))
	if err != nil || !utf8.ValidString(value) {
		return "", fault.Invalid("%s must be UTF-8 with percent-encoding", name)
	}
	return value, nil
}

// maxListed bounds how often a query may repeat one argument. Proxies drop longer addresses.
const maxListed = 1000

// query reads the arguments of the query. It reports a malformed query as an error. Echo would silently drop
// the malformed parts and so answer another question.
func (r route) query(c echo.Context) (json.RawMessage, error) {
	values, err := url.ParseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return nil, fault.New(fault.InvalidArgument, "the query string of the URL is malformed, or has too many parts").Because(err)
	}
	for name, list := range values {
		if len(list) > maxListed {
			return nil, fault.Invalid("a URL takes at most %d values of %.100s, got %d; use POST where it exists, its body takes more",
				maxListed, name, len(list))
		}
	}
	return input.FromQuery(r.In, values)
}

// jsonBody returns the body that buffered has read, after checking its content type.
func jsonBody(c echo.Context) (json.RawMessage, error) {
	if c.Request().URL.RawQuery != "" {
		return nil, fault.Invalid("%s %s takes its arguments in the body, as a JSON object", c.Request().Method, c.Path())
	}
	arrived, is := c.Request().Body.(*Body)
	if !is || arrived.Len() == 0 {
		return nil, nil // buffered has read every non-empty body
	}
	body := arrived.Bytes() // no copy: it may have 16 MiB
	sent := c.Request().Header.Get(echo.HeaderContentType)
	media, _, err := mime.ParseMediaType(sent)
	if err != nil || (media != mimeJSON && !strings.HasSuffix(media, "+json")) {
		return nil, refuse(http.StatusUnsupportedMediaType,
			fault.Invalid("the body must be JSON, sent with Content-Type: application/json, not %.100q", sent))
	}
	if input.Absent(body) {
		return nil, fault.Invalid("arguments must be a JSON object")
	}
	return body, nil
}
