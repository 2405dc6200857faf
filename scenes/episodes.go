package scenes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/internal/audit"
	"plotline/internal/input"
	"plotline/internal/records"
)

// transportName is the transport that audit records give for episodes of scenes.
const transportName = "scenes"

// The rewards of versions, by how they compiled.
const (
	rewardAtOnce   = 0.5
	rewardRepaired = 0
	rewardFallback = -0.5
	rewardRestored = 0 // whether the restored version is good is for a person to say
)

// episodes writes versions as episodes. A project's pending versions are those that its ledger
// lacks.
type episodes struct {
	s       *Service
	box     *outbox.Outbox
	ledgers *records.Folder[ledger]

	mu      sync.Mutex
	written map[string]graph.Time // when the projects changed last whose episodes are written, by file
}

// ledger is the file that records which versions of a project have an episode.
type ledger struct {
	ProjectID string              `json:"projectId"`
	Workspace string              `json:"workspace"`
	Project   graph.ID            `json:"project,omitempty"` // the episode of the project itself
	Versions  map[string]graph.ID `json:"versions"`          // by versionKey
}

func newEpisodes(s *Service, dir string) *episodes {
	e := &episodes{s: s, written: map[string]graph.Time{}, ledgers: newLedgers(filepath.Join(dir, ".episodes"), s.cfg.Logger)}
	e.box = outbox.New(e.writeAllPending, s.cfg.Logger)
	return e
}

func newLedgers(dir string, logger *slog.Logger) *records.Folder[ledger] {
	return records.New(records.Config[ledger]{
		Dir: dir, Suffix: ".json", Noun: "ledger of a project", FileMode: 0o600, DirMode: 0o700,
		ValidID: fileName.MatchString,
		ID:      func(l *ledger) string { return keyOf(l.Workspace, l.ProjectID) },
		Decode: func(_ string, raw []byte) (*ledger, error) {
			l := ledger{Versions: map[string]graph.ID{}}
			return &l, json.Unmarshal(raw, &l)
		},
		Encode: func(l *ledger) ([]byte, error) { return json.Marshal(l) },
		Clone: func(l *ledger) *ledger {
			c := *l
			c.Versions = maps.Clone(l.Versions)
			return &c
		},
		Logger: logger,
	})
}

func versionKey(sceneID string, version int) string { return sceneID + ":v" + strconv.Itoa(version) }

// of returns the episodes of a project's versions that are already written.
func (e *episodes) of(ctx context.Context, p *Project) map[string]graph.ID {
	l, err := e.ledgers.Read(ctx, p.key())
	if err != nil {
		return nil
	}
	return l.Versions
}

// writeSoon writes a project's pending episodes, at once if that is quick.
func (e *episodes) writeSoon(ctx context.Context, p *Project, actor string) {
	e.box.Promptly(ctx, "project "+p.ProjectID, func(ctx context.Context) error { return e.writePending(ctx, p, actor) })
}

// writeAllPending writes the pending episodes of all projects. It reads the projects that have changed since their
// episodes were written, one at a time.
func (e *episodes) writeAllPending(ctx context.Context) error {
	if e.s.cfg.Memory == nil {
		return nil
	}
	all, err := e.s.summaries.All(ctx, func(string) bool { return true })
	if err != nil {
		return err
	}
	return outbox.Each(all, func(one records.Summary[listed]) error {
		if e.writtenAt(one.ID) == one.Of.row.UpdatedAt {
			return nil
		}
		p, err := e.s.files.Read(ctx, one.ID)
		if errors.Is(err, records.ErrNone) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := e.writePending(ctx, p, ""); err != nil {
			return err
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.written[one.ID] = p.UpdatedAt
		return nil
	})
}

func (e *episodes) writtenAt(file string) graph.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.written[file]
}

// isRemembered reports whether the version becomes an episode: those that a model made, and restored ones.
func (v *Version) isRemembered() bool {
	return !slices.Contains([]string{opDuration.Name, opCreate.Name, opRename.Name}, v.Tool)
}

// needsEpisode reports whether the episode of a version is still to be written.
func (l *ledger) needsEpisode(sceneID string, v *Version) bool {
	return v.isRemembered() && l.Versions[versionKey(sceneID, v.Version)] == ""
}

// hasPending reports whether any version of a project still needs its episode.
func (l *ledger) hasPending(p *Project) bool {
	return slices.ContainsFunc(p.Scenes, func(s Scene) bool {
		return slices.ContainsFunc(s.Versions, func(v Version) bool { return l.needsEpisode(s.SceneID, &v) })
	})
}

// writePending writes the pending episodes of one project.
func (e *episodes) writePending(ctx context.Context, p *Project, actor string) error {
	if e.s.cfg.Memory == nil {
		return nil
	}
	held, err := e.ledgers.Read(ctx, p.key())
	if err == nil && !held.hasPending(p) {
		return nil
	}
	fresh := func() *ledger {
		return &ledger{ProjectID: p.ProjectID, Workspace: p.Workspace, Versions: map[string]graph.ID{}}
	}
	var failed error
	_, err = e.ledgers.Put(ctx, p.key(), fresh, func(l *ledger) error {
		failed = e.write(ctx, l, p, actor) // on failure, keep the episodes written so far
		return nil
	})
	if err != nil {
		return err
	}
	return failed
}

