package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"plotline/internal/recording/remote"
	"plotline/internal/recording/spool"
	"plotline/plans/asking"
)

type mcpCommand struct {
	auditSettings
	toolSettings
	PrintConfig bool   `help:"Print the lines to paste into an MCP client's configuration, and exit."`
	Server      string `placeholder:"URL" help:"Pass everything on to the Plotline server at this address, with the token that plotline setup --server has kept."`
}

// Run serves MCP until the client disconnects.
func (c *mcpCommand) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	if c.PrintConfig {
		return printConfig(line.Flags(), s, std)
	}
	if c.Server != "" {
		return c.relay(ctx, s, std)
	}
	return c.serve(ctx, s, std)
}

// relay passes the client's messages on to a server, and records beside it.
func (c *mcpCommand) relay(ctx context.Context, s *settings, std streams) error {
	all, err := spool.ReadSettings()
	if err != nil {
		return err
	}
	if all.Store != spool.ToServer || all.Address != c.Server {
		return fmt.Errorf("%s is not the server that record.json names; run: plotline setup CLIENT --server %s", c.Server, c.Server)
	}
	p, err := s.openWith(std, "mcp", c.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	beside, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	if !c.ReadOnly {
		running.Go(func() { p.record(beside, s) })
	}
	return remote.Relay(ctx, all, std.in, std.out)
}

func (c *mcpCommand) serve(ctx context.Context, s *settings, std streams) error {
	p, err := s.openWith(std, "mcp", c.auditSettings, c.storeOptions()...)
	if err != nil {
		return err
	}
	defer p.close()
	p.warnExposed(ctx)
	s.warnForeign(ctx, p)
	p.ask = asking.New(p.dataDir, p.logger).Ask // asks on the page of a server with the same data folder
	if err := c.add(p); err != nil {
		return err
	}
	client := s.clientWorkspace(ctx, p.logger)
	server, err := c.server(p, client.caller, client.onRoots())
	if err != nil {
		return err
	}
	beside, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	if !c.ReadOnly {
		running.Go(func() {
			if client.await(beside) {
				p.makeVectors(beside, client.settings().Workspace)
			}
		})
	}
	if !c.ReadOnly {
		running.Go(func() { p.record(beside, s) })
	}
	running.Go(func() { p.plans.Run(beside) })
	running.Go(func() { p.scenes.Run(beside) })
	return server.ServeStdio(ctx, std.in, std.out)
}

// printConfig writes the entry for "mcpServers" that starts this program on this graph. It leaves out the
// password, which should not appear on a screen.
func printConfig(flags []*kong.Flag, s *settings, std streams) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find the path of this program: %w", err)
	}
	entry := clientEntry{Command: program, Args: []string{"mcp"}}
	if s.DataDir != "" {
		dir, err := filepath.Abs(s.DataDir)
		if err != nil {
			return fmt.Errorf("--data-dir: %w", err)
		}
		entry.Args = append(entry.Args, "--data-dir", dir)
	}
	entry.Args = append(entry.Args, changedFlags(flags)...)
	entry.Env = map[string]string{}
	if s.usesNeo4j() {
		entry.Env["NEO4J_URI"], entry.Env["NEO4J_USERNAME"], entry.Env["NEO4J_PASSWORD"] = s.Neo4jURI, s.Neo4jUsername, "…"
		if s.Neo4jDatabase != "" {
			entry.Env["NEO4J_DATABASE"] = s.Neo4jDatabase
		}
		_, _ = fmt.Fprintln(std.err, "Replace … with the password.")
	}
	if named := os.Getenv(modelVariable); named != "" {
		entry.Env[modelVariable] = absolute(named)
	}
	if os.Getenv(tmdbKey) != "" {
		entry.Env[tmdbKey] = "…"
		_, _ = fmt.Fprintln(std.err, "Replace … with the key of TMDB.")
	}
	if aiKey() != "" {
		entry.Env[aiKeys[0]] = "…"
		_, _ = fmt.Fprintln(std.err, "Replace … with the key of the model's endpoint.")
	}
	if os.Getenv(embeddingsKey) != "" {
		entry.Env[embeddingsKey] = "…"
		_, _ = fmt.Fprintln(std.err, "Replace … with the key of the embeddings endpoint.")
	}
	return printJSON(std.out, map[string]any{"mcpServers": map[string]any{"plotline": entry}})
}

// changedFlags returns the flags that differ from their defaults, so that --read-only is kept, for example. The
// data folder and Neo4j have their own places in an entry.
func changedFlags(flags []*kong.Flag) []string {
	var args []string
	for _, f := range flags {
		values := []string{fmt.Sprint(f.Target.Interface())}
		if list, ok := reflect.TypeAssert[[]string](f.Target); ok {
			values = list
		}
		switch {
		case slices.Contains([]string{"help", "version", "config", "print-config", "data-dir"}, f.Name),
			strings.HasPrefix(f.Name, "neo4j-"), strings.Join(values, ",") == f.Default:
		case !f.IsBool():
			for _, value := range values {
				switch {
				case f.Tag.Has("path"):
					value = absolute(value)
				case f.Tag.Has("root"):
					value = absoluteRoot(value)
				}
				args = append(args, "--"+f.Name, value)
			}
		case values[0] == "true":
			args = append(args, "--"+f.Name)
		}
	}
	return args
}

// absolute makes a path independent of the working directory. The path - is a stream.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil && path != "" && path != "-" {
		return full
	}
	return path
}

type clientEntry struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env,omitempty"`
}

// rules is what an agent should be told about Plotline.
//
//go:embed rules.md
var rules string

type rulesCommand struct{}

// Help says where to put the rules.
func (*rulesCommand) Help() string {
	return `An agent uses a memory by itself only if it is told to. Add the rules to the file that it reads: plotline rules >>AGENTS.md, or >>CLAUDE.md for Claude Code.`
}

// Run prints the rules.
func (*rulesCommand) Run(std streams) error {
	_, err := fmt.Fprint(std.out, rules)
	return err
}
