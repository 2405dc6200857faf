package api_test

import (
	"net/http"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"plotline/api"
)

const previewDocument = "<!doctype html><title>Preview</title><body><script>let hi = 'ü'</script></body>"

// TestPreview checks that the preview document has a policy that allows only its own script.
func TestPreview(t *testing.T) {
	t.Parallel()
	h := paged(t)
	w := ask(t, h, http.MethodGet, "/preview", "")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=UTF-8" || w.Body.String() != previewDocument {
		t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	want := map[string]string{
		"sandbox": "allow-scripts", "default-src": "'none'",
		// printf %s "let hi = 'ü'" | openssl dgst -sha256 -binary | base64
		"script-src": "'sha256-iz8PZ/juUXgLxnRJLfTRWKeqg2U3F5zf49z9rFD5WTY=' 'unsafe-eval'",
		"style-src":  "'unsafe-inline'", "img-src": "data: blob:", "media-src": "data:", "font-src": "data:",
		"connect-src": "'none'", "worker-src": "'none'", "frame-src": "'none'", "object-src": "'none'",
		"frame-ancestors": "'self'", "base-uri": "'none'", "form-action": "'none'",
	}
	if diff := cmp.Diff(want, rulesOf(w.Header().Get("Content-Security-Policy"))); diff != "" {
		t.Errorf("the policy (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{
		"X-Frame-Options": "SAMEORIGIN", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin", "Connection-Allowlist": "()", "X-DNS-Prefetch-Control": "off",
		"Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=()",
		"Cache-Control":      "no-cache", "Access-Control-Allow-Origin": "",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestPreviewKept checks that a revalidation answers 304 with the policy.
func TestPreviewKept(t *testing.T) {
	t.Parallel()
	h := paged(t)
	first := ask(t, h, http.MethodGet, "/preview", "")
	again := ask(t, h, http.MethodGet, "/preview", "", "If-None-Match: "+first.Header().Get("ETag"))
	if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("%d %s", again.Code, again.Body)
	}
	if policy := again.Header().Get("Content-Security-Policy"); policy == "" || policy != first.Header().Get("Content-Security-Policy") {
		t.Errorf("the policy is now %q", policy)
	}
	if head := ask(t, h, http.MethodHead, "/preview", ""); head.Code != http.StatusOK || head.Header().Get("ETag") != first.Header().Get("ETag") {
		t.Errorf("HEAD: %d %v", head.Code, head.Header())
	}
}

// TestPreviewIsReadWithoutAToken checks that the preview needs no token. A frame cannot send one, and the
// document contains no data.
func TestPreviewIsReadWithoutAToken(t *testing.T) {
	t.Parallel()
	cfg, _, _ := withTokens(t, config(t))
	cfg.Pages = fstest.MapFS{"index.html": {}, "preview.html": {Data: []byte(previewDocument)}}
	h := api.New(cfg).Handler()
	if w := ask(t, h, http.MethodGet, "/preview", "", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Dest: iframe"); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask(t, h, http.MethodGet, "/api/v1/plans", ""); w.Code != http.StatusUnauthorized {
		t.Errorf("and so is the rest: %d", w.Code)
	}
}
