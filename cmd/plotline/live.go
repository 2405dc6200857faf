package main

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"plotline/api/live"
	"plotline/graph/changefeed"
	"plotline/internal/recording/usecases"
	"plotline/internal/usecase"
	"plotline/plans"
	"plotline/plans/asking"
	"plotline/scenes"
)

// The events of plans that pages receive.
const (
	eventRecogniseReady = "recognizeMediaFilePlanReady"
	eventRenameReady    = "renameFilesPlanReady"
	eventPlanUpdated    = "planUpdated"
	eventAsk            = "askForRenameFilesConfirmation"
	eventSettled        = "renameFilesConfirmationSettled"
)

// eventProjectUpdated is the event of projects.
const eventProjectUpdated = "projectUpdated"

// eventSceneProgress is the event of a call that has a model write a scene.
const eventSceneProgress = "sceneProgress"

// eventGraphUpdated is the event of the graph. It has no content: pages load what they show.
const eventGraphUpdated = "graphUpdated"

// eventClientCalled is the event of a call of a client. It has no content either.
const eventClientCalled = "clientCalled"

// eventRecordedUpdated is the event of what coding agents did. It has no content either.
const eventRecordedUpdated = "recordedUpdated"

// notify returns feeds that notify the pages of a workspace of changes of its graph, of calls of clients and of what is
// recorded, whichever process made or served them. They poll while a page is connected.
func notify(sockets *live.Server, p *program, personal *usecases.Service) []*changefeed.Feed {
	feed := func(event string, marks func(ctx context.Context, workspace string) (string, error)) *changefeed.Feed {
		return changefeed.New(marks, func(workspace string) { sockets.Broadcast(workspace, event, struct{}{}) }, p.logger)
	}
	graph, calls := feed(eventGraphUpdated, p.service.Changes), feed(eventClientCalled, p.service.LastCallMark)
	recorded := feed(eventRecordedUpdated, personal.Changes)
	sockets.OnListening(func(workspace string, listening bool) <-chan struct{} {
		calls.Listen(workspace, listening)
		recorded.Listen(workspace, listening)
		return graph.Listen(workspace, listening)
	})
	return []*changefeed.Feed{graph, calls, recorded}
}

type projectEvent struct {
	ProjectID string `json:"projectId"`
}

// notifyScenes notifies the pages of a workspace of changed projects, whichever process changed them.
func notifyScenes(sockets *live.Server) func(workspace, projectID string) {
	return func(workspace, projectID string) {
		sockets.Broadcast(workspace, eventProjectUpdated, projectEvent{projectID})
	}
}

// notifyProgress notifies the pages of a workspace of the steps of a call that this process serves.
func notifyProgress(sockets *live.Server) func(scenes.Progress) {
	return func(step scenes.Progress) { sockets.Broadcast(step.Workspace, eventSceneProgress, step) }
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

// notifyPlans notifies the pages of a workspace of changed plans, whichever process changed them.
func notifyPlans(sockets *live.Server, p *program) func(plans.Change) {
	return func(c plans.Change) {
		if c.Ready {
			name := eventRecogniseReady
			if c.Plan.Task == plans.Rename {
				name = eventRenameReady
			}
			sockets.Broadcast(c.Owner(), name, readyEvent{c.Plan.ID, p.shownFile(c.File)})
		}
		sockets.Broadcast(c.Owner(), eventPlanUpdated, updatedEvent{c.Plan.ID, c.Plan.Task, c.Plan.Status})
	}
}

// shownFile returns the path of a file in the data folder as pages see it. If tokens are required, the page
// may be on another machine: it gets the path relative to the data folder, without the folder's location.
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

// pageAsker asks the pages of a workspace a question. The first answer counts: true, or {"confirmed":
// true}.
func pageAsker(sockets *live.Server) asking.Asker {
	return func(ctx context.Context, workspace string, q usecase.Question) (bool, error) {
		raw, err := sockets.Ask(ctx, workspace, eventAsk, q.Details)
		sockets.Broadcast(workspace, eventSettled, settledEvent{q.About}) // other pages still show the question
		if errors.Is(err, live.ErrNobody) {
			return false, usecase.ErrNoAsker
		}
		if err != nil {
			return false, err
		}
		var reply struct {
			Confirmed bool `json:"confirmed"`
		}
		var yes bool
		if json.Unmarshal(raw, &yes) == nil {
			return yes, nil
		}
		return json.Unmarshal(raw, &reply) == nil && reply.Confirmed, nil
	}
}
