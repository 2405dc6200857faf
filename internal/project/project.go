// Package project finds the project that a folder belongs to, and names the workspace of its memory. It reads files of git,
// and never starts git.
package project

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// Project is a git repository. All its worktrees are one project. A submodule is a project of its own.
type Project struct {
	Root string // the real path of the main worktree, or of a repository without one
	// Identity is the host and path of the remote "origin", such as github.com/ada/shop, or else Root.
	Identity string
}

// maxFile bounds what is read of a file of git, in bytes.
const maxFile = 1 << 20

// Of returns the project of a folder. There is none outside of git, nor if the home folder or the root of the file system is
// the repository, which then would have all projects of the machine.
func Of(dir string) (Project, bool) {
	root, common, found := find(dir)
	p := Project{Root: root, Identity: root}
	if found {
		if origin := normalised(originOf(filepath.Join(common, "config"))); origin != "" {
			p.Identity = origin
		}
	}
	return p, found
}

// RootOf returns the root of the project of a folder, as Of does. It is for the hook program, which is smaller without what
// reads an origin.
func RootOf(dir string) (root string, found bool) {
	root, _, found = find(dir)
	return root, found
}

// find returns the root of the project of a folder, and the folder that git shares between its worktrees.
func find(dir string) (root, common string, found bool) {
	dir, err := filepath.EvalSymlinks(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return "", "", false
	}
	for {
		if root, common, found = repository(dir); found {
			if root == home() || root == filepath.Dir(root) {
				return "", "", false
			}
			return root, common, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", "", false
		}
		dir = parent
	}
}

func home() string {
	dir, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	if whole, err := filepath.EvalSymlinks(dir); err == nil {
		return whole
	}
	return dir
}

// repository returns the main worktree of the repository at a folder, and the folder that git shares between worktrees.
func repository(dir string) (root, common string, found bool) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	switch {
	case err != nil:
		return "", "", false
	case info.IsDir():
		return dir, git, true
	}
	named, is := strings.CutPrefix(line(git), "gitdir:")
	if !is {
		return "", "", false
	}
	own := within(dir, strings.TrimSpace(named))
	shared := line(filepath.Join(own, "commondir"))
	if shared == "" { // a submodule
		return dir, own, true
	}
	common = within(own, shared)
	if whole, err := filepath.EvalSymlinks(common); err == nil {
		common = whole
	}
	if filepath.Base(common) == ".git" {
		return filepath.Dir(common), common, true
	}
	return common, common, true
}

func within(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// line returns the first line of a file, or "".
func line(file string) string {
	for text := range lines(file) {
		return strings.TrimSpace(text)
	}
	return ""
}

// lines yields the lines of a regular file.
func lines(file string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
			return
		}
		opened, err := os.Open(file)
		if err != nil {
			return
		}
		defer func() { _ = opened.Close() }()
		scanner := bufio.NewScanner(opened)
		scanner.Buffer(nil, maxFile)
		for scanner.Scan() {
			if !yield(scanner.Text()) {
				return
			}
		}
	}
}

var (
	section = lazy(`^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]`)
	setting = lazy(`^\s*url\s*=\s*(.*?)\s*(?:[#;].*)?$`)
)

// lazy compiles an expression when it is first used: the hook program uses none.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// originOf returns the URL of the remote "origin" in a configuration of git, or "".
func originOf(config string) string {
	inOrigin := false
	for text := range lines(config) {
		if match := section().FindStringSubmatch(text); match != nil {
			inOrigin = strings.EqualFold(match[1], "remote") && match[2] == "origin"
			continue
		}
		if match := setting().FindStringSubmatch(text); match != nil && inOrigin {
			return strings.Trim(match[1], `"`)
		}
	}
	return ""
}

var scp = lazy(`^(?:[^@/:]+@)?([^/:]+):([^/].*)$`)

// normalised returns the host and path of a remote, without user, password, port and ".git". It returns "" for a path on this
// machine.
func normalised(remote string) string {
	host, name := "", ""
	if at, err := url.Parse(remote); err == nil && at.Host != "" && at.Scheme != "file" {
		host, name = at.Hostname(), at.Path
	} else if match := scp().FindStringSubmatch(remote); match != nil && len(match[1]) > 1 { // one letter is a drive of Windows
		host, name = match[1], match[2]
	}
	name = strings.TrimSuffix(strings.Trim(path.Clean("/"+name), "/"), ".git")
	if host == "" || name == "" {
		return ""
	}
	return strings.ToLower(host) + "/" + name
}

// unfit matches what no name of a workspace has.
var unfit = lazy(`[^a-z0-9._-]+`)

// Workspace returns the name of the project's workspace: that of the repository, and eight digits of its identity.
func (p Project) Workspace() string {
	const longest = 48
	name := unfit().ReplaceAllString(strings.ToLower(path.Base(filepath.ToSlash(p.Identity))), "-")
	name = strings.Trim(name[:min(len(name), longest)], "-._")
	if name == "" {
		name = "project"
	}
	sum := sha256.Sum256([]byte(p.Identity))
	return name + "-" + hex.EncodeToString(sum[:4])
}
