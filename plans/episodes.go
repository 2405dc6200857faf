package plans

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"plotline/graph"
	"plotline/graph/access"
	"plotline/graph/audit"
	"plotline/graph/durable"
	"plotline/graph/fault"
	"plotline/graph/input"
	"plotline/media"
)

// Memory is where decisions become episodes: graph.Service.
type Memory interface {
	CreateEpisode(ctx context.Context, by audit.Caller, in graph.CreateEpisodeInput) (graph.CreateEpisodeOutput, error)
	AddRelationship(ctx context.Context, by audit.Caller, in graph.AddRelationshipInput) (graph.AddRelationshipOutput, error)
}

// doorName is what the audit record calls the way by which decisions reach the graph.
const doorName = "plans"

const (
	// promptly is how long a decision waits for its episode; after that it is written later.
	promptly = 2 * time.Second
	// retryEvery is how often what could not be written is tried again.
	retryEvery = 5 * time.Second
)

// episodes turns decisions into episodes. What is owed is read off the plans and off the chain of each
// folder, so that neither a crash nor a store that is away loses one, and none is written twice.
type episodes struct {
	s    *Service
	owes atomic.Bool // something could not be written
}

func newEpisodes(s *Service) *episodes { return &episodes{s: s} }

// chain is what became of one folder's plans in one workspace, oldest first.
type chain struct {
	Workspace       string     `json:"workspace"`
	MediaFolderPath media.Path `json:"mediaFolderPath"`
	Links           []link     `json:"links"`
}

// link is one episode of a chain.
type link struct {
	Plan     string   `json:"plan"`
	Task     Task     `json:"task"`
	Status   Status   `json:"status,omitempty"`
	UndoneAt string   `json:"undoneAt,omitempty"` // of an undo
	Episode  graph.ID `json:"episode"`
}

// promptly writes the episode of a decision or of an undo, now if that goes quickly.
func (e *episodes) promptly(ctx context.Context, p *Plan, actor string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), promptly)
	defer cancel()
	if err := e.settle(ctx, p, actor); err != nil {
		e.owes.Store(true)
		e.s.cfg.Logger.WarnContext(ctx, "the episode of a decision is written later", "plan", p.ID, "error", err)
	}
}

// settleAll writes what is owed for any plan.
func (e *episodes) settleAll(ctx context.Context) error {
	plans, err := e.s.files.list(ctx)
	if err != nil {
		return err
	}
	e.owes.Store(false)
	var failed []error
	for _, p := range plans {
		if err := e.settle(ctx, p, ""); err != nil {
			e.owes.Store(true)
			failed = append(failed, err)
			if away(err) {
				break
			}
		}
	}
	return errors.Join(failed...)
}

// away tells whether an error is the store's as a whole, and the next episode would meet it too.
func away(err error) bool {
	switch fault.CodeOf(err) { //nolint:exhaustive // the others are about one plan
	case fault.Unavailable, fault.Timeout, fault.Cancelled:
		return true
	}
	return false
}

// settle writes what is owed for one plan. Plans of other programs owe nothing.
func (e *episodes) settle(ctx context.Context, p *Plan, actor string) error {
	if e.s.cfg.Memory == nil || p.Workspace == "" || p.Status == Pending && p.UndoneAt == nil {
		return nil
	}
	path := e.path(p)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return unwritable(err)
	}
	release, err := durable.Lock(ctx, path+".lock")
	if err != nil {
		return err
	}
	defer release()
	c, err := readChain(path)
	if err != nil {
		return err
	}
	c.Workspace, c.MediaFolderPath = p.Workspace, p.MediaFolderPath
	by := audit.Caller{Workspace: p.Workspace, Actor: actor, Door: doorName, Role: access.Writer}
	for _, owed := range c.owed(p) {
		if err := e.write(ctx, by, &c, p, owed); err != nil {
			return err
		}
		raw, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if err := durable.Write(path, raw, 0o600); err != nil {
			return unwritable(err)
		}
	}
	return nil
}

// path is the file of the chain that a plan belongs to.
func (e *episodes) path(p *Plan) string {
	name := sha256.Sum256([]byte(p.Workspace + "\x00" + string(p.MediaFolderPath)))
	return filepath.Join(e.s.files.dir, ".episodes", hex.EncodeToString(name[:16])+".json")
}

func readChain(path string) (chain, error) {
	var c chain
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil {
		return c, fmt.Errorf("the file of a folder's decisions: %w", err)
	}
	return c, nil
}

