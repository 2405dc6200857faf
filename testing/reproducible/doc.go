// Package reproducible builds the program in two folders and compares the bytes.
package reproducible
