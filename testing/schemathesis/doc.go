// Package schemathesis has Schemathesis, which makes requests out of an OpenAPI document and judges the
// answers by it, go at the REST API of the real program. Its script install.sh finds it, or installs it.
//
// To look for longer, and elsewhere:
//
//	go test -v ./testing/schemathesis -args -seconds 150 -seed 7
package schemathesis
