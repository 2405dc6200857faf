package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v4"
)

const (
	previewPath = "/preview"
	previewFile = "preview.html"
)

// previewPolicy keeps what runs in the preview away from everything: it is a scene's code, which nobody
// has read. `sandbox` gives the document an origin of its own, also where it is not in our frame: no
// storage, no cookies, no other document, no popup, no form, no dialog, no way to take the page elsewhere.
// Nothing may be fetched; pictures, fonts and sound must be in the code itself.
//
// The one script that comes with the document is known by its hash. 'self' would open our addresses to
// every script in the frame, and would do no good: what it means to a document of opaque origin, browsers
// have answered differently. The scene itself arrives as a message, and is run by eval: 'unsafe-eval'
// gives it nothing that its own code could not do, while blob: would let it make scripts and workers.
//
// Where the frame goes by itself is for the policy of the page around it to say (frame-src). Browsers
// that have Connection-Allowlist make no connection at all for it; others may make one that says nothing,
// before they find that they must not go there. CSP's webrtc directive is in the standard, but not yet in
// browsers: the frame's own script takes WebRTC away as well.
func previewPolicy(hash string) string {
	return "sandbox allow-scripts; default-src 'none'; script-src 'sha256-" + hash + "' 'unsafe-eval'; style-src 'unsafe-inline'; " +
		"img-src data: blob:; media-src data:; font-src data:; connect-src 'none'; worker-src 'none'; frame-src 'none'; " +
		"object-src 'none'; webrtc 'block'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
}

// addPreview serves the document in which scenes run.
func (s *Server) addPreview(compressed echo.MiddlewareFunc) {
	document, err := fs.ReadFile(s.cfg.Pages, previewFile)
	if err != nil {
		panic("api: the pages have no " + previewFile)
	}
	policy, tag := previewPolicy(hashOfScript(document)), etag(echo.MIMETextHTMLCharsetUTF8, document)
	s.get(previewPath, func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderCacheControl, "no-cache")
		header.Set(echo.HeaderContentSecurityPolicy, policy)
		header.Set(echo.HeaderXFrameOptions, "SAMEORIGIN") // for browsers that know no frame-ancestors
		header.Set("Connection-Allowlist", "()")
		header.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=()")
		header.Set("X-DNS-Prefetch-Control", "off")
		header.Set("ETag", tag)
		if matches(c.Request().Header.Get("If-None-Match"), tag) {
			return c.NoContent(http.StatusNotModified)
		}
		return c.HTMLBlob(http.StatusOK, document)
	}, compressed)
}

// hashOfScript is the hash of the only script in a document, as policies have it.
func hashOfScript(document []byte) string {
	const begin, end = "<script>", "</script>"
	_, rest, found := bytes.Cut(document, []byte(begin))
	script, after, ended := bytes.Cut(rest, []byte(end))
	if !found || !ended || bytes.Contains(after, []byte("<script")) {
		panic("api: " + previewFile + " has not one script")
	}
	sum := sha256.Sum256(script)
	return base64.StdEncoding.EncodeToString(sum[:])
}
