package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"plotline/graph"
	"plotline/graph/moving"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
)

type workspaceCommand struct {
	List   workspaceList   `cmd:"" paged:"" default:"withargs" help:"List the workspaces of the store."`
	Export workspaceExport `cmd:"" help:"Write the graph of a workspace as JSON Lines for plotline import."`
	Delete workspaceDelete `cmd:"" help:"Delete the graph of a workspace. This cannot be undone."`
	Move   workspaceMove   `cmd:"" help:"Move the workspace to another store, or to another name, while it is written to."`
}

type workspaceMove struct {
	ToDataDir       string `placeholder:"DIR" help:"Move to the embedded store in this folder."`
	ToNeo4jURI      string `name:"to-neo4j-uri" env:"PLOTLINE_TO_NEO4J_URI" placeholder:"URI" help:"Move to this Neo4j."`
	ToNeo4jUsername string `name:"to-neo4j-username" env:"PLOTLINE_TO_NEO4J_USERNAME" default:"neo4j" help:"User of that Neo4j."`
	ToNeo4jPassword string `name:"to-neo4j-password" env:"PLOTLINE_TO_NEO4J_PASSWORD" placeholder:"SECRET" help:"Password there. Better set it in the environment."`
	ToNeo4jDatabase string `name:"to-neo4j-database" env:"PLOTLINE_TO_NEO4J_DATABASE" placeholder:"NAME" help:"Database there (default: the user's home database)."`
	ToWorkspace     string `placeholder:"NAME" help:"Workspace there, which must never have been used (default: the same name)."`
	Place           string `placeholder:"TEXT" help:"Name of the new place, as clients of the old one read it (default: the URI, or the name of the folder)."`
	Cancel          bool   `help:"End an unfinished move: the old place accepts writes as before."`
	jsonSettings
}

// Validate checks that there is one destination. Kong calls it after parsing.
func (c *workspaceMove) Validate() error {
	named := 0
	for _, is := range []bool{c.ToDataDir != "", c.ToNeo4jURI != "", c.Cancel} {
		if is {
			named++
		}
	}
	if named != 1 {
		return errors.New("give one of --to-data-dir, --to-neo4j-uri and --cancel")
	}
	if c.ToWorkspace != "" {
		return graph.ValidWorkspace(c.ToWorkspace)
	}
	return nil
}

// Run moves the workspace.
func (c *workspaceMove) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, auditSettings{Audit: "off"})
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	from := moving.End{Store: p.store, Workspace: s.Workspace, Place: placeOf(s.Neo4jURI, p.dataDir, s.Workspace, s.usesNeo4j())}
	if c.Cancel {
		if err := moving.Cancel(ctx, from); err != nil {
			return err
		}
		return printCounts(std.out, c.JSON, struct{}{}, fmt.Sprintf("The move of the workspace %s has ended. It stays here.", s.Workspace))
	}
	to, err := c.destination(p, s.Workspace)
	if err != nil {
		return asMisuse(err)
	}
	defer func() { _ = to.Store.Close() }()
	bar := newBar(std, -1)
	done, err := moving.Move(bar.context(ctx), from, to, nil)
	bar.end()
	if err != nil {
		return err
	}
	return printCounts(std.out, c.JSON, done, movedText(done, s.Workspace, to.Place))
}

func movedText(done moving.Moved, workspace, place string) string {
	return fmt.Sprintf("Moved %d episodes and %d relationships of the workspace %s to %s. Writes were rejected for %s.\n"+
		"The old place keeps its copy, and rejects writes from now on.",
		done.Episodes, done.Relationships, workspace, place, done.Rejected.Round(time.Millisecond))
}

// destination opens the store to move to.
func (c *workspaceMove) destination(p *program, workspace string) (moving.End, error) {
	to := moving.End{Workspace: workspace, Place: c.Place}
	if c.ToWorkspace != "" {
		to.Workspace = c.ToWorkspace
	}
	dir, err := filepath.Abs(c.ToDataDir)
	if err != nil {
		return to, err
	}
	if to.Place == "" {
		to.Place = placeOf(c.ToNeo4jURI, dir, to.Workspace, c.ToNeo4jURI != "")
	}
	if c.ToNeo4jURI == "" {
		to.Store = sqlitestore.New(filepath.Join(dir, databaseFile))
		return to, nil
	}
	to.Store, err = neo4jstore.New(neo4jstore.Config{
		URI: c.ToNeo4jURI, Username: c.ToNeo4jUsername, Password: c.ToNeo4jPassword, Database: c.ToNeo4jDatabase,
		UserAgent: "plotline/" + version(),
	}, p.logger)
	return to, err
}

// placeOf names a place for clients. They must not learn where on the server a folder is.
func placeOf(uri, dir, workspace string, neo4j bool) string {
	if at, err := url.Parse(uri); neo4j && err == nil {
		return fmt.Sprintf("%s://%s, workspace %s", at.Scheme, at.Host, workspace)
	}
	return fmt.Sprintf("the embedded store in %s, workspace %s", filepath.Base(dir), workspace)
}
