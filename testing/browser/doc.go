// Package browser tests the web pages in a real Chromium with a mouse and a keyboard, and checks what is
// visible. Its tests run the real program on real files. `make test-all` runs them.
package browser
