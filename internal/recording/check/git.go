package check

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// gitOf returns the subcommand of git with its arguments, and the folder of -C.
func gitOf(s step) (args []string, is bool) {
	words, _ := unwrap(s.words)
	if len(words) == 0 || base(words[0]) != "git" {
		return nil, false
	}
	for i := 1; i < len(words); i++ {
		switch word := words[i]; {
		case word == "-C" || word == "-c" || word == "--git-dir" || word == "--work-tree":
			i++
		case !strings.HasPrefix(word, "-"):
			return words[i:], true
		}
	}
	return nil, false
}

// commits reports whether a step makes a commit.
func commits(s step) bool {
	args, is := gitOf(s)
	if !is || hasAny(args, "--dry-run --abort --no-commit -n --quit --skip") && args[0] != "commit" || hasAny(args, "--dry-run") {
		return false
	}
	return args[0] == "commit" || args[0] == "revert" || args[0] == "cherry-pick" || args[0] == "merge" && !hasAny(args, "--squash")
}

// Committed reports whether a command made a commit of its own, not a revert, and returns its hash if the output has it.
func Committed(command string, exit *int, output string) (hash string, made bool) {
	all := steps(command)
	if !slices.ContainsFunc(all, func(s step) bool { args, is := gitOf(s); return is && args[0] != "revert" && commits(s) }) {
		return "", false
	}
	hash = Hash(output)
	return hash, hash != "" || exit != nil && *exit == 0 && !empty().MatchString(output)
}

var (
	empty = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:nothing|no changes) (?:added )?to commit\b|^Already up to date`)
	})
	committed = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^\[[^\]\n]*?\b([0-9a-f]{7,40})\]`)
	})
	logged = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^(?:commit )?([0-9a-f]{7,40})(?:\s|$)`) })
)

// Hash returns the hash of the commit that git says it made, "" if the output does not name it.
func Hash(output string) string {
	if m := committed().FindStringSubmatch(output); m != nil {
		return m[1]
	}
	return ""
}

// commitLine returns what is kept of the output of a commit: its branch and hash, or that there was nothing to commit.
func commitLine(all []step, output string) string {
	if !slices.ContainsFunc(all, commits) {
		return ""
	}
	if m := committed().FindString(output); m != "" {
		return m
	}
	if m := empty().FindString(output); m != "" {
		return m
	}
	shows := slices.ContainsFunc(all, func(s step) bool {
		args, is := gitOf(s)
		return is && (args[0] == "log" || args[0] == "rev-parse")
	})
	if m := logged().FindStringSubmatch(output); shows && m != nil {
		return "[" + m[1] + "]"
	}
	return ""
}

// Reverts returns what a command takes back, or false. It does not look at the exit code.
func Reverts(command string) (r Revert, is bool) {
	for _, s := range steps(command) {
		if args, git := gitOf(s); git && r.add(args) {
			is = true
		}
	}
	return r, is
}

// add adds what one git command takes back.
func (r *Revert) add(args []string) bool {
	var refs, files []string
	named := false
	for _, arg := range args[1:] {
		switch {
		case arg == "--":
			named = true
		case strings.HasPrefix(arg, "-") && !named:
		case named:
			files = append(files, arg)
		default:
			refs = append(refs, arg)
		}
	}
	switch args[0] {
	case "revert":
		return r.revert(args, refs)
	case "reset":
		return r.reset(args, refs)
	case "checkout":
		return r.checkout(args, refs, files, named)
	case "restore":
		if hasAny(args, "--staged -S") && !hasAny(args, "--worktree -W") {
			return false
		}
		from, rest := source(args, refs)
		return r.drop(append(rest, files...), from)
	}
	return false
}

func (r *Revert) revert(args, refs []string) bool {
	if hasAny(args, "--abort --quit --skip") || len(refs) == 0 {
		return false
	}
	for _, ref := range refs {
		if _, to, is := strings.Cut(ref, ".."); is { // of a range only the end is known
			ref = strings.Trim(to, ".")
		}
		r.Commits = append(r.Commits, ref)
	}
	return true
}

func (r *Revert) reset(args, refs []string) bool {
	if !hasAny(args, "--hard --merge --keep") {
		return false
	}
	r.All = true
	if len(refs) > 0 && refs[0] != "HEAD" {
		r.Back = refs[0]
	}
	return true
}

func (r *Revert) checkout(args, refs, files []string, named bool) bool {
	if hasAny(args, "-b -B --orphan --track -t --detach") {
		return false
	}
	switch {
	case named && len(refs) > 0:
		return r.drop(files, refs[0])
	case named:
		return r.drop(files, "")
	case len(refs) == 1 && refs[0] == ".", len(refs) == 1 && hasAny(args, "-f --force"):
		r.All = true
		return true
	case len(refs) > 1: // a commit and files, or files
		if looksLikeFile(refs[0]) {
			return r.drop(refs, "")
		}
		return r.drop(refs[1:], refs[0])
	case len(refs) == 1 && looksLikeFile(refs[0]):
		return r.drop(refs, "")
	}
	return false
}

// looksLikeFile reports whether an argument of checkout is a file, and not a branch.
func looksLikeFile(arg string) bool {
	name := arg[strings.LastIndexByte(arg, '/')+1:]
	n := strings.LastIndexByte(name, '.')
	return n > 0 && n < len(name)-1 && !strings.ContainsAny(name[n+1:], "0123456789~^") || strings.HasPrefix(arg, "./")
}

func source(args, refs []string) (from string, rest []string) {
	for i, arg := range args {
		if value, is := strings.CutPrefix(arg, "--source="); is {
			return value, refs
		}
		if (arg == "-s" || arg == "--source") && i+1 < len(args) {
			return args[i+1], slices.DeleteFunc(slices.Clone(refs), func(ref string) bool { return ref == args[i+1] })
		}
	}
	return "", refs
}

func (r *Revert) drop(files []string, from string) bool {
	if len(files) == 0 {
		return false
	}
	if from != "HEAD" {
		r.From = from
	}
	if slices.ContainsFunc(files, func(f string) bool { return f == "." || f == ":/" || f == "*" }) {
		r.All = true
		return true
	}
	r.Files = append(r.Files, files...)
	return true
}
