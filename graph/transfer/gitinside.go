package transfer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/git"
)

// checkInside returns an error if git would read anything outside a folder: the repository of a parent folder, or one that
// a gitfile, a link, a commondir or alternates name. Whoever made the folder would then choose which other history of
// the user is imported.
//
// The main repository of a worktree or a submodule counts as inside, if it belongs to the owner of the folder and its own
// files name the folder.
func checkInside(ctx context.Context, repository string) error {
	folder, err := resolved(repository)
	if err != nil {
		return err
	}
	cmd, _ := git.Command(ctx, repository, "rev-parse", "--absolute-git-dir")
	out, err := cmd.Output()
	if err != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("git cannot open %s: %w", repository, err))
	}
	gitDir, err := resolved(strings.TrimSuffix(string(out), "\n"))
	if err != nil {
		return err
	}
	inside, dirs := []string{folder}, []string{gitDir}
	if !isBelow(folder, gitDir) {
		switch parent := filepath.Dir(gitDir); {
		case filepath.Base(gitDir) == ".git" && isBelow(parent, folder):
			return fmt.Errorf("%w in %s itself: it lies in the repository %s; name that, or add --follow", ErrNoHistory, repository, parent)
		case !pointsBack(gitDir, folder) || !sameOwner(folder, gitDir):
			return leadsOut(repository, gitDir)
		}
		inside = append(inside, gitDir)
	}
	common, err := namedIn(filepath.Join(gitDir, "commondir"), gitDir)
	if err != nil {
		return err
	}
	for _, main := range common {
		ofWorktree := filepath.Join(main, "worktrees") == filepath.Dir(gitDir) && len(inside) > 1
		if !isBelow(folder, main) && (!ofWorktree || !sameOwner(folder, main)) {
			return leadsOut(repository, main)
		}
		inside, dirs = append(inside, main), append(dirs, main)
	}
	for _, dir := range dirs {
		if err := checkLinks(repository, dir, inside); err != nil {
			return err
		}
		if err := checkAlternates(repository, filepath.Join(dir, "objects"), inside, nil); err != nil {
			return err
		}
	}
	return nil
}

// checkAlternates refuses objects that are read from other places: those that the file of alternates names, and those that
// their files name.
func checkAlternates(repository, objects string, inside, checked []string) error {
	others, err := namedIn(filepath.Join(objects, "info", "alternates"), objects)
	if err != nil {
		return err
	}
	for _, other := range others {
		switch {
		case !anyBelow(inside, other):
			return leadsOut(repository, other)
		case slices.Contains(checked, other):
			continue
		}
		if err := checkLinks(repository, other, inside); err != nil {
			return err
		}
		if err := checkAlternates(repository, other, inside, append(slices.Clip(checked), other)); err != nil {
			return err
		}
	}
	return nil
}

func leadsOut(repository, other string) error {
	return fmt.Errorf("%s leads to %s, which lies outside of it; if you want that history too, add --follow", repository, other)
}

// resolved returns the absolute path of a folder, without links.
func resolved(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// isBelow reports whether a path is a folder or lies in it. Both are resolved.
func isBelow(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

func anyBelow(folders []string, path string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return isBelow(folder, path) })
}

// maxGitFile limits a file of git that names folders, in bytes.
const maxGitFile = 64 << 10

// namedIn returns the folders that a file of git names, one in each line, relative to base. It leaves out what does not
// exist, because git does too.
func namedIn(file, base string) ([]string, error) {
	raw, err := durable.Read(file, maxGitFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var named []string
	for line := range strings.Lines(string(raw)) {
		path := strings.TrimRight(line, "\r\n")
		if path == "" || strings.HasPrefix(path, "#") {
			continue
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(base, path)
		}
		switch path, err := resolved(path); {
		case err == nil:
			named = append(named, path)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return named, nil
}

// pointsBack reports whether the git directory of a worktree or a submodule names its folder.
func pointsBack(gitDir, folder string) bool {
	back, err := namedIn(filepath.Join(gitDir, "gitdir"), gitDir)
	if err == nil && len(back) == 1 && back[0] == filepath.Join(folder, ".git") {
		return true
	}
	raw, err := durable.Read(filepath.Join(gitDir, "config"), maxGitFile)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(raw)) {
		name, path, found := strings.Cut(line, "=")
		if path = strings.TrimSpace(path); found && strings.EqualFold(strings.TrimSpace(name), "worktree") {
			if !filepath.IsAbs(path) {
				path = filepath.Join(gitDir, path)
			}
			at, err := resolved(path)
			return err == nil && at == folder
		}
	}
	return false
}

// checkLinks refuses symbolic links in a git directory that lead out.
func checkLinks(repository, dir string, inside []string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&os.ModeSymlink == 0 {
			return err
		}
		switch target, err := filepath.EvalSymlinks(path); {
		case errors.Is(err, fs.ErrNotExist):
			return nil // git cannot follow it either
		case err != nil:
			return err
		case strings.HasPrefix(path, filepath.Join(dir, "hooks")+string(filepath.Separator)):
			return nil // no hook runs
		case !anyBelow(inside, target):
			return leadsOut(repository, target)
		}
		return nil
	})
}
