package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"plotline/graph"
	"plotline/graph/moving"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
)

type workspaceCommand struct {
	List   workspaceList   `cmd:"" paged:"" default:"withargs" help:"List the workspaces of the store."`
	Export workspaceExport `cmd:"" help:"Write the graph of a workspace as JSON Lines for plotline import."`
	Delete workspaceDelete `cmd:"" help:"Delete the graph of a workspace. This cannot be undone."`
	Move   workspaceMove   `cmd:"" help:"Move the workspace to another store, or to another name. It answers reads meanwhile, and rejects writes."`
}

type workspaceMove struct {
	ToDataDir       string `placeholder:"DIR" help:"Move to the embedded store in this folder."`
	ToNeo4jURI      string `name:"to-neo4j-uri" env:"PLOTLINE_TO_NEO4J_URI" placeholder:"URI" help:"Move to this Neo4j."`
	ToNeo4jUsername string `name:"to-neo4j-username" env:"PLOTLINE_TO_NEO4J_USERNAME" default:"neo4j" help:"User of that Neo4j."`
	ToNeo4jPassword string `name:"to-neo4j-password" env:"PLOTLINE_TO_NEO4J_PASSWORD" placeholder:"SECRET" help:"Password there. Better set it in the environment."`
	ToNeo4jDatabase string `name:"to-neo4j-database" env:"PLOTLINE_TO_NEO4J_DATABASE" placeholder:"NAME" help:"Database there (default: the user's home database)."`
	ToWorkspace     string `placeholder:"NAME" help:"Workspace there, which must never have been used (default: the same name)."`
	Place           string `placeholder:"TEXT" help:"Name of the new place, as clients of the old one read it (default: the URI, or the name of the folder)."`
	Cancel          bool   `help:"End an unfinished move: the old place accepts writes as before. With the flags of the new place, also remove the copy there."`
	jsonSettings
}

// Validate checks that there is one destination. Kong calls it after parsing.
func (c *workspaceMove) Validate() error {
	switch {
	case c.ToDataDir != "" && c.ToNeo4jURI != "":
		return errors.New("give one of --to-data-dir and --to-neo4j-uri")
	case c.ToDataDir == "" && c.ToNeo4jURI == "" && !c.Cancel:
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
	var to *moving.End
	if c.ToDataDir != "" || c.ToNeo4jURI != "" {
		end, err := c.destination(p, s.Workspace)
		if err != nil {
			return asMisuse(err)
		}
		defer func() { _ = end.Store.Close() }()
		to = &end
	}
	if c.Cancel {
		return c.cancel(ctx, std, from, to)
	}
	progress := newProgress(std, c.JSON)
	done, err := moving.Move(progress.context(ctx), p.runner, from, *to)
	progress.end()
	if err != nil {
		return c.unfinished(ctx, s, from, to.Place, err)
	}
	return printCounts(std.out, c.JSON, done, movedText(done, s.Workspace, to.Place))
}

func movedText(done moving.Moved, workspace, place string) string {
	return fmt.Sprintf("Moved %s and %s of the workspace %s to %s.\n"+
		"The old place names the new one to clients from now on.",
		countNoun(done.Episodes, "episode"), countNoun(done.Relationships, "relationship"), workspace, place)
}

// unfinished adds to an error how far a move to this place is, and how to go on.
func (c *workspaceMove) unfinished(ctx context.Context, s *settings, from moving.End, place string, err error) error {
	state, stateErr := withTimeout(context.WithoutCancel(ctx), s.Timeout, func(ctx context.Context) (graph.Residence, error) {
		return from.Store.Residence(ctx, from.Workspace)
	})
	if stateErr != nil || state.Place != place {
		return err
	}
	far := fmt.Sprintf("the workspace %s accepts no changes until the move to %s ends; run the command again, it continues, or add --cancel",
		from.Workspace, place)
	if state.State == graph.Gone && state.Move == "" {
		far = fmt.Sprintf("the workspace %s was moved to %s; run the command again to remove what the old place has", from.Workspace, place)
	}
	return withProgress(ctx, err, far)
}

func (c *workspaceMove) cancel(ctx context.Context, std streams, from moving.End, to *moving.End) error {
	if err := moving.Cancel(ctx, from, to); err != nil {
		return err
	}
	text := fmt.Sprintf("The move of the workspace %s has ended. It stays here.", from.Workspace)
	if to == nil {
		text += " The copy at the new place stays closed; to remove it, name the new place too."
	}
	return printCounts(std.out, c.JSON, struct{}{}, text)
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
