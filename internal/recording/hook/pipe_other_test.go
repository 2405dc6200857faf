//go:build !unix

package hook_test

func (w *world) pipe(string) { w.Helper() }
