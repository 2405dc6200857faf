// Package killed ends the program by SIGKILL, again and again, at any moment of its work, and looks
// each time what became of the graph.
package killed
