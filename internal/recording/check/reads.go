package check

import (
	"path"
	"slices"
	"strings"
)

// Programs that only read, or say something.
var readers = set("ls ll dir cat bat head tail less more grep egrep fgrep rg ag ack find fd tree stat file wc sort uniq cut tr awk gawk jq yq diff cmp comm " +
	"pwd which whereis type whoami id hostname uname date uptime env printenv ps top df du free lsof netstat ss echo printf true false test [ [[ : cd " +
	"pushd popd export set unset source . sleep history man help basename dirname realpath readlink md5sum sha1sum sha256sum xxd od hexdump strings nl column " +
	"tac rev fold paste seq expr bc clear alias cloc tokei scc nproc lscpu ast-grep sg")

// subreaders are the subcommands that only read, of programs that do more.
var subreaders = map[string]map[string]bool{
	"git": set("status log diff show blame branch remote rev-parse describe ls-files ls-tree ls-remote shortlog reflog grep config cat-file merge-base " +
		"rev-list name-rev tag whatchanged worktree fetch for-each-ref check-ignore stash"),
	"go": set("list doc version env help"), "npm": set("ls list view info outdated why config help docs search root prefix audit"),
	"pnpm": set("ls list why outdated view info"), "yarn": set("list why info outdated"), "pip": set("list show freeze check search"),
	"cargo": set("tree metadata search version"), "docker": set("ps logs images inspect version info stats top port"),
	"kubectl": set("get describe logs version explain top config"), "gh": set("pr issue run repo api auth search release"), "brew": set("list info search"),
	"systemctl": set("status list-units"), "rustup": set("show"), "terraform": set("show output"), "helm": set("list get status"),
}

// writersIn are second words with which a subcommand does more than read.
var writersIn = map[string]map[string]bool{
	"gh":  set("create merge close edit comment review checkout delete rerun reopen ready cancel upload"),
	"git": set("add remove prune -d -D -m -M --delete --move --set-upstream-to --unset rename set-url pop apply drop push clear --global --add"),
}

// Reads reports whether a command only reads. A command that writes a file, or of which a program is not known, does more.
func Reads(command string) bool {
	all := steps(command)
	return len(all) > 0 && !slices.ContainsFunc(all, func(s step) bool { return !reads(s) })
}

func reads(s step) bool {
	if slices.ContainsFunc(s.writes, isFile) {
		return false
	}
	words, _ := unwrap(s.words)
	if len(words) == 0 {
		return true
	}
	name := base(words[0])
	if s := subreaders[name]; s != nil {
		args, _ := runner{values: "-C -c -n --namespace"}.arguments(words)
		return len(args) > 0 && s[args[0]] && !slices.ContainsFunc(words[2:], func(w string) bool { return writersIn[name][w] }) &&
			(args[0] != "stash" || slices.Contains(args, "list") || slices.Contains(args, "show"))
	}
	switch name {
	case "sed", "perl":
		return name == "sed" && !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-i") || strings.HasPrefix(w, "--in-place") })
	case "find", "fd":
		return !hasAny(words, "-delete -exec -execdir -x --exec")
	case "xargs":
		inner := slices.IndexFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") })
		return inner >= 0 && reads(step{words: words[1+inner:]})
	case "curl", "wget":
		return name == "curl" && !hasAny(words, "-X --request -d --data -F --form -T --upload-file -o -O --output --data-raw --data-binary --json")
	}
	return readers[name]
}

// isFile reports whether a redirection writes a file of a project, and not to a device or a temporary folder.
func isFile(target string) bool {
	return target != "" && !strings.HasPrefix(target, "/dev/") && !strings.HasPrefix(target, "/tmp/") && !strings.HasPrefix(target, "$")
}

// Programs that print what files contain.
var printers = set("cat bat head tail less more sed awk gawk grep egrep fgrep rg ag diff cmp strings xxd od hexdump nl jq yq tac paste column curl printenv env " +
	"psql mysql sqlite3 redis-cli base64 gpg pass vault op aws")

// showsFiles reports whether a step prints what files contain. Behind a pipe it shortens what another program prints.
func showsFiles(s step) bool {
	words, _ := unwrap(s.words)
	if len(words) == 0 {
		return s.program() == "env"
	}
	if args, is := gitOf(s); is {
		return slices.Contains([]string{"diff", "show", "log", "blame", "stash", "grep", "cat-file", "config"}, args[0])
	}
	return printers[base(words[0])] && s.before != "|"
}

// Writes returns the files of the project that a command changes without an editor, as far as the command names them, relative
// to the folder that it starts in.
func Writes(command string) []string {
	var files []string
	folder := ""
	for _, s := range steps(command) {
		words, _ := unwrap(s.words)
		if len(words) == 0 {
			continue
		}
		if base(words[0]) == "cd" {
			if len(words) < 2 || !isRelative(words[1]) {
				folder = "?" // somewhere else
			} else if folder != "?" {
				folder = path.Join(folder, words[1])
			}
			continue
		}
		for _, file := range writtenBy(s, words) {
			if folder != "?" && isRelative(file) && !strings.ContainsAny(file, "$*?`{}<>") {
				files = append(files, path.Join(folder, file))
			}
		}
	}
	return files
}

// writtenBy returns the files that one step writes.
func writtenBy(s step, words []string) (files []string) {
	name := base(words[0])
	if name == "cat" || name == "echo" || name == "printf" || name == "sed" || name == "awk" || name == "jq" {
		files = append(files, s.writes...)
	}
	var args []string
	for _, word := range words[1:] {
		if !strings.HasPrefix(word, "-") {
			args = append(args, word)
		}
	}
	switch {
	case name == "tee":
		files = append(files, args...)
	case (name == "sed" || name == "perl") && slices.ContainsFunc(words, func(w string) bool { return isInPlace(name, w) }) && len(args) > 1:
		files = append(files, args[1:]...)
	case (name == "mv" || name == "cp") && len(args) == 2:
		files = append(files, args[1])
	}
	return slices.DeleteFunc(files, func(f string) bool { return !isFile(f) })
}

func isInPlace(name, word string) bool {
	if name == "perl" {
		return strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.Contains(word, "i")
	}
	return strings.HasPrefix(word, "-i") || strings.HasPrefix(word, "--in-place")
}

func isRelative(file string) bool {
	return file != "" && !strings.ContainsAny(file[:1], "/~$-") && file != ".." && !strings.HasPrefix(path.Clean(file), "../") && path.Clean(file) != ".."
}
