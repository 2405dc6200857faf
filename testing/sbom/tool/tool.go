//go:build tools

// Package tool pins the program that writes the bill of materials, away from Plotline's own modules.
package tool

import _ "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod"
