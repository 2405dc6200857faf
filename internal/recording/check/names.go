package check

import (
	"strings"
	"sync"
)

// The words in names of scripts and targets. A general word gives way to a special one after it, as in check:types.
var (
	special = sync.OnceValue(func() map[string]Kind {
		return kinds("test tests testing spec specs e2e unit integration unittest unittests pytest jest vitest mocha smoke regression race coverage selftest",
			"build compile bundle dist", "type types typecheck typechecks tsc typing typings mypy pyright",
			"lint lints linter linters eslint vet clippy ruff style rubocop golangci")
	})
	general = set("check checks ci verify validate precommit qa")
	// unchecked are first words of names that check nothing, whatever follows.
	unchecked = set("deploy publish release start dev serve install clean gen generate docs doc fix setup bootstrap watch preview " +
		"bench benchmark push pull up down stop logs shell seed migrate update upgrade download fetch init new create add remove list show help")
	formatting = set("format fmt prettier gofmt black")
)

// scriptKind returns what a script of a project with this name checks, or "".
func scriptKind(name string) Kind {
	kind, _ := nameKind(name)
	return kind
}

// targetKind is scriptKind for the targets of build tools, of which check runs tests.
func targetKind(name string) Kind {
	kind, isGeneral := nameKind(name)
	switch {
	case isGeneral:
		return Tests
	case name == "all":
		return Build
	}
	return kind
}

// nameKind returns what a name says, and whether it says it with a general word only.
func nameKind(name string) (kind Kind, isGeneral bool) {
	parts := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune(":-_./", c) })
	for i, part := range parts {
		switch {
		case part == "watch", i == 0 && unchecked[part]:
			return "", false
		case formatting[part] && i == 0:
			kind = formats
		case general[part]:
			isGeneral = true
		case special()[part] != "" && kind == "":
			kind = special()[part]
		}
	}
	switch {
	case kind == formats && isGeneral:
		return Lint, false
	case kind == formats:
		return "", false
	case kind != "":
		return kind, false
	case !isGeneral:
		return "", false
	case parts[0] == "check" || parts[0] == "checks":
		return Types, true
	}
	return Tests, true
}

// fileKind returns what a script in a file checks, or "".
func fileKind(file string) Kind {
	file = strings.ReplaceAll(file, `\`, "/")
	name := base(file)
	if kind := targetKind(withoutEnding(name)); kind != "" {
		return kind
	}
	folder := base(strings.TrimSuffix(file, "/"+name))
	if ran, _, _ := strings.Cut(name, "."); folder != name && (ran == "run" || ran == "all" || ran == "runner") {
		return targetKind(strings.TrimPrefix(folder, "."))
	}
	return ""
}

func withoutEnding(name string) string {
	if n := strings.LastIndexByte(name, '.'); n > 0 {
		return name[:n]
	}
	return name
}