// owed are the links that a plan should have in its chain and has not.
func (c *chain) owed(p *Plan) []link {
	wanted := []link{}
	if p.Status != Pending {
		wanted = append(wanted, link{Plan: p.ID, Task: p.Task, Status: p.Status})
	}
	if p.UndoneAt != nil {
		wanted = append(wanted, link{Plan: p.ID, Task: p.Task, UndoneAt: p.UndoneAt.String()})
	}
	owed := wanted[:0]
	for _, w := range wanted {
		if !c.has(w) {
			owed = append(owed, w)
		}
	}
	return owed
}

func (c *chain) has(wanted link) bool {
	for _, l := range c.Links {
		if l.Episode = ""; l == wanted {
			return true
		}
	}
	return false
}

// last is the newest link that matches.
func (c *chain) last(match func(l link) bool) (link, bool) {
	for _, l := range slices.Backward(c.Links) {
		if match(l) {
			return l, true
		}
	}
	return link{}, false
}

// write makes the episode of a link, relates it and adds it to the chain. The same link gives the same
// episode when it is written again.
func (e *episodes) write(ctx context.Context, by audit.Caller, c *chain, p *Plan, l link) error {
	made, err := e.s.cfg.Memory.CreateEpisode(ctx, by, episodeOf(p, l))
	if err != nil {
		return err
	}
	l.Episode = made.EpisodeID
	for _, rel := range c.relationships(l) {
		_, err := e.s.cfg.Memory.AddRelationship(ctx, by, rel)
		switch fault.CodeOf(err) {
		case "", fault.AlreadyExists:
		case fault.NotFound, fault.Cycle: // somebody deleted the other episode, or drew it otherwise
			e.s.cfg.Logger.WarnContext(ctx, "the episode of a decision stands without a relationship", "plan", p.ID, "error", err)
		default:
			return err
		}
	}
	c.Links = append(c.Links, l)
	return nil
}

// relationships of a new link: the previous decision comes first, a rename builds on what was recognised,
// an undo contradicts what it takes back.
func (c *chain) relationships(l link) []graph.AddRelationshipInput {
	relate := func(from, to graph.ID, t graph.Type) graph.AddRelationshipInput {
		return graph.AddRelationshipInput{FromEpisodeID: from, ToEpisodeID: to, RelationshipType: t, Strength: 1}
	}
	if l.UndoneAt != "" {
		if of, ok := c.last(func(o link) bool { return o.Plan == l.Plan && o.UndoneAt == "" }); ok {
			return []graph.AddRelationshipInput{relate(l.Episode, of.Episode, graph.Contradicts)}
		}
		return nil
	}
	var all []graph.AddRelationshipInput
	if before, ok := c.last(func(o link) bool { return o.UndoneAt == "" }); ok {
		all = append(all, relate(before.Episode, l.Episode, graph.Follows))
	}
	if l.Task == Rename {
		base, ok := c.last(func(o link) bool { return o.Task == Recognize && o.Status == Completed })
		if ok {
			all = append(all, relate(l.Episode, base.Episode, graph.Refines))
		}
	}
	return all
}

// episodeOf is what agents will read of a decision. It says only what the plan itself says, so that a
// second try gives the same.
func episodeOf(p *Plan, l link) graph.CreateEpisodeInput {
	what := map[Task]string{Recognize: "recognise", Rename: "rename"}[p.Task]
	did := map[Status]string{Completed: "accepted", Rejected: "rejected"}[l.Status]
	in := graph.CreateEpisodeInput{
		Reward: 1, Reflection: p.Reason, Tags: []string{"plan", string(p.Task)},
		IdempotencyKey: "plan:" + p.ID + ":decision",
	}
	count := len(p.Files) - len(p.Excluded)
	if l.Status == Rejected {
		in.Reward = -1
	}
	if l.UndoneAt != "" {
		did, in.Reward = "undone", -1
		in.Tags = append(in.Tags, "undo")
		in.IdempotencyKey = "plan:" + p.ID + ":undo:" + l.UndoneAt
	}
	in.Name = fmt.Sprintf("Plan %s: %s %s of %s", did, what, Amount(count), p.MediaFolderPath.Base())
	if runes := []rune(in.Name); len(runes) > 200 {
		in.Name = string(runes[:200])
	}
	in.Query = fmt.Sprintf("Plan to %s %s in %s", what, Amount(count), p.MediaFolderPath)
	raw, _ := json.Marshal(map[string]any{ // which cannot fail for texts and numbers
		"taskId": p.ID, "task": p.Task, "decision": did, "mediaFolderPath": p.MediaFolderPath,
		"applied": p.AppliedAt != nil, "fileCount": len(p.Files), "excludedCount": len(p.Excluded),
	})
	in.Metadata = input.Object(raw)
	return in
}
