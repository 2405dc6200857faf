// Package schemathesis tests the real program's REST API with Schemathesis. That tool generates requests
// from the OpenAPI document and checks the replies against it. The script install.sh finds or installs it.
// `make test-all` runs the test.
//
// To test for longer with another seed:
//
//	go test -v ./testing/schemathesis -args -seconds 150 -seed 7
package schemathesis
