package main

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"plotline/api/live"
	"plotline/internal/usecase"
	"plotline/plans"
	"plotline/plans/asking"
)

// The events of plans, as pages know them.
const (
	eventRecognizeReady = "recognizeMediaFilePlanReady"
	eventRenameReady    = "renameFilesPlanReady"
	eventPlanUpdated    = "planUpdated"
	eventAsk            = "askForRenameFilesConfirmation"
	eventSettled        = "renameFilesConfirmationSettled"
)

// eventProjectUpdated is the event of projects.
const eventProjectUpdated = "projectUpdated"

type projectEvent struct {
	ProjectID string `json:"projectId"`
}

// tellingOfScenes tells the pages of a workspace which of its projects changed, whichever process did it.
func tellingOfScenes(sockets *live.Server) func(workspace, projectID string) {
	return func(workspace, projectID string) {
		sockets.Broadcast(workspace, eventProjectUpdated, projectEvent{projectID})
	}
}

type readyEvent struct {
	TaskID       string `json:"taskId"`
	PlanFilePath string `json:"planFilePath"`
}

type updatedEvent struct {
	TaskID string       `json:"taskId"`
	Task   plans.Task   `json:"task"`
	Status plans.Status `json:"status"`
}

type settledEvent struct {
	TaskID string `json:"taskId"`
}

// telling tells the pages of a workspace what becomes of its plans, whichever process did it.
func telling(sockets *live.Server, p *program) func(plans.Change) {
	return func(c plans.Change) {
		if c.Ready {
			name := eventRecognizeReady
			if c.Plan.Task == plans.Rename {
				name = eventRenameReady
			}
			sockets.Broadcast(c.Owner(), name, readyEvent{c.Plan.ID, p.shownFile(c.File)})
		}
		sockets.Broadcast(c.Owner(), eventPlanUpdated, updatedEvent{c.Plan.ID, c.Plan.Task, c.Plan.Status})
	}
}

// shownFile is how a page learns of a file in the data folder. Where tokens are needed, the page may be on
// another machine: it sees the path inside the data folder and not where that is.
func (p *program) shownFile(path string) string {
	if !p.closed {
		return path
	}
	inside, err := filepath.Rel(p.dataDir, path)
	if err != nil {
		return filepath.Base(path)
	}
	return filepath.ToSlash(inside)
}

// pageAsker puts a question to the pages of a workspace, whose first answer counts: true, or
// {"confirmed": true}.
func pageAsker(sockets *live.Server) asking.Asker {
	return func(ctx context.Context, workspace string, q usecase.Question) (bool, error) {
		raw, err := sockets.Ask(ctx, workspace, eventAsk, q.Details)
		sockets.Broadcast(workspace, eventSettled, settledEvent{q.About}) // other pages show the question still
		if errors.Is(err, live.ErrNobody) {
			return false, usecase.ErrNoAsker
		}
		if err != nil {
			return false, err
		}
		var said struct {
			Confirmed bool `json:"confirmed"`
		}
		var yes bool
		if json.Unmarshal(raw, &yes) == nil {
			return yes, nil
		}
		return json.Unmarshal(raw, &said) == nil && said.Confirmed, nil
	}
}
