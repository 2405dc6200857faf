package main

import (
	"context"
	"fmt"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

type reindexCommand struct {
	All bool `help:"In every workspace that has episodes."`
	jsonSettings
}

// reindexed is the result for one workspace.
type reindexed struct {
	Workspace string   `json:"workspace"`
	Languages []string `json:"languages"`
	Former    []string `json:"former_languages,omitempty"` // the replaced languages
	Texts     int      `json:"texts"`                      // texts that this run indexed; a change of languages indexes each twice

	in, former analysis.Languages
	left       int
}

// reindexBatch is the number of texts in one transaction. Writers wait for it.
const reindexBatch = 100

// Run reindexes the texts of the workspace.
func (c *reindexCommand) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, auditSettings{Audit: "off"})
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	list := []string{s.Workspace}
	if c.All {
		if list, err = workspaces(ctx, p, s); err != nil {
			return err
		}
	}
	all := make([]reindexed, 0, len(list))
	for _, ws := range list {
		done, err := reindexOne(ctx, p, s, std, ws)
		if err != nil {
			return err
		}
		all = append(all, done)
		if !c.JSON {
			if _, err := fmt.Fprintln(std.out, done.text()); err != nil {
				return err
			}
		}
	}
	if c.JSON {
		return printJSON(std.out, all)
	}
	return nil
}

// workspaces lists all workspaces with episodes.
func workspaces(ctx context.Context, p *program, s *settings) ([]string, error) {
	const page = 1000
	var list []string
	for after := ""; ; after = list[len(list)-1] {
		some, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) ([]string, error) {
			return p.store.Workspaces(ctx, after, page)
		})
		list = append(list, some...)
		if err != nil || len(some) < page {
			return list, err
		}
	}
}

// reindexOne reindexes one workspace, in steps, so that other writers can work between them.
func reindexOne(ctx context.Context, p *program, s *settings, std streams, ws string) (reindexed, error) {
	before, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Indexing, error) { return p.store.Languages(ctx, ws) })
	if err != nil {
		return reindexed{}, fault.From(err)
	}
	now, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Indexing, error) {
		return p.store.UseLanguages(ctx, ws, p.languages)
	})
	if err != nil {
		return reindexed{}, fault.From(err)
	}
	bar := newBar(std, -1)
	watched := bar.context(ctx)
	all := now.Left
	for err == nil && now.Left > 0 {
		usecase.Report(watched, all-now.Left, all, "texts")
		if err = ctx.Err(); err != nil {
			break
		}
		var next graph.Indexing
		next, err = withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Indexing, error) {
			return p.store.ReindexTexts(ctx, ws, reindexBatch)
		})
		if err == nil {
			now, all = next, max(all, next.Left)
		}
	}
	bar.end()
	done := reindexed{Workspace: ws, Languages: now.Languages.Names(), Texts: all - now.Left, in: now.Languages, left: now.Left}
	if before.Languages != now.Languages {
		done.Former, done.former = before.Languages.Names(), before.Languages
	}
	if err != nil {
		return done, done.interruptedError(ctx, err)
	}
	return done, nil
}

// interruptedError adds the progress so far to an error. The indexed texts are stored.
func (r reindexed) interruptedError(ctx context.Context, err error) error {
	far := fmt.Sprintf("%s of workspace %s not indexed yet; to continue, run: plotline reindex", countNoun(r.left, "text"), r.Workspace)
	return withProgress(ctx, err, far)
}

func (r reindexed) text() string {
	switch {
	case r.in.None():
		return fmt.Sprintf("Workspace %s has no episodes yet.", r.Workspace)
	case r.Texts == 0:
		return fmt.Sprintf("Workspace %s has no episodes yet; its languages are %s.", r.Workspace, r.in)
	case !r.former.None():
		return fmt.Sprintf("Workspace %s is searched in %s now, no longer in %s.", r.Workspace, r.in, r.former)
	}
	return fmt.Sprintf("Workspace %s is indexed anew, in %s.", r.Workspace, r.in)
}
