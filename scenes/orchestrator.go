package scenes

import (
	"context"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
)

// insert adds a scene at an index and moves the later scenes down.
func (p *Project) insert(at int, s Scene) { p.Scenes = slices.Insert(p.Scenes, at, s) }

// revise adds a new version to a scene. It fails with a conflict if the scene is no longer at version base.
func (s *Service) revise(ctx context.Context, by audit.Caller, projectID, sceneID string, base int, v Version) (*Project, error) {
	return s.changeScene(ctx, by.Workspace, projectID, sceneID, func(scene *Scene) error {
		if now := scene.current().Version; now != base {
			return fault.Newf(fault.Conflict,
				"Scene %.100s was changed by another call: it is at version %d, but this change was based on version %d. Nothing was changed; read it with getScene and call again",
				sceneID, now, base).With("version", now)
		}
		v.CreatedAt = s.now()
		scene.add(v)
		return nil
	})
}

// changeScene edits one scene of a project under its lock.
func (s *Service) changeScene(ctx context.Context, workspace, projectID, sceneID string, edit func(scene *Scene) error) (*Project, error) {
	return s.change(ctx, workspace, projectID, func(p *Project) error {
		scene := p.scene(sceneID)
		if scene == nil {
			return noScene(projectID, sceneID)
		}
		return edit(scene)
	})
}

// remove deletes a scene; later scenes move up.
func (s *Service) remove(ctx context.Context, by audit.Caller, projectID, sceneID string) (removed Scene, p *Project, err error) {
	p, err = s.change(ctx, by.Workspace, projectID, func(p *Project) error {
		at := p.index(sceneID)
		if at < 0 {
			return noScene(projectID, sceneID)
		}
		removed = p.Scenes[at]
		p.Scenes = slices.Delete(p.Scenes, at, at+1)
		return nil
	})
	return removed, p, err
}

// rearrange reorders the scenes. ids must name each scene once.
func (s *Service) rearrange(ctx context.Context, by audit.Caller, projectID string, ids []string) (*Project, error) {
	return s.change(ctx, by.Workspace, projectID, func(p *Project) error {
		arranged := make([]Scene, 0, len(ids))
		for i, id := range ids {
			at := p.index(id)
			if at < 0 {
				return fault.From(noScene(projectID, id)).At(i)
			}
			arranged = append(arranged, p.Scenes[at])
		}
		if len(arranged) != len(p.Scenes) {
			missing := []string{}
			for i := range p.Scenes {
				if !slices.Contains(ids, p.Scenes[i].SceneID) {
					missing = append(missing, p.Scenes[i].SceneID)
				}
			}
			return fault.Newf(fault.Conflict,
				"sceneIds must name all %d scenes of project %.100s, and lacks %d; look at listScenes and call again",
				len(p.Scenes), projectID, len(missing)).With("missing", missing)
		}
		p.Scenes = arranged
		return nil
	})
}
