//go:build !linux

package main

// yieldToOthers does nothing: only on Linux has a thread a priority of its own that is as easy to set.
func yieldToOthers() {}
