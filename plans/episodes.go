package plans

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/internal/audit"
	"plotline/internal/durable"
	"plotline/internal/input"
	"plotline/internal/records"
	"plotline/media"
)

// transportName is the transport that the audit log names for episodes written by this package.
const transportName = "plans"

// episodes turns decisions into episodes. The plans and the chain of each folder show which episodes are
// still to be written.
type episodes struct {
	s   *Service
	box *outbox.Outbox

	mu      sync.Mutex
	settled map[outcome]bool // those whose episodes are written
}

func newEpisodes(s *Service) *episodes {
	e := &episodes{s: s, settled: map[outcome]bool{}}
	e.box = outbox.New(e.settleAll, s.cfg.Logger)
	return e
}

// chain lists the decisions on one folder's plans in one workspace, oldest first.
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
	UndoneAt string   `json:"undoneAt,omitempty"` // for an undo
	Episode  graph.ID `json:"episode"`
}

// writeNow writes the episode of a decision or an undo, immediately if that is quick.
func (e *episodes) writeNow(ctx context.Context, p *Plan, actor string) {
	e.box.Promptly(ctx, "plan "+p.ID, func(ctx context.Context) error { return e.settle(ctx, p, actor) })
}

// settleAll writes all missing episodes, for every plan of every workspace. It reads each plan and each chain that it has
// not found complete before.
func (e *episodes) settleAll(ctx context.Context) error {
	if e.s.cfg.Memory == nil {
		return nil
	}
	var unread []error // an unreadable folder must not block the episodes of others
	err := outbox.Each(e.s.allPlanFolders(ctx), func(f *planFolder) error {
		decided, err := f.all(ctx, func(s summary) bool { return !s.foreign && (s.status != Pending || s.undoneAt != 0) })
		unread = append(unread, err)
		return outbox.Each(e.unsettled(ctx, decided), func(one summarised) error {
			p, err := f.Read(ctx, one.ID)
			if errors.Is(err, records.ErrNone) {
				return nil
			}
			if err != nil {
				return err
			}
			return e.settle(ctx, p, "")
		})
	})
	return errors.Join(err, errors.Join(unread...))
}

// unsettled returns the plans whose episodes may be missing. It reads each chain once.
func (e *episodes) unsettled(ctx context.Context, decided []summarised) []summarised {
	decided = slices.DeleteFunc(decided, func(p summarised) bool { return e.isSettled(p.Of.outcomeOf(p.ID)) })
	byChain := map[chainName][]summarised{}
	for _, p := range decided {
		byChain[p.Of.chain] = append(byChain[p.Of.chain], p)
	}
	for chain, plans := range byChain {
		if ctx.Err() != nil {
			break
		}
		c, err := readChain(e.path(chain))
		if err != nil {
			continue // settle reports it
		}
		links := make(map[link]bool, len(c.Links))
		for _, l := range c.Links {
			l.Episode = ""
			links[l] = true
		}
		for _, p := range plans {
			o := p.Of.outcomeOf(p.ID)
			if !slices.ContainsFunc(o.links(), func(l link) bool { return !links[l] }) {
				e.markSettled(o)
			}
		}
	}
	return slices.DeleteFunc(decided, func(p summarised) bool { return e.isSettled(p.Of.outcomeOf(p.ID)) })
}

// outcome is what the episodes of a plan tell.
type outcome struct {
	plan     string
	chain    chainName
	task     Task
	status   Status
	undoneAt graph.Time // 0: not undone
}

func (s summary) outcomeOf(id string) outcome {
	return outcome{id, s.chain, s.task, s.status, s.undoneAt}
}

func (p *Plan) outcome() outcome { return newSummary(p, "").outcomeOf(p.ID) }

// links returns the links that a plan should have in its chain, without their episodes.
func (o outcome) links() []link {
	links := []link{}
	if o.status != Pending {
		links = append(links, link{Plan: o.plan, Task: o.task, Status: o.status})
	}
	if o.undoneAt != 0 {
		links = append(links, link{Plan: o.plan, Task: o.task, UndoneAt: o.undoneAt.String()})
	}
	return links
}

func (e *episodes) isSettled(o outcome) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.settled[o]
}

func (e *episodes) markSettled(o outcome) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settled[o] = true
}

// settle writes the missing episodes of one plan. Plans of other programs have none.
func (e *episodes) settle(ctx context.Context, p *Plan, actor string) error {
	if e.s.cfg.Memory == nil || p.Workspace == "" || p.Status == Pending && p.UndoneAt == nil {
		return nil
	}
	path := e.path(chainOf(p))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return e.s.shelves.of(p.owner()).Unwritable(err)
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
	by := outbox.Writer(p.Workspace, actor, transportName)
	for _, owed := range p.outcome().links() {
		if c.contains(owed) {
			continue
		}
		if err := e.write(ctx, by, &c, p, owed); err != nil {
			return err
		}
		raw, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if err := durable.Write(path, raw, 0o600); err != nil {
			return e.s.shelves.of(p.owner()).Unwritable(err)
		}
	}
	e.markSettled(p.outcome())
	return nil
}

