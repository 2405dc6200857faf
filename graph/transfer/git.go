package transfer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/usecase"
)

// GitResult counts what the graph has of a history.
type GitResult struct {
	Commits       int `json:"commits"`
	Relationships int `json:"relationships"`
	Reverted      int `json:"reverted"`
	Fixed         int `json:"fixed"` // within a week
}

// gitBatch is the number of commits that one call stores. One with many relationships stores fewer.
const gitBatch = 500

// GitService is the part of graph.Service that an import of a git history needs.
type GitService interface {
	Importer
	Exporter
}

// Git imports the history of HEAD. Each commit becomes an episode, with the key git:<sha> and the relationships that type
// history lists. Running it again adds only what is new. It never changes what clients have written: of an episode that is
// there, it sets only a reward that is 0 or that an import has set. Unless follow is set, it refuses a folder that leads to
// history outside of it.
func Git(ctx context.Context, service GitService, by audit.Caller, repository string, follow bool) (GitResult, error) {
	head, err := headOf(ctx, repository)
	if err == nil && !follow {
		err = checkInside(ctx, repository)
	}
	if err != nil {
		return GitResult{}, err
	}
	h := newHistory()
	err = walk(ctx, repository, head, false, func(c commit) error {
		h.add(c)
		return nil
	})
	if err != nil {
		return GitResult{}, err
	}
	im := gitImport{service: service, by: by, history: h, ofID: map[graph.ID]commit{}}
	im.stored = stored{ids: map[string]graph.ID{}, names: map[graph.ID]string{}, pairs: map[pair]bool{}}
	im.edges, im.rewards = h.resolve()
	silent := usecase.WithProgress(ctx, func(context.Context, int, int, string) {})
	if _, err := service.Export(silent, by, &im.stored); err != nil {
		return GitResult{}, err
	}
	err = walk(ctx, repository, head, true, func(c commit) error { return im.add(ctx, c) })
	if err == nil {
		err = im.flush(ctx)
	}
	return im.result, err
}

// gitImport stores a history in batches.
type gitImport struct {
	service GitService
	by      audit.Caller
	*history
	edges   []edge // that are not stored yet, sorted
	rewards []float64
	stored  stored

	next   int // the place of the next commit
	batch  graph.Import
	bytes  int
	ofID   map[graph.ID]commit // the commits of the batch
	result GitResult
}

// stored is what the graph has of a history already. An older program gave the episodes other ids.
type stored struct {
	ids   map[string]graph.ID // by hash
	names map[graph.ID]string // the hashes
	pairs map[pair]bool
}

const gitKey = "git:"

// Episode implements graph.ExportSink.
func (s *stored) Episode(e graph.NewEpisode) error {
	if sha, is := strings.CutPrefix(e.Key, gitKey); is {
		s.ids[sha], s.names[e.EpisodeID] = e.EpisodeID, sha
	}
	return nil
}

// Relationship implements graph.ExportSink.
func (s *stored) Relationship(r graph.Relationship) error {
	from, to := s.names[r.From], s.names[r.To]
	if from != "" && to != "" {
		s.pairs[pair{from, to, r.Type}] = true
	}
	return nil
}

// add adds a commit to the batch, with its relationships to earlier ones, and stores the batch when it is large.
func (im *gitImport) add(ctx context.Context, c commit) error {
	at := im.next
	if at == len(im.sha) || im.sha[at] != c.sha {
		return errBroken
	}
	im.next++
	e := c.episode(im.idOf(at), im.rewards[at])
	im.batch.Episodes = append(im.batch.Episodes, e)
	im.bytes += len(c.message) + len(e.Metadata)
	im.ofID[e.EpisodeID] = c
	im.result.Commits++
	switch e.Reward {
	case rewardReverted:
		im.result.Reverted++
	case rewardFixed:
		im.result.Fixed++
	}
	for ; len(im.edges) > 0 && im.edges[0].at() == at; im.edges = im.edges[1:] {
		im.result.Relationships++
		link := im.edges[0]
		if im.stored.pairs[pair{im.sha[link.from], im.sha[link.to], link.kind}] {
			continue
		}
		im.batch.Relationships = append(im.batch.Relationships, graph.Relationship{
			ID:   derivedID("git", im.sha[link.from], string(link.kind), im.sha[link.to]),
			From: im.idOf(link.from), To: im.idOf(link.to), Type: link.kind, Strength: 1, CreatedAt: e.CreatedAt,
		})
		if len(im.batch.Relationships) == graph.ImportLimit {
			if err := im.flush(ctx); err != nil {
				return err
			}
		}
	}
	if len(im.batch.Episodes) < gitBatch && im.bytes < batchBytes {
		return nil
	}
	return im.flush(ctx)
}

