//go:build !linux

package main

// yieldToOthers does nothing. Only Linux has an easily set priority for each thread.
func yieldToOthers() {}
