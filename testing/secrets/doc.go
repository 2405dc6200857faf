// Package secrets tests what replaces secrets on the examples of another program, Gitleaks. It is a module of its own, so that the
// product's needs none of what Gitleaks needs.
package secrets
