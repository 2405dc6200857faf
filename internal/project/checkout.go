package project

import (
	"os"
	"path/filepath"
	"strings"
)

// Checkout is what git has checked out in a folder.
type Checkout struct {
	Folder string // the real path of the worktree
	Branch string // empty if none is checked out
	Head   string // the hash of the commit; empty in a new repository
}

// CheckoutOf returns the checkout that a folder belongs to, or the zero value outside of git. It reads files and does not start git.
func CheckoutOf(dir string) Checkout {
	dir, err := filepath.EvalSymlinks(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return Checkout{}
	}
	for {
		if _, common, found := repository(dir); found {
			c := Checkout{Folder: dir}
			c.read(gitFolder(dir), common)
			return c
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return Checkout{}
		}
		dir = parent
	}
}

// gitFolder returns the folder in which git keeps what belongs to one worktree.
func gitFolder(dir string) string {
	git := filepath.Join(dir, ".git")
	if info, err := os.Stat(git); err == nil && info.IsDir() {
		return git
	}
	named, _ := strings.CutPrefix(line(git), "gitdir:")
	return within(dir, strings.TrimSpace(named))
}

// read reads the branch and the commit, from the folder of the worktree and the one that all worktrees share.
func (c *Checkout) read(own, common string) {
	head := line(filepath.Join(own, "HEAD"))
	ref, is := strings.CutPrefix(head, "ref: ")
	if !is {
		c.Head = hash(head)
		return
	}
	c.Branch, _ = strings.CutPrefix(ref, "refs/heads/")
	if c.Branch == ".invalid" { // the repository keeps its branches in a table of its own
		c.Branch = ""
		return
	}
	if !filepath.IsLocal(filepath.FromSlash(ref)) {
		return
	}
	for _, folder := range []string{own, common} {
		if c.Head = hash(line(filepath.Join(folder, filepath.FromSlash(ref)))); c.Head != "" {
			return
		}
	}
	for text := range lines(filepath.Join(common, "packed-refs")) {
		if sum, name, found := strings.Cut(text, " "); found && name == ref {
			c.Head = hash(sum)
			return
		}
	}
}

// hash returns a text that is the hash of a commit, or "".
func hash(text string) string {
	if (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == "" {
		return text
	}
	return ""
}
