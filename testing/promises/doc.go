// Package promises checks that each test that SECURITY.md names exists, so that no promise there is without one.
package promises