// write creates the pending episodes and records them in the ledger.
func (e *episodes) write(ctx context.Context, l *ledger, p *Project, actor string) error {
	if !l.hasPending(p) { // another process wrote them
		return nil
	}
	by := outbox.Writer(p.Workspace, actor, transportName)
	if l.Project == "" {
		made, err := e.box.Write(ctx, e.s.cfg.Memory, by, episodeOfProject(p), func(graph.ID) []graph.AddRelationshipInput { return nil })
		if err != nil {
			return err
		}
		l.Project = made
	}
	for i := range p.Scenes {
		scene := &p.Scenes[i]
		for j := range scene.Versions {
			v := &scene.Versions[j]
			if !l.needsEpisode(scene.SceneID, v) {
				continue
			}
			made, err := e.box.Write(ctx, e.s.cfg.Memory, by, episodeOf(p, scene.SceneID, v), func(made graph.ID) []graph.AddRelationshipInput {
				return l.relationships(p, i, j, made)
			})
			if err != nil {
				return err
			}
			l.Versions[versionKey(scene.SceneID, v.Version)] = made
		}
	}
	return nil
}

// relationships returns those of a new version: part_of its project, refines its previous version, and follows the
// scene before it.
func (l *ledger) relationships(p *Project, order, version int, made graph.ID) []graph.AddRelationshipInput {
	all := []graph.AddRelationshipInput{outbox.Relation(made, l.Project, graph.PartOf)}
	scene := &p.Scenes[order]
	if before := l.newest(scene, version-1); before != "" {
		all = append(all, outbox.Relation(made, before, graph.Refines))
	}
	if order > 0 {
		previous := &p.Scenes[order-1]
		if before := l.newest(previous, len(previous.Versions)-1); before != "" {
			all = append(all, outbox.Relation(before, made, graph.Follows))
		}
	}
	return all
}

// newest returns the episode of the newest version that has one, starting at index from and going down.
func (l *ledger) newest(s *Scene, from int) graph.ID {
	for j := from; j >= 0; j-- {
		if id := l.Versions[versionKey(s.SceneID, s.Versions[j].Version)]; id != "" {
			return id
		}
	}
	return ""
}

func episodeOfProject(p *Project) graph.CreateEpisodeInput {
	raw, _ := json.Marshal(map[string]any{"projectId": p.ProjectID}) // cannot fail for a string
	return graph.CreateEpisodeInput{
		Query: "Make the video project " + p.ProjectID, Name: "Project " + p.ProjectID,
		Tags: []string{"project"}, Metadata: input.Object(raw), IdempotencyKey: "project:" + p.key(),
	}
}

// episodeOf builds the episode of a version. It uses only fields of the version, so that a second attempt gives the
// same content.
func episodeOf(p *Project, sceneID string, v *Version) graph.CreateEpisodeInput {
	in := graph.CreateEpisodeInput{
		Query: v.Prompt, Reward: v.reward(), Reflection: v.Reasoning, Name: fmt.Sprintf("%s: %s", v.verb(), v.SceneName),
		Tags: []string{"scene", v.Tool}, IdempotencyKey: "scene:" + versionKey(sceneID, v.Version),
	}
	switch {
	case v.Restored > 0:
		in.Query = fmt.Sprintf("Restore version %d of the scene %s", v.Restored, v.SceneName)
	case strings.TrimSpace(in.Query) == "":
		in.Query = "Repair the scene " + v.SceneName
	}
	about := map[string]any{
		"projectId": p.ProjectID, "sceneName": v.SceneName, "durationInFrames": v.Duration, "repairs": v.Repairs, "fallback": v.Fallback,
	}
	if sceneID != "" {
		about["sceneId"], about["version"] = sceneID, v.Version
	}
	raw, _ := json.Marshal(about) // cannot fail for strings and numbers
	in.Metadata = input.Object(raw)
	return in
}

// reward rates a version by how it compiled. An agent may change it later.
func (v *Version) reward() float64 {
	switch {
	case v.Restored > 0:
		return rewardRestored
	case v.Fallback:
		return rewardFallback
	case v.Repairs > 0:
		return rewardRepaired
	}
	return rewardAtOnce
}

func (v *Version) verb() string {
	switch v.Tool {
	case opEdit.Name, opEditImage.Name:
		return "Scene edited"
	case opFix.Name:
		return "Scene fixed"
	case opRestore.Name:
		return "Scene restored"
	}
	return "Scene made"
}

// writeUnstored writes the episode of a change that is stored in no project. If the write fails it is not repeated, because
// nothing stored could produce it again.
func (e *episodes) writeUnstored(ctx context.Context, by audit.Caller, projectID string, v Version) {
	if e.s.cfg.Memory == nil {
		return
	}
	p := &Project{ProjectID: projectID, Workspace: by.Workspace}
	in := episodeOf(p, "", &v)
	in.IdempotencyKey = ""
	e.box.Promptly(ctx, "a change of a scene that no project keeps", func(ctx context.Context) error {
		_, err := e.box.Write(ctx, e.s.cfg.Memory, outbox.Writer(by.Workspace, by.Actor, transportName), in, func(made graph.ID) []graph.AddRelationshipInput {
			if l, err := e.ledgers.Read(ctx, p.key()); err == nil && l.Project != "" {
				return []graph.AddRelationshipInput{outbox.Relation(made, l.Project, graph.PartOf)}
			}
			return nil
		})
		return err
	})
}
