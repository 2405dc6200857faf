package scenes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"plotline/internal/fault"
	"plotline/internal/records"
	"plotline/internal/sharing"
)

const projectSuffix = ".project.json"

func newFiles(dir string, logger *slog.Logger) *records.Folder[Project] {
	return records.New(records.Config[Project]{
		Dir: dir, Suffix: projectSuffix, Noun: "project", FileMode: 0o600, DirMode: 0o700,
		ValidID: fileName.MatchString, Largest: largest,
		ID:     func(p *Project) string { return fileIn(dir, p.Workspace, p.ProjectID) },
		Decode: decodeProject, Encode: encodeProject, Clone: (*Project).clone, Logger: logger,
	})
}

var (
	fileName  = regexp.MustCompile(`^[a-z0-9-]*[0-9a-f]{32}$`)
	notInName = regexp.MustCompile(`[^a-z0-9]+`)
)

const (
	// largest is the maximum size of a project's file in bytes.
	largest = 16 << 20
	// maxProjects limits the projects of a workspace.
	maxProjects = 1000
	// decoded is how many times the bytes of its file a project needs in memory.
	decoded = 3
)

// key returns what names a project outside of its folder, such as its ledger.
func (p *Project) key() string { return keyOf(p.Workspace, p.ProjectID) }

// keyOf returns a readable part and a hash. The hash keeps keys distinct, also on file systems that ignore case.
func keyOf(workspace, projectID string) string {
	return readable(projectID) + "-" + hashOf(workspace+"\x00"+projectID, 16)
}

func readable(projectID string) string {
	const most = 60 // characters of the id
	name := strings.Trim(notInName.ReplaceAllString(strings.ToLower(projectID), "-"), "-")
	return strings.Trim(name[:min(len(name), most)], "-")
}

func hashOf(text string, bytes int) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:bytes])
}

// fileIn returns the name of a project's file in a folder. It is the key with a hash of the workspace, so that a list reads
// only files of its workspace. Files of older versions have the key alone.
func fileIn(dir, workspace, projectID string) string {
	old := keyOf(workspace, projectID)
	if _, err := os.Lstat(filepath.Join(dir, old+projectSuffix)); err == nil {
		return old
	}
	return readable(projectID) + ofWorkspace(workspace) + hashOf(workspace+"\x00"+projectID, 16)
}

func (s *Service) fileOf(workspace, projectID string) string {
	return fileIn(s.files.Dir, workspace, projectID)
}

// ofWorkspace returns the part of file names that names a workspace. No readable part has two hyphens in a row.
func ofWorkspace(workspace string) string { return "--" + hashOf(workspace, 8) + "-" }

// mayBelong reports whether a file may have a project of the workspace.
func mayBelong(file, workspace string) bool {
	return !strings.Contains(file, "--") || strings.Contains(file, ofWorkspace(workspace))
}

// project reads a project of a workspace. It returns nil if there is none.
func (s *Service) project(ctx context.Context, workspace, projectID string) (*Project, error) {
	p, err := s.requireProject(ctx, workspace, projectID)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil //nolint:nilnil // a project that is not there is no failure here
	}
	return p, err
}

// requireProject is like project, but fails if there is none. It reads when there is memory for the project.
func (s *Service) requireProject(ctx context.Context, workspace, projectID string) (*Project, error) {
	file := s.fileOf(workspace, projectID)
	if err := sharing.Reserve(ctx, workspace, decoded*s.files.Bytes(file)); err != nil {
		return nil, err
	}
	p, err := s.files.Read(ctx, file)
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
		projectID, s.fileOf(workspace, projectID)+projectSuffix), "Project file is damaged")
}

// withTitle sets the title of an error.
func withTitle(err *fault.Error, title string) *fault.Error {
	err.Heading = title
	return err
}

// change edits a project under its lock.
func (s *Service) change(ctx context.Context, workspace, projectID string, edit func(p *Project) error) (*Project, error) {
	if _, err := s.requireProject(ctx, workspace, projectID); err != nil { // it takes the memory
		return nil, err
	}
	p, err := s.files.Change(ctx, s.fileOf(workspace, projectID), s.stamped(edit))
	return p, s.translateError(err, workspace, projectID)
}

// changeOrCreate is like change, but creates a missing project.
func (s *Service) changeOrCreate(ctx context.Context, workspace, projectID string, edit func(p *Project) error) (*Project, error) {
	p, err := s.change(ctx, workspace, projectID, edit)
	if fault.CodeOf(err) != fault.NotFound {
		return p, err
	}
	release, err := s.files.Lock(ctx, "workspace"+ofWorkspace(workspace))
	if err != nil && !errors.Is(err, records.ErrNone) { // without a folder there are no projects
		return nil, err
	}
	if err == nil {
		defer release()
	}
	if err := s.checkRoom(ctx, workspace); err != nil {
		return nil, err
	}
	fresh := func() *Project {
		return &Project{ProjectID: projectID, Workspace: workspace, Scenes: []Scene{}}
	}
	p, err = s.files.Put(ctx, s.fileOf(workspace, projectID), fresh, s.stamped(edit))
	return p, s.translateError(err, workspace, projectID)
}

// checkRoom returns an error if the workspace has as many projects as it may have.
func (s *Service) checkRoom(ctx context.Context, workspace string) error {
	all, err := s.rows(ctx, workspace)
	if err == nil && len(all) >= maxProjects {
		err = fault.Newf(fault.TooLarge, "This workspace has %d projects, which is the limit; use another project, or another workspace", len(all))
	}
	return err
}

// listed is what lists and background work need of a project.
type listed struct {
	workspace string
	row       ProjectRow
}

func summarise(p *Project) listed {
	return listed{p.Workspace, ProjectRow{p.ProjectID, p.Name, len(p.Scenes), p.frames(), p.UpdatedAt}}
}

// HasProjects reports whether a workspace has a project that can be read.
func (s *Service) HasProjects(ctx context.Context, workspace string) bool {
	rows, err := s.rows(ctx, workspace)
	return err == nil && len(rows) > 0
}

// rows returns the rows of a workspace's projects.
func (s *Service) rows(ctx context.Context, workspace string) ([]ProjectRow, error) {
	all, err := s.summaries.All(ctx, func(file string) bool { return mayBelong(file, workspace) })
	rows := make([]ProjectRow, 0, len(all))
	for _, p := range all {
		if p.Of.workspace == workspace {
			rows = append(rows, p.Of.row)
		}
	}
	return rows, err
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
