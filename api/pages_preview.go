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

// previewPolicy isolates the preview, which runs the unreviewed code of a scene. `sandbox` gives the document
// an opaque origin, also when it is opened outside our frame. The document then has no storage, cookies,
// popups, forms or dialogs, and cannot navigate the page. Nothing may be fetched: images, fonts and sound
// must be part of the code.
//
// The hash allows only the document's own script. 'self' would allow scripts in the frame to load from this
// server, and browsers disagree on its meaning for an opaque origin. The scene arrives as a message and runs
// by eval. 'unsafe-eval' adds nothing that the scene's code could not do anyway, while blob: would allow new
// scripts and workers.
//
// The frame-src of the surrounding page limits where the frame can navigate. Browsers that support
// Connection-Allowlist make no connection for it at all. Others may open a connection, without sending a
// request, before they block the navigation. The frame's own script removes WebRTC, which connect-src does not
// cover. CSP's webrtc directive would, but browsers have it behind a flag, and warn of it once for each frame.
func previewPolicy(hash string) string {
	return "sandbox allow-scripts; default-src 'none'; script-src 'sha256-" + hash + "' 'unsafe-eval'; style-src 'unsafe-inline'; " +
		"img-src data: blob:; media-src data:; font-src data:; connect-src 'none'; worker-src 'none'; frame-src 'none'; " +
		"object-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
}

// addPreview serves the document that runs scenes.
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
		header.Set(echo.HeaderXFrameOptions, "SAMEORIGIN") // for browsers without frame-ancestors
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

// hashOfScript returns the hash of the only script in a document, in the form that a CSP needs. It panics
// unless there is exactly one script.
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
