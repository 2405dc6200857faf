package check

import "strings"

// wrapper is a program that runs the program in its arguments.
type wrapper struct {
	subs   string // one of these subcommands must follow; "" for none
	values string // options whose value is the next word
	skip   int    // arguments before the program
	shown  bool   // a person would type it, so the name of a check has it
}

// containerOptions are the options of docker run and exec whose value is the next word.
const containerOptions = "-e -u -w -v -p -f -n --env --user --workdir --volume --name --file --env-file --network --mount --entrypoint --platform -m --memory"

// wrappers are the programs that run others, by name.
var wrappers = map[string]wrapper{
	"env": {values: "-u -C --unset --chdir"}, "sudo": {values: "-u -g -h -C"}, "time": {values: "-f -o"}, "nice": {values: "-n"}, "nohup": {},
	"timeout": {values: "-k -s --kill-after --signal", skip: 1}, "gtimeout": {values: "-k -s", skip: 1}, "stdbuf": {}, "command": {}, "exec": {}, "builtin": {},
	"ionice": {values: "-c -n"}, "chrt": {skip: 1}, "taskset": {skip: 1}, "setsid": {}, "flock": {values: "-w", skip: 1}, "chronic": {}, "unbuffer": {},
	"xvfb-run": {values: "-s -e"}, "caffeinate": {}, "rtk": {}, "winpty": {}, "direnv": {subs: "exec", skip: 1}, "dotenv": {values: "-e -f"}, "cross-env": {},
	"mise": {subs: "exec x", shown: true}, "asdf": {subs: "exec"}, "rbenv": {subs: "exec"}, "pyenv": {subs: "exec"}, "fvm": {shown: true},
	"npx": {values: "-p --package -c --call", shown: true}, "pnpx": {shown: true}, "bunx": {shown: true},
	"uv": {subs: "run", values: "--extra --group --with --python -p --project --directory --package --env-file", shown: true}, "uvx": {values: "--with --from --python", shown: true},
	"poetry": {subs: "run", values: "-C --directory", shown: true}, "pipenv": {subs: "run", shown: true}, "pdm": {subs: "run", values: "-p", shown: true},
	"hatch": {subs: "run", values: "-e", shown: true}, "rye": {subs: "run", shown: true}, "pixi": {subs: "run", values: "-e", shown: true},
	"conda": {subs: "run", values: "-n -p --name --prefix", shown: true}, "micromamba": {subs: "run", values: "-n -p"}, "bundle": {subs: "exec", shown: true},
	"docker": {subs: "exec run", values: containerOptions, skip: 1, shown: true}, "podman": {subs: "exec run", values: containerOptions, skip: 1, shown: true},
	"compose": {subs: "exec run", values: containerOptions, skip: 1, shown: true}, "docker-compose": {subs: "exec run", values: containerOptions, skip: 1, shown: true},
	"coverage": {subs: "run", values: "--source --rcfile --omit --include", shown: true}, "dotnet-coverage": {subs: "collect"}, "doppler": {subs: "run"}, "op": {subs: "run"},
}

// modules are the interpreters of which -m runs a module as a program.
var modules = set("python python2 python3 py pypy pypy3 coverage")

// unwrap takes off what runs the program of a step: the words of the program, and those before it that a person would type.
func unwrap(words []string) (program, shown []string) {
	for range 8 { // more than eight are a joke
		if len(words) == 0 {
			return nil, shown
		}
		name := base(words[0])
		if name == "docker" && len(words) > 1 && words[1] == "compose" {
			shown, words, name = append(shown, words[0]), words[1:], "compose"
		}
		if at := moduleAt(name, words); at > 0 {
			shown = append(shown, words[:at]...)
			words = words[at:]
			continue
		}
		w, is := wrappers[name]
		if !is {
			return words, shown
		}
		rest, is := w.inside(words)
		if !is {
			return words, shown
		}
		if w.shown {
			shown = append(shown, words[:len(words)-len(rest)]...)
		}
		words = rest
	}
	return nil, nil
}

// moduleAt returns where the module of python -m stands, or 0.
func moduleAt(name string, words []string) int {
	if !modules[strings.TrimRight(name, "0123456789.")] && !modules[name] {
		return 0
	}
	for i := 1; i < len(words)-1; i++ {
		switch word := words[i]; {
		case word == "-m":
			return i + 1
		case name == "coverage" && word == "run" && i == 1:
		case word == "-W" || word == "-X":
			i++
		case !strings.HasPrefix(word, "-") || word == "-c":
			return 0
		}
	}
	return 0
}

// inside returns the program that a wrapper runs, with its arguments.
func (w wrapper) inside(words []string) (rest []string, is bool) {
	if base(words[0]) == "command" && hasAny(words[1:], "-v -V") {
		return nil, false
	}
	values, subs, skip := set(w.values), set(w.subs), w.skip
	found := len(subs) == 0
	for i := 1; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "--":
		case strings.HasPrefix(word, "-") || strings.HasPrefix(word, "+"):
			if values[word] {
				i++
			}
		case assigns(word):
		case !found:
			if !subs[word] {
				return nil, false
			}
			found = true
		case skip > 0:
			skip--
		default:
			return words[i:], true
		}
	}
	return nil, false
}
