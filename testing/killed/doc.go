// Package killed tests that the graph survives SIGKILL. It kills the program repeatedly at random moments
// and checks the graph each time. `make test` runs it, `make soak` runs it for longer.
package killed
