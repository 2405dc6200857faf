// Package attacks tests that the real program withstands the attacks that SECURITY.md lists. Each kind of
// attack has a file. `make test` runs part of the tests, `make test-all` runs the rest.
//
// Every attack runs against `plotline serve` in a process whose data is limited to 512 MB (see
// server_test.go). It is bounded in number and time, and uses only the loopback interface. Each test checks
// that the server answers another tenant during the attack. Tests count slots and bytes, never seconds.
package attacks