func (im *gitImport) flush(ctx context.Context) error {
	im.batch.MergeEpisode = im.merge
	im.batch.MergeRelationship = func(there, _ graph.Relationship) graph.Relationship { return there }
	if _, err := im.service.Import(ctx, im.by, im.batch); err != nil {
		return err
	}
	im.batch, im.bytes = graph.Import{}, 0
	clear(im.ofID)
	usecase.Report(ctx, im.next, len(im.sha), "commits")
	return nil
}

// merge changes an episode that is there already. If it is as an older program made it, it gets the texts and tags that this
// one makes. It gets the tags of its versions. It gets the files of the commit if its metadata is still that of the commit and has none.
func (im *gitImport) merge(there, brought graph.Episode) graph.Episode {
	c := im.ofID[there.EpisodeID]
	message := clip.Bytes(cmp.Or(c.message, noMessage), graph.MaxQuery)
	if there.Query == message && there.Reflection == "" && slices.Equal(there.Tags, []string{graph.GitTag}) && there.Name == graph.DefaultName(message) {
		there.Name, there.Query, there.Reflection, there.Tags = brought.Name, brought.Query, brought.Reflection, brought.Tags
	}
	for _, tag := range c.releases() { // a commit may get its tag after it was imported
		if !slices.Contains(there.Tags, tag) && len(there.Tags) < mostTags {
			there.Tags = append(slices.Clone(there.Tags), tag)
		}
	}
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(there.Metadata, &fields) != nil { // there is none
		return there
	}
	changed := setFiles(fields, c)
	reward := there.Reward
	if mayJudge(there.Reward, fields) && reward != brought.Reward {
		reward, changed = brought.Reward, true
		fields[gitReward] = jsonOf(reward)
	}
	if !changed {
		return there
	}
	if all, err := json.Marshal(fields); err == nil && len(all) <= graph.MaxMetadata {
		there.Reward, there.Metadata = reward, all
	}
	return there
}

// setFiles adds the files of a commit to metadata, and reports whether it did.
func setFiles(fields map[string]json.RawMessage, c commit) bool {
	if _, has := fields[gitFiles]; has || len(c.files) == 0 || string(fields[gitCommit]) != `"`+c.sha+`"` {
		return false
	}
	fields[gitFiles] = jsonOf(c.files)
	return true
}

// mayJudge reports whether an import may change a reward: if it is 0, or still the one that the last import set.
func mayJudge(reward float64, fields map[string]json.RawMessage) bool {
	last := 0.0
	if raw, set := fields[gitReward]; set && json.Unmarshal(raw, &last) != nil {
		return false
	}
	return reward == 0 || reward == last
}

// jsonOf writes numbers and texts, which never fails.
func jsonOf(value any) []byte {
	raw, err := json.Marshal(value)
	if err != nil {
		return []byte("null")
	}
	return raw
}

// idOf returns the id of a commit's episode. It is derived from the hash, unless an older program has stored the commit.
func (im *gitImport) idOf(place int) graph.ID {
	sha := im.sha[place]
	if id, is := im.stored.ids[sha]; is {
		return id
	}
	return derivedID("git", sha)
}

// The fields of the metadata. A search finds the hash, the author and the files: see graph.DocumentOf.
const (
	gitCommit = "commit"
	gitFiles  = "files"
	gitReward = "git_reward" // the reward that the last import set
)

// episode returns the episode of a commit.
func (c commit) episode(id graph.ID, reward float64) graph.NewEpisode {
	e := graph.NewEpisode{
		Episode: graph.Episode{
			EpisodeID: id, Name: c.name(), Query: clip.Bytes(cmp.Or(c.subject(), noMessage), graph.MaxQuery),
			Reflection: clip.Bytes(c.body(), graph.MaxReflection), Reward: reward, Tags: c.tags(), Metadata: c.metadata(reward),
		},
		Key: gitKey + c.sha,
	}
	sum := sha256.Sum256([]byte(e.Key)) // the digest covers only the key, because the reward may change
	e.Digest = hex.EncodeToString(sum[:])
	at, err := graph.ParseTime(c.date)
	if err != nil {
		at = graph.TimeOf(time.Now())
	}
	e.CreatedAt, e.UpdatedAt = at, at
	return e
}

func (c commit) metadata(reward float64) []byte {
	return jsonOf(struct {
		Commit string   `json:"commit"`
		Author string   `json:"author"`
		Files  []string `json:"files,omitempty"`
		Reward float64  `json:"git_reward,omitzero"`
	}{c.sha, c.author, c.files, reward})
}
