package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"plotline/api"
	"plotline/graph/sqlitestore"
	"plotline/tools"
)

// maxListed bounds the workspaces that pages may choose without tokens.
const maxListed = 1000

// visitable returns the function that lists the workspaces that pages may choose without tokens: those of the embedded
// store, and that of the server. The server's own is first if it is named; otherwise the one that was written last is, so
// that a page opens on what agents do. On Neo4j it returns nil: the server's own is the only one.
func visitable(p *program, own string, named bool) func(ctx context.Context) ([]string, error) {
	store, embedded := p.store.(*sqlitestore.Store)
	if !embedded {
		return nil
	}
	return func(ctx context.Context) ([]string, error) {
		names, err := store.RecentWorkspaces(ctx, maxListed)
		if named || !slices.Contains(names, own) {
			names = slices.DeleteFunc(names, func(name string) bool { return name == own })
			at := len(names)
			if named {
				at = 0
			}
			names = slices.Insert(names, at, own)
		}
		return names, err
	}
}

// about returns the function that describes the server to its pages.
func (c *serveCommand) about(p *program, s *settings, sets []tools.Toolset) func(ctx context.Context, workspace string) api.About {
	kind := "embedded"
	if s.usesNeo4j() {
		kind = "neo4j"
	}
	offers := func(names ...tools.Toolset) bool {
		return slices.ContainsFunc(names, func(name tools.Toolset) bool { return slices.Contains(sets, name) })
	}
	return func(ctx context.Context, workspace string) api.About {
		return api.About{
			Store:    kind,
			Plans:    offers(tools.Plans, tools.Legacy) || p.plans.HasPlans(ctx, workspace),
			Projects: offers(tools.Scenes) || p.scenes.HasProjects(ctx, workspace),
			Recorded: s.recordedHere(),
			Command:  s.command(p.dataDir, workspace),
		}
	}
}

// command returns the beginning of a command line for a workspace, for POSIX shells in any folder: the absolute path of
// this program, and the flags that name the store. Passwords are left to the environment.
func (s *settings) command(dataDir, workspace string) string {
	program, err := os.Executable()
	if err != nil {
		program = "plotline"
	}
	words := []string{program, "--data-dir", dataDir, "--workspace", workspace}
	if s.Store != "auto" {
		words = append(words, "--store", s.Store)
	}
	if s.usesNeo4j() {
		words = append(words, "--neo4j-uri", s.Neo4jURI, "--neo4j-username", s.Neo4jUsername)
		if s.Neo4jDatabase != "" {
			words = append(words, "--neo4j-database", s.Neo4jDatabase)
		}
	}
	return shellLine(words)
}

// shellLine joins words to a command line of POSIX shells. It quotes those with a character that may mean something else.
func shellLine(words []string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:=,@%"
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if word == "" || strings.Trim(word, plain) != "" {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

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
