// Package attacks holds tests that attack the real program as a hostile client would: one file for
// each kind of attack that SECURITY.md promises to withstand.
//
// Every attack runs against `plotline serve` in a process whose data may not grow past 512 MB (see
// server_test.go), is bounded in number and time, and stays on loopback. A test asserts that another
// tenant is answered while the attack goes on, and it counts slots and bytes, never seconds.
package attacks
