//go:build !linux

package main

// lowerPriority does nothing. Only Linux has an easily set priority for each thread.
func lowerPriority() {}
