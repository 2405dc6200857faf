package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// released is set by the linker for a release build.
var released string

// version is the release, else what the build was made from.
func version() string {
	if released != "" {
		return released
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "0.1.0-dev"
}

type versionCommand struct{ jsonSettings }

// Run prints the version.
func (c *versionCommand) Run(std streams) error {
	if c.JSON {
		return printJSON(std.out, map[string]string{"version": version(), "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH})
	}
	_, err := fmt.Fprintln(std.out, "plotline "+version())
	return err
}
