package check

import (
	"slices"
	"strings"
)

// Of returns the check that a command runs, or false. If it runs several, tests come before build, types and lint. More are the
// beginnings of commands that are tests in this project.
func Of(command string, more []string) (Check, bool) {
	best := Check{}
	for _, s := range steps(command) {
		if c, _, is := recognise(s, more); is && (best.Kind == "" || rank(c.Kind) < rank(best.Kind)) {
			best = c
		}
	}
	return best, best.Kind != ""
}

func rank(kind Kind) int { return slices.Index([]Kind{Tests, Build, Types, Lint}, kind) }

// recognise returns the check that a step is, and the tool whose output it prints.
func recognise(s step, more []string) (Check, family, bool) {
	line := strings.Join(s.words, " ")
	for _, beginning := range more {
		beginning = strings.TrimSpace(beginning)
		if rest, is := strings.CutPrefix(line, beginning); is && beginning != "" && (rest == "" || rest[0] == ' ') {
			return Check{Kind: Tests, Name: nameOf(s.words), Env: envOf(s), Runner: beginning}, anyTool, true
		}
	}
	words, shown := unwrap(s.words)
	kind, sub, tool := kindOf(words, maxDepth)
	if kind == "" {
		return Check{}, "", false
	}
	return Check{
		Kind: kind, Name: nameOf(append(slices.Clone(shown), words...)), Env: envOf(s), Runner: strings.TrimSpace(base(words[0]) + " " + sub),
	}, tool, true
}

// envOf returns the assignments before a command, or "" if they are many, long or need quotes.
func envOf(s step) string {
	env := slices.Clone(s.env)
	if len(s.words) > 0 && (s.program() == "env" || s.program() == "cross-env") {
		for _, word := range s.words[1:] {
			if assigns(word) {
				env = append(env, word)
			}
		}
	}
	if line := strings.Join(env, " "); len(line) <= maxEnv && !slices.ContainsFunc(env, func(e string) bool { return !isPlain(e) }) {
		return line
	}
	return ""
}

// maxEnv bounds the assignments before a command that are kept, in characters.
const maxEnv = 40

// Call is a command of a known tool: of a check, or of one that installs, builds or starts things.
type Call struct {
	Text string   // as a person would type it
	Args []string // the program and its arguments, without what runs it
	Env  string   // as in Check
}

// tools are programs whose commands are worth to be known when only another form of them works.
var tools = set("npm pnpm yarn bun pip pip3 uv poetry pipenv cargo go make docker docker-compose compose podman bundle composer gem mvn mvnw gradle gradlew " +
	"dotnet brew apt-get apt terraform helm npx mix flutter dart swift cmake bazel")

// CallOf returns the last command of a known tool in a command, or false. Commands that need quotes are left out.
func CallOf(command string) (Call, bool) {
	all := steps(command)
	for _, s := range slices.Backward(all) {
		words, shown := unwrap(s.words)
		if len(words) == 0 {
			continue
		}
		if _, _, is := recognise(s, nil); !is && !tools[base(words[0])] {
			continue
		}
		name, env := nameOf(append(slices.Clone(shown), words...)), envOf(s)
		if strings.HasSuffix(name, "…") || env == "" && len(s.env) > 0 {
			return Call{}, false
		}
		return Call{Text: strings.TrimSpace(env + " " + name), Args: append([]string{base(words[0])}, words[1:]...), Env: env}, true
	}
	return Call{}, false
}

