// Package mounts creates file systems for tests: small ones that fill up, and read-only ones. Tests import
// it.
package mounts
