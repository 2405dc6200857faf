package transfer

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/usecase"
)

// GitResult counts what an import of a history found and wrote.
type GitResult struct {
	Commits       int `json:"commits"`
	Relationships int `json:"relationships"`
	Reverted      int `json:"reverted"`
}

// maxSubject bounds the part of a subject that is kept to find the commit of a fixup!, in bytes.
const maxSubject = 512

// gitBatch is the number of commits that one call creates.
const gitBatch = 500

// Git imports the history of HEAD. Every commit becomes an episode, parents first, with the key git:<sha>, so
// a second run writes nothing twice. A parent has a follows relationship to each child. A revert contradicts
// the reverted commit, whose reward becomes −1. A fix (a Fixes: line or fixup!) refines the fixed commit. Git
// needs about 100 bytes of memory per commit. Unless follow is set, it refuses a folder that leads to history outside of it.
func Git(ctx context.Context, service Service, by audit.Caller, repository string, follow bool) (GitResult, error) {
	im := gitImporter{
		service: service, by: by,
		known: map[string]graph.ID{}, short: map[string]string{}, bySubject: map[string]string{},
		pending: map[string]int{},
	}
	err := walk(ctx, repository, follow, func(c commit) error {
		im.add(c)
		if len(im.batch.Episodes) < gitBatch && len(im.batch.Relationships) < 4*gitBatch {
			return nil
		}
		return im.flush(ctx)
	})
	if err == nil {
		err = im.flush(ctx)
	}
	if err == nil {
		err = im.markReverted(ctx)
	}
	return im.result, err
}

type gitImporter struct {
	service Service
	by      audit.Caller

	known     map[string]graph.ID // by full hash, from earlier batches
	short     map[string]string   // full hash by its first 7 digits
	bySubject map[string]string   // newest full hash by subject, for fixup!
	pending   map[string]int      // index in the batch by full hash
	order     []string            // full hashes of the batch
	batch     graph.CreateEpisodesInput
	reverted  []string
	result    GitResult
}

func (im *gitImporter) add(c commit) {
	item := len(im.batch.Episodes)
	self := "#" + strconv.Itoa(item)
	im.batch.Episodes = append(im.batch.Episodes, c.episode())
	im.pending[c.sha] = item
	im.order = append(im.order, c.sha)
	im.link(c, self)
	im.short[c.sha[:7]] = c.sha
	if c.fixup() == "" {
		// A copy: a part of the message would keep all of it in memory.
		im.bySubject[strings.Clone(clip.Bytes(c.subject(), maxSubject))] = c.sha
	}
}

// link adds the relationships of a commit to earlier ones. Each pair of commits has at most one relationship
// of a type, even if a message names it repeatedly.
func (im *gitImporter) link(c commit, self string) {
	seen := map[string]bool{}
	relate := func(from, to string, t graph.Type) {
		pair := from + " " + string(t) + " " + to
		if from == "" || to == "" || from == to || seen[pair] {
			return
		}
		seen[pair] = true
		im.batch.Relationships = append(im.batch.Relationships,
			graph.BatchRelationship{From: from, To: to, RelationshipType: t, Strength: 1})
	}
	for _, parent := range c.parents {
		relate(im.end(parent), self, graph.Follows)
	}
	for _, sha := range c.reverts() {
		if end := im.end(sha); end != "" {
			relate(self, end, graph.Contradicts)
			im.reverted = append(im.reverted, im.full(sha))
		}
	}
	for _, sha := range c.fixes() {
		relate(self, im.end(sha), graph.Refines)
	}
	if subject := c.fixup(); subject != "" {
		relate(self, im.end(im.bySubject[clip.Bytes(subject, maxSubject)]), graph.Refines)
	}
}

// full completes an abbreviated hash if the history so far contains it.
func (im *gitImporter) full(sha string) string {
	_, early := im.known[sha]
	if _, late := im.pending[sha]; early || late {
		return sha
	}
	if len(sha) >= 7 && strings.HasPrefix(im.short[sha[:7]], sha) {
		return im.short[sha[:7]]
	}
	return ""
}

// end returns a commit as the end of a relationship, or "" if the history so far does not contain it.
func (im *gitImporter) end(sha string) string {
	sha = im.full(sha)
	if item, ok := im.pending[sha]; ok {
		return "#" + strconv.Itoa(item)
	}
	return string(im.known[sha])
}

// episode converts a commit to an episode. The result must be the same on every run: the idempotency key
// rejects different content.
func (c commit) episode() graph.CreateEpisodeInput {
	message := c.message
	if message == "" {
		message = "(no message)"
	}
	e := graph.CreateEpisodeInput{
		Query: clip.Bytes(message, graph.MaxQuery), Tags: []string{"git"}, IdempotencyKey: "git:" + c.sha,
		Metadata: c.metadata(),
	}
	if at, err := graph.ParseTime(c.date); err == nil {
		e.CreatedAt = &at
	}
	return e
}

func (c commit) metadata() []byte {
	raw, err := json.Marshal(struct {
		Commit string `json:"commit"`
		Author string `json:"author"`
	}{c.sha, c.author})
	if err != nil {
		return nil
	}
	return raw
}

func (im *gitImporter) flush(ctx context.Context) error {
	if len(im.batch.Episodes) == 0 {
		return nil
	}
	created, err := im.service.CreateEpisodes(ctx, im.by, im.batch)
	if err != nil {
		return err
	}
	for i, sha := range im.order {
		im.known[sha] = created.Episodes[i].EpisodeID
	}
	im.result.Commits += len(created.Episodes)
	im.result.Relationships += len(created.Relationships)
	im.batch, im.order = graph.CreateEpisodesInput{}, nil
	clear(im.pending)
	usecase.Report(ctx, im.result.Commits, 0, "commits")
	return nil
}

// markReverted sets the reward of reverted commits to −1, unless a client has set another reward since. It
// cannot be set on creation, because that would change the content of the idempotency key.
func (im *gitImporter) markReverted(ctx context.Context) error {
	failed := -1.0
	for _, sha := range im.reverted {
		id := im.known[sha]
		episode, err := im.service.GetEpisode(ctx, im.by, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(id)})
		if err != nil {
			return err
		}
		im.result.Reverted++
		if episode.Reward != 0 {
			continue
		}
		update := graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(id), Reward: &failed}
		if _, err := im.service.UpdateEpisode(ctx, im.by, update); err != nil {
			return err
		}
	}
	return nil
}
