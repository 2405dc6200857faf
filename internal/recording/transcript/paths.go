package transcript

import (
	"path/filepath"
	"strings"
)

// paths names files relative to the project.
type paths struct {
	roots []string          // the worktree first
	real  map[string]string // folders without symbolic links
}

func newPaths(roots ...string) *paths {
	p := &paths{real: map[string]string{}}
	for _, root := range roots {
		if root != "" {
			p.roots = append(p.roots, filepath.Clean(root))
		}
	}
	return p
}

// relative returns the path of a file in the project, with slashes, or "" outside of it. A relative name is one in dir.
func (p *paths) relative(file, dir string) string {
	if file == "" {
		return ""
	}
	if !filepath.IsAbs(file) {
		if !filepath.IsAbs(dir) {
			return ""
		}
		file = filepath.Join(dir, file)
	}
	file = filepath.Join(p.whole(filepath.Dir(file)), filepath.Base(file))
	for _, root := range p.roots {
		relative, err := filepath.Rel(root, file)
		if err == nil && filepath.IsLocal(relative) && relative != "." {
			return inWorktree(filepath.ToSlash(relative))
		}
	}
	return ""
}

// inWorktree returns the path of a file in the worktree that Claude Code made below the project.
func inWorktree(relative string) string {
	rest, is := strings.CutPrefix(relative, ".claude/worktrees/")
	if _, file, found := strings.Cut(rest, "/"); is && found {
		return file
	}
	return relative
}

// whole returns a folder without symbolic links. Of one that is gone, the part that is there counts.
func (p *paths) whole(dir string) string {
	if known, is := p.real[dir]; is {
		return known
	}
	found, err := filepath.EvalSymlinks(dir)
	if parent := filepath.Dir(dir); err != nil {
		found = dir
		if parent != dir {
			found = filepath.Join(p.whole(parent), filepath.Base(dir))
		}
	}
	p.real[dir] = found
	return found
}
