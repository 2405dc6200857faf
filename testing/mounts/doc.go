// Package mounts gives tests file systems of their own: small ones that fill up, and such as may only
// be read.
package mounts
