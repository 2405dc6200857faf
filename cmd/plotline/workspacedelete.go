package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/plans"
	"plotline/scenes"
)

type workspaceDelete struct {
	auditSettings
	rootSettings
	jsonSettings
	Name string `arg:"" help:"The workspace."`
	Yes  bool   `help:"Do not ask, for scripts."`
}

// deletedWorkspace is the result as JSON.
type deletedWorkspace struct {
	graph.DeletedWorkspace
	workspaceFiles
}

// workspaceFiles counts what stays in the data folder.
type workspaceFiles struct {
	Plans    int `json:"plans_left"`
	Projects int `json:"projects_left"`
}

// Run deletes a workspace after the user has typed its name.
func (c *workspaceDelete) Run(ctx context.Context, s *settings, std streams) error {
	if err := graph.ValidWorkspace(c.Name); err != nil {
		return misuse{err}
	}
	return readSettings{c.jsonSettings, c.auditSettings}.with(s, std, func(p *program) error {
		p.caller.Workspace = c.Name
		extent, files, err := c.look(ctx, s, p)
		if err != nil {
			return err
		}
		if !c.Yes {
			if !isTerminal(std.in) {
				return misuse{errors.New("the input is not a terminal, so it cannot be asked; to delete the workspace without a question, add --yes")}
			}
			if err := c.confirm(ctx, std, p, extent, files); err != nil {
				return err
			}
		}
		bar := newBar(std, -1)
		done, err := p.service.DeleteWorkspace(bar.context(ctx), p.caller)
		bar.end()
		if err != nil {
			return c.unfinished(ctx, s, p, err)
		}
		return printCounts(std.out, c.JSON, deletedWorkspace{done, files}, c.text(done, files))
	})
}

// unfinished adds to an error that the deletion has begun, and how to end it.
func (c *workspaceDelete) unfinished(ctx context.Context, s *settings, p *program, err error) error {
	state, stateErr := withTimeout(context.WithoutCancel(ctx), s.Timeout, func(ctx context.Context) (graph.Residence, error) {
		return p.store.Residence(ctx, c.Name)
	})
	if stateErr != nil || state != graph.Deletion {
		return err
	}
	return withProgress(ctx, err, fmt.Sprintf(
		"the workspace %s is deleted in part, and accepts no changes; run the command again to delete the rest", c.Name))
}

// look counts what the workspace has, and rejects one that is being moved before the user is asked.
func (c *workspaceDelete) look(ctx context.Context, s *settings, p *program) (extent graph.Extent, files workspaceFiles, err error) {
	var state graph.Residence
	extent, err = withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Extent, error) {
		var err error
		if state, err = p.store.Residence(ctx, c.Name); err == nil {
			err = state.CheckDeletable(c.Name)
		}
		if err != nil {
			return graph.Extent{}, err
		}
		return p.store.Extent(ctx, c.Name)
	})
	if err != nil {
		return extent, files, err
	}
	files, err = p.workspaceFiles(ctx, c.rootSettings)
	if err == nil && state.State == graph.Resident {
		err = checkWorkspaceHas(c.Name, extent.Episodes, files)
	}
	return extent, files, err
}

// workspaceFiles counts the files of the caller's workspace in the data folder.
func (p *program) workspaceFiles(ctx context.Context, roots rootSettings) (workspaceFiles, error) {
	if err := p.addPlans(roots); err != nil {
		return workspaceFiles{}, misuse{err}
	}
	listed, err := p.plans.ListPlans(ctx, p.caller, plans.ListInput{})
	if err != nil {
		return workspaceFiles{}, err
	}
	service := scenes.NewService(scenes.Config{DataDir: p.dataDir, Runner: p.fileRunner(), Logger: p.logger})
	projects, err := service.ListProjects(ctx, p.caller, scenes.ListProjectsInput{})
	return workspaceFiles{len(listed.Plans), len(projects.Projects)}, err
}

// checkWorkspaceHas returns an error if a workspace has nothing: its name may be misspelt.
func checkWorkspaceHas(name string, episodes int, files workspaceFiles) error {
	if episodes > 0 || files != (workspaceFiles{}) {
		return nil
	}
	return fault.Newf(fault.NotFound, "The workspace %s has no episodes, plans or projects; to see those that have episodes, run: plotline workspace list", name)
}

// confirm requires the user to type the name of the workspace.
func (c *workspaceDelete) confirm(ctx context.Context, std streams, p *program, extent graph.Extent, files workspaceFiles) error {
	status, err := p.store.Status(ctx)
	if err != nil {
		return err
	}
	answer, err := ask(ctx, std, fmt.Sprintf("This deletes %s and %s of the workspace %s, in the store at %s. It cannot be undone.\n%s"+
		"To go on, type the name of the workspace: ",
		countNoun(extent.Episodes, "episode"), countNoun(extent.Relationships, "relationship"), c.Name, status.Location, leftText(files)), nothingDeleted)
	if err != nil {
		return err
	}
	if answer != c.Name {
		return fault.Newf(fault.Cancelled, "That is not the name of the workspace %s; nothing was deleted", c.Name)
	}
	return nil
}

func (c *workspaceDelete) text(done graph.DeletedWorkspace, files workspaceFiles) string {
	return strings.TrimSpace(fmt.Sprintf("Deleted %s and %s of the workspace %s.\n%s",
		countNoun(done.Episodes, "episode"), countNoun(done.Relationships, "relationship"), c.Name, leftText(files)))
}

// leftText says which files of the workspace stay, or nothing.
func leftText(files workspaceFiles) string {
	if files == (workspaceFiles{}) {
		return ""
	}
	return fmt.Sprintf("%s and %s of it stay in the data folder.\n", countNoun(files.Plans, "plan"), countNoun(files.Projects, "project"))
}
