// Package demoscenes creates projects in a data folder, without a server and without a model.
package demoscenes

import (
	"context"
	"log/slog"
	"time"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
	"plotline/scenes"
)

// timeout limits one write to a file.
const timeout = 30 * time.Second

// Create creates a project of the default workspace, with the scenes of the example or with a welcome scene. A project
// that exists is an error with the code already_exists.
func Create(ctx context.Context, dataDir, projectID string, example bool) ([]scenes.SceneRow, error) {
	logger := slog.New(slog.DiscardHandler)
	service := scenes.NewService(scenes.Config{
		DataDir: dataDir, Logger: logger, Runner: &usecase.Runner{Logger: logger, Timeout: timeout},
	})
	by := audit.Caller{Workspace: graph.DefaultWorkspace, Actor: "demo", Transport: "command", Role: access.Writer}
	made, err := service.CreateProject(ctx, by, scenes.CreateProjectInput{ProjectID: projectID, Example: example})
	return made.Scenes, err
}
