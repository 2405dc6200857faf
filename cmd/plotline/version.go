package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Set by the linker: released in a release, commit in any build by make.
var released, commit string

// version returns the release, or a name for the build's commit.
func version() string {
	if released != "" {
		return released
	}
	if commit != "" {
		return developmentVersion + "+" + commit
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return developmentVersion
}

const developmentVersion = "0.1.0-dev"

type versionCommand struct{ jsonSettings }

// Run prints the version.
func (c *versionCommand) Run(std streams) error {
	if c.JSON {
		return printJSON(std.out, map[string]string{"version": version(), "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH})
	}
	_, err := fmt.Fprintln(std.out, "plotline "+version())
	return err
}
