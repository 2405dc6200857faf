//go:build tools

// Package tool pins the version of the program that writes the bill of materials. It is a separate module,
// so that the dependencies stay out of Plotline's own module.
package tool

import _ "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod"