// chainName names the file of a chain.
type chainName [16]byte

// chainOf returns the chain that a plan belongs to.
func chainOf(p *Plan) chainName {
	sum := sha256.Sum256([]byte(p.Workspace + "\x00" + string(p.MediaFolderPath)))
	return chainName(sum[:16])
}

func (e *episodes) path(c chainName) string {
	return filepath.Join(e.s.cfg.DataDir, kind, ".episodes", hex.EncodeToString(c[:])+".json")
}

// chainMost is the maximum size of a chain's file in bytes.
const chainMost = 64 << 20

func readChain(path string) (chain, error) {
	var c chain
	if err := durable.ReadJSON(path, chainMost, &c); err != nil {
		return c, fmt.Errorf("the file of a folder's decisions: %w", err)
	}
	return c, nil
}

func (c *chain) contains(wanted link) bool {
	for _, l := range c.Links {
		if l.Episode = ""; l == wanted {
			return true
		}
	}
	return false
}

// last returns the newest link that matches.
func (c *chain) last(match func(l link) bool) (link, bool) {
	for _, l := range slices.Backward(c.Links) {
		if match(l) {
			return l, true
		}
	}
	return link{}, false
}

// write creates the episode of a link, adds its relationships, and adds it to the chain. It is
// idempotent: the same link gives the same episode.
func (e *episodes) write(ctx context.Context, by audit.Caller, c *chain, p *Plan, l link) error {
	made, err := e.box.Write(ctx, e.s.cfg.Memory, by, episodeOf(p, l), func(made graph.ID) []graph.AddRelationshipInput {
		l.Episode = made
		return c.relationships(l)
	})
	if err != nil {
		return err
	}
	l.Episode = made
	c.Links = append(c.Links, l)
	return nil
}

// relationships returns the relationships of a new link. It follows the previous decision. A rename
// refines the recognition that it builds on. An undo contradicts the decision that it reverses.
func (c *chain) relationships(l link) []graph.AddRelationshipInput {
	if l.UndoneAt != "" {
		if of, ok := c.last(func(o link) bool { return o.Plan == l.Plan && o.UndoneAt == "" }); ok {
			return []graph.AddRelationshipInput{outbox.Relation(l.Episode, of.Episode, graph.Contradicts)}
		}
		return nil
	}
	var all []graph.AddRelationshipInput
	if before, ok := c.last(func(o link) bool { return o.UndoneAt == "" }); ok {
		all = append(all, outbox.Relation(before.Episode, l.Episode, graph.Follows))
	}
	if l.Task == Rename {
		base, ok := c.last(func(o link) bool { return o.Task == Recognise && o.Status == Completed })
		if ok {
			all = append(all, outbox.Relation(l.Episode, base.Episode, graph.Refines))
		}
	}
	return all
}

// episodeOf returns the episode that agents read about a decision. It depends only on the plan, so that a
// retry gives the same episode.
func episodeOf(p *Plan, l link) graph.CreateEpisodeInput {
	what := map[Task]string{Recognise: "recognise", Rename: "rename"}[p.Task]
	did := map[Status]string{Completed: "accepted", Rejected: "rejected"}[l.Status]
	in := graph.CreateEpisodeInput{
		Reward: 1, Reflection: p.Reason, Tags: []string{"plan", string(p.Task)},
		IdempotencyKey: "plan:" + p.ID + ":decision",
	}
	left := p.Excluded
	if l.Status == Rejected {
		in.Reward = -1
	}
	if l.UndoneAt != "" {
		left = append(slices.Clone(left), p.Kept...)
		did, in.Reward = "undone", -1
		in.Tags = append(in.Tags, "undo")
		in.IdempotencyKey = "plan:" + p.ID + ":undo:" + l.UndoneAt
	}
	entries, _ := p.included(left)
	count := videos(entries) // a double episode has two entries
	in.Name = fmt.Sprintf("Plan %s: %s %s of %s", did, what, Amount(count), p.MediaFolderPath.Base())
	in.Query = fmt.Sprintf("Plan to %s %s in %s", what, Amount(count), p.MediaFolderPath)
	about := map[string]any{
		"taskId": p.ID, "task": p.Task, "decision": did, "mediaFolderPath": p.MediaFolderPath,
		"applied": p.AppliedAt != nil, "fileCount": len(p.Files), "excludedCount": len(p.Excluded),
	}
	if text := p.editsText(); text != "" {
		in.Reflection = strings.TrimSpace(in.Reflection + "\n\n" + text)
		about["editedCount"], about["edited"] = len(p.review.Edited), p.editedRows()
	}
	raw, _ := json.Marshal(about) // cannot fail for strings and numbers
	in.Metadata = input.Object(raw)
	return in
}