// Adds reports whether a call is the same as another one with something added: an assignment, an option, or what runs it.
// Options that only choose fewer tests do not count.
func (c Call) Adds(to Call) bool {
	if c.Text == to.Text {
		return false
	}
	rest := slices.Clone(c.Args)
	for _, arg := range to.Args {
		i := slices.Index(rest, arg)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return !slices.ContainsFunc(rest, func(arg string) bool {
		return narrowing[strings.SplitN(arg, "=", 2)[0]] || !strings.HasPrefix(arg, "-") && len(rest) == 1
	})
}

// Replaces reports whether a call does with another tool what the other call was to do, such as pnpm add zod for npm install zod:
// both have a subcommand, and the same names behind it.
func (c Call) Replaces(other Call) bool {
	const least = 3 // a tool, a subcommand, a name
	return len(c.Args) >= least && len(other.Args) >= least && c.Args[0] != other.Args[0] && slices.Equal(c.names(), other.names())
}

// names returns the arguments behind the subcommand that are no options.
func (c Call) names() []string {
	return slices.DeleteFunc(slices.Clone(c.Args[2:]), func(arg string) bool { return strings.HasPrefix(arg, "-") })
}

var narrowing = set("-run --run -k -t --grep -g --filter -short --short -m --tests --only --only-failures --lf --ff -skip --skip --testNamePattern --testPathPattern -Dtest --no-verify -x")

// kindOf returns what a program with its arguments checks, or "", and its subcommand.
func kindOf(words []string, depth int) (kind Kind, sub string, tool family) {
	if len(words) == 0 || depth == 0 || asksHelp(words) {
		return "", "", ""
	}
	name := base(words[0])
	r, is := runners()[name]
	if !is || r.kind != "" && !r.takes(words) && interprets(name) {
		return fileOf(name, words, depth)
	}
	if hasAny(words[1:], r.refuses) || r.needs != "" && !hasAny(words[1:], r.needs) {
		return "", "", ""
	}
	if r.kind != "" {
		return r.kind, "", r.family
	}
	kind, sub = r.sub(words, depth)
	if kind == formats {
		kind = ""
		if hasAny(words[1:], "--check --diff --check-formatted --verify-no-changes --set-exit-if-changed --dry-run") {
			kind = Lint
		}
	}
	return kind, sub, r.family
}

// takes reports whether the options that a runner needs are there.
func (r runner) takes(words []string) bool { return r.needs == "" || hasAny(words[1:], r.needs) }

// asksHelp reports whether a program only says something about itself.
func asksHelp(words []string) bool {
	return len(words) > 1 && hasAny(words[1:2], "help version --help --version -h -V") || hasAny(words, "--help --version")
}

// hasAny reports whether one of the words is one of the options, alone or with its value after =.
func hasAny(words []string, options string) bool {
	for option := range strings.FieldsSeq(options) {
		for _, word := range words {
			if word == "--" {
				break
			}
			if word == option || strings.HasPrefix(option, "--") && strings.HasPrefix(word, option+"=") {
				return true
			}
		}
	}
	return false
}

// sub returns the kind of a call by its subcommand, or by the names of scripts and targets.
func (r runner) sub(words []string, depth int) (kind Kind, sub string) {
	args, picked := r.arguments(words)
	for _, name := range picked {
		if kind := r.named(name); kind != "" {
			return kind, name
		}
	}
	if len(args) == 0 {
		return r.alone, ""
	}
	if len(args) > 1 && r.subs[args[0]+" "+args[1]] != "" {
		return r.subs[args[0]+" "+args[1]], args[0] + " " + args[1]
	}
	if kind := r.subs[args[0]]; kind != "" {
		return kind, args[0]
	}
	return r.name(args, depth)
}

// name returns the kind of a call by the names of scripts and targets.
func (r runner) name(args []string, depth int) (kind Kind, sub string) {
	before, skipped := set(r.before), false
	for len(args) > 0 && before[args[0]] {
		one := args[0]
		args, skipped = args[1:], true
		if one == "workspace" && len(args) > 0 {
			args = args[1:]
		}
	}
	if r.named == nil || len(args) == 0 || r.after && !skipped {
		return "", ""
	}
	if !r.many {
		args = args[:1]
	}
	for _, arg := range args {
		for name := range strings.SplitSeq(arg, ";") {
			if k := r.named(strings.TrimSpace(name)); k != "" && (kind == "" || rank(k) < rank(kind)) {
				kind, sub = k, arg
			}
		}
	}
	if kind == "" && r.runs && (args[0] != "ci" || skipped) {
		kind, _, _ = kindOf(args, depth-1)
		sub = args[0]
	}
	return kind, sub
}

// arguments returns the arguments of a runner that are no options, and the names that stand in options.
func (r runner) arguments(words []string) (args, picked []string) {
	values, picks := set(r.values), set(r.picks)
	for i := 1; i < len(words); i++ {
		word := words[i]
		option, value, has := strings.Cut(word, "=")
		switch {
		case word == "--":
			return args, picked // what follows goes to the script
		case picks[option] && has:
			picked = append(picked, strings.Split(value, ",")...)
		case picks[word]:
			for ; i+1 < len(words) && !strings.HasPrefix(words[i+1], "-"); i++ {
				picked = append(picked, strings.Split(words[i+1], ",")...)
			}
		case values[word]:
			i++
		case r.family == jvm && (strings.HasPrefix(word, "-M:") || strings.HasPrefix(word, "-X:")): // aliases of Clojure
			picked = append(picked, strings.Split(word[len("-M:"):], ":")...)
		case strings.HasPrefix(word, "-"), strings.HasPrefix(word, "+") && len(args) == 0 && r.family == rust, assigns(word):
		default:
			args = append(args, word)
		}
	}
	return args, picked
}

// interpreters run a file whose name says what it checks.
var interpreters = set("sh bash zsh dash ksh ash python python2 python3 pypy pypy3 node tsx ts-node ruby perl php lua pwsh powershell deno bun")

func interprets(name string) bool {
	return interpreters[name] || interpreters[strings.TrimRight(name, "0123456789.")]
}

// fileOf returns what a script checks that a step runs, by itself or by an interpreter.
func fileOf(name string, words []string, depth int) (kind Kind, sub string, tool family) {
	if !interprets(name) {
		if strings.ContainsAny(words[0], `/\`) && !strings.HasPrefix(words[0], "-") {
			return fileKind(words[0]), "", anyTool
		}
		return "", "", ""
	}
	for i, word := range words[1:] {
		switch {
		case word == "-n" && shells[name], word == "-l" && strings.HasPrefix(name, "php"), word == "-c" && name == "ruby":
			return Lint, word, anyTool // it only parses
		case word == "-c" || word == "-e" || word == "-m" || word == "-p" || word == "-r":
			return "", "", ""
		case strings.HasPrefix(word, "-"):
		default:
			file := base(word)
			if _, is := runners()[withoutPhar(file)]; is { // php vendor/bin/phpunit, node node_modules/.bin/jest, python manage.py
				return kindOf(append([]string{withoutPhar(file)}, words[i+2:]...), depth-1)
			}
			if shells[name] || strings.Contains(file, ".") || strings.Contains(word, "/") {
				return fileKind(word), file, anyTool
			}
			return "", "", ""
		}
	}
	return "", "", ""
}

func withoutPhar(file string) string {
	for _, ending := range []string{".phar", ".js", ".mjs", ".cjs"} {
		file = strings.TrimSuffix(file, ending)
	}
	return file
}

// Bounds of a check's name.
const (
	maxName  = 80
	maxWords = 10
)

// nameOf returns a command as a person would type it, up to the first word that needs quotes.
func nameOf(words []string) string {
	name := ""
	for i, word := range words {
		if i == 0 {
			word = strings.TrimPrefix(word, "./node_modules/.bin/")
			if strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~") {
				word = base(word)
			}
		}
		if !isPlain(word) || i == maxWords || len(name)+len(word)+len(" …") > maxName {
			return strings.TrimSpace(name + " …")
		}
		name = strings.TrimSpace(name + " " + word)
	}
	return name
}

// isPlain reports whether a word of a command needs no quotes.
func isPlain(word string) bool {
	return word != "" && strings.IndexFunc(word, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("._/:=@,+-", c)
	}) < 0
}
