package main

import (
	"context"
	"strconv"

	"plotline/graph"
	"plotline/internal/fault"
)

type workspaceList struct {
	jsonSettings
}

// listedWorkspace is what the list tells of a workspace.
type listedWorkspace struct {
	Workspace     string      `json:"workspace"`
	Episodes      int         `json:"episodes"`
	Relationships int         `json:"relationships"`
	ChangedAt     *graph.Time `json:"changed_at,omitempty"` // when an episode was last created or changed
	State         string      `json:"state,omitempty"`      // of its move, if there is one, or stateDeleting
	Place         string      `json:"place,omitempty"`      // where it moved to, or comes from
}

// stateDeleting is the state of a workspace whose deletion has not ended.
const stateDeleting = "deleting"

// listedWorkspaces is the result of the list.
type listedWorkspaces struct {
	Workspaces []listedWorkspace `json:"workspaces"`
	Store      string            `json:"store"`    // embedded or neo4j
	Location   string            `json:"location"` // of the store
}

// Run lists the workspaces that have episodes, of the whole store.
func (c *workspaceList) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, auditSettings{Audit: "off"})
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	names, err := workspaces(ctx, p, s)
	if err != nil {
		return fault.From(err)
	}
	status, err := withTimeout(ctx, s.Timeout, p.service.Status)
	if err != nil {
		return fault.From(err)
	}
	out := listedWorkspaces{Workspaces: make([]listedWorkspace, len(names)), Store: status.Kind, Location: status.Location}
	for i, name := range names {
		out.Workspaces[i], err = withTimeout(ctx, s.Timeout, func(ctx context.Context) (listedWorkspace, error) { return listed(ctx, p, name) })
		if err != nil {
			return fault.From(err)
		}
	}
	switch {
	case c.JSON:
		return printJSON(std.out, out)
	case len(names) == 0:
		printMessage(std, "There are no workspaces with episodes in %s.", out.Location)
		return nil
	}
	return out.print(std)
}

// listed reads what the list tells of a workspace.
func listed(ctx context.Context, p *program, name string) (listedWorkspace, error) {
	out := listedWorkspace{Workspace: name}
	extent, err := p.store.Extent(ctx, name)
	if err != nil {
		return out, err
	}
	out.Episodes, out.Relationships = extent.Episodes, extent.Relationships
	at, err := p.store.LastChange(ctx, name)
	if err != nil {
		return out, err
	}
	if at > 0 {
		out.ChangedAt = &at
	}
	residence, err := p.store.Residence(ctx, name)
	out.State, out.Place = string(residence.State), residence.Place
	if residence == graph.Deletion {
		out.State = stateDeleting
	}
	return out, err
}

func (l listedWorkspaces) print(std streams) error {
	screen := screenOf(std.out)
	columns := []column{
		{title: "WORKSPACE"}, // other commands need the whole name
		{title: "EPISODES", right: true},
		{title: "RELATIONSHIPS", right: true},
		{title: "LAST CHANGE", paint: dimmed},
		{title: "STORE", cut: cutMiddle},
	}
	rows := make([][]string, len(l.Workspaces))
	for i, w := range l.Workspaces {
		changed := "never"
		if w.ChangedAt != nil {
			changed = screen.when(*w.ChangedAt)
		}
		store := l.Store + " at " + l.Location
		switch graph.ResidenceState(w.State) { //nolint:exhaustive // the others are here
		case stateDeleting:
			store += ", being deleted"
		case graph.Gone:
			store = "moved to " + w.Place
		case graph.Arriving:
			store += ", moving here from " + w.Place
		case graph.Closed:
			store += ", moving to " + w.Place
		}
		rows[i] = []string{w.Workspace, strconv.Itoa(w.Episodes), strconv.Itoa(w.Relationships), changed, oneLine(store)}
	}
	return table(screen, columns, rows)
}
