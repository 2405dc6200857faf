package scenes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"regexp"
	"strings"

	"plotline/internal/fault"
	"plotline/internal/records"
)

const projectSuffix = ".project.json"

func newFiles(dir string, logger *slog.Logger) *records.Folder[Project] {
	return records.New(records.Config[Project]{
		Dir: dir, Suffix: projectSuffix, Noun: "project", FileMode: 0o600, DirMode: 0o700,
		ValidID: fileName.MatchString, ID: (*Project).file,
		Decode: decodeProject, Encode: encodeProject, Clone: (*Project).clone, Logger: logger,
	})
}

var (
	fileName  = regexp.MustCompile(`^[a-z0-9-]*[0-9a-f]{32}$`)
	notInName = regexp.MustCompile(`[^a-z0-9]+`)
)

func (p *Project) file() string { return fileOf(p.Workspace, p.ProjectID) }

// fileOf returns the name of a project's file: a readable part and a hash. The hash keeps names distinct, also on
// file systems that ignore case.
func fileOf(workspace, projectID string) string {
	const readable = 60 // characters of the id
	name := strings.Trim(notInName.ReplaceAllString(strings.ToLower(projectID), "-"), "-")
	sum := sha256.Sum256([]byte(workspace + "\x00" + projectID))
	return strings.Trim(name[:min(len(name), readable)], "-") + "-" + hex.EncodeToString(sum[:16])
}

// project reads a project of a workspace. It returns nil if there is none.
func (s *Service) project(ctx context.Context, workspace, projectID string) (*Project, error) {
	p, err := s.requireProject(ctx, workspace, projectID)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil //nolint:nilnil // a project that is not there is no failure here
	}
	return p, err
}

// requireProject is like project, but fails if there is none.
func (s *Service) requireProject(ctx context.Context, workspace, projectID string) (*Project, error) {
	p, err := s.files.Read(ctx, fileOf(workspace, projectID))
	return p, s.translateError(err, workspace, projectID)
}

func noProject(projectID string) error {
	return fault.Newf(fault.NotFound, "Project not found: %.100s; listProjects lists all projects", projectID)
}

func noScene(projectID, sceneID string) error {
	return fault.Newf(fault.NotFound, "Scene not found in project %.100s: %.100s; listScenes lists all scenes", projectID, sceneID)
}

// broken returns the error for a project file that cannot be decoded. The file is not changed.
func (s *Service) broken(workspace, projectID string) error {
	return withTitle(fault.Newf(fault.Unavailable,
		"The file of project %.100s cannot be read: restore %s from a backup, or move it away to begin anew",
		projectID, fileOf(workspace, projectID)+projectSuffix), "Project file is damaged")
}

// withTitle sets the title of an error.
func withTitle(err *fault.Error, title string) *fault.Error {
	err.Heading = title
	return err
}

// change edits a project under its lock.
func (s *Service) change(ctx context.Context, workspace, projectID string, edit func(p *Project) error) (*Project, error) {
	p, err := s.files.Change(ctx, fileOf(workspace, projectID), s.stamped(edit))
	return p, s.translateError(err, workspace, projectID)
}

// changeOrCreate is like change, but creates a missing project.
func (s *Service) changeOrCreate(ctx context.Context, workspace, projectID string, edit func(p *Project) error) (*Project, error) {
	fresh := func() *Project {
		return &Project{ProjectID: projectID, Workspace: workspace, Scenes: []Scene{}}
	}
	p, err := s.files.Put(ctx, fileOf(workspace, projectID), fresh, s.stamped(edit))
	return p, s.translateError(err, workspace, projectID)
}

func (s *Service) stamped(edit func(p *Project) error) func(p *Project) error {
	return func(p *Project) error {
		p.UpdatedAt = max(s.now(), p.UpdatedAt)
		if p.CreatedAt == 0 {
			p.CreatedAt = p.UpdatedAt
		}
		return edit(p)
	}
}

func (s *Service) translateError(err error, workspace, projectID string) error {
	switch {
	case errors.Is(err, records.ErrBroken):
		return s.broken(workspace, projectID)
	case errors.Is(err, records.ErrNone):
		return noProject(projectID)
	}
	return err
}
