package check

import (
	"strings"
	"sync"
)

// family says which tool wrote an output, so that its lines are read as that tool means them.
type family string

const (
	anyTool family = ""
	golang  family = "go"
	rust    family = "rust"
	python  family = "python"
	jsTool  family = "js"
	jvm     family = "jvm"
	other   family = "other"
)

// runner is a program that checks something.
type runner struct {
	// kind is that of every call, or "" if it depends on the arguments.
	kind Kind
	// subs are the kinds of subcommands, of one word or two. The first argument that is no option is the subcommand.
	subs map[string]Kind
	// named returns the kind of a script or target that the project names, such as test:unit, or "".
	named func(name string) Kind
	// before are words that stand before a name. If after is set, a name must follow one of them.
	before string
	after  bool
	many   bool // each argument is a name
	// alone is the kind of a call without a subcommand.
	alone Kind
	// needs are options of which one must be there, refuses those with which it checks nothing.
	needs, refuses string
	values         string // options whose value is the next word
	picks          string // options whose value is a name
	runs           bool   // an unknown subcommand is itself a program
	family         family
}

// runners are the programs that check something, by name. The table is made when it is needed, for the hook.
var runners = sync.OnceValue(func() map[string]runner {
	return merge(goRunners(), rustRunners(), pythonRunners(), scriptRunners(), jvmRunners(), targetRunners(), otherRunners())
})

// merge makes one table, with an entry for each name.
func merge(tables ...map[string]runner) map[string]runner {
	all := map[string]runner{}
	for _, table := range tables {
		for names, r := range table {
			for name := range strings.FieldsSeq(names) {
				all[name] = r
			}
		}
	}
	return all
}

// kinds makes a table of subcommands: the words of each text, by kind.
func kinds(tests, build, types, lint string) map[string]Kind {
	all := map[string]Kind{}
	for kind, words := range map[Kind]string{Tests: tests, Build: build, Types: types, Lint: lint} {
		for word := range strings.FieldsSeq(words) {
			all[word] = kind
		}
	}
	return all
}

func goRunners() map[string]runner {
	return map[string]runner{
		"go":                      {subs: kinds("test", "build", "", "vet"), refuses: "-h -list", values: "-C", family: golang},
		"gotestsum ginkgo richgo": {kind: Tests, refuses: "watch", family: golang},
		"golangci-lint":           {subs: kinds("", "", "", "run"), alone: Lint, family: golang},
		"staticcheck revive errcheck govulncheck gosec": {kind: Lint, family: golang},
		"mage": {named: targetKind, many: true, family: golang, values: "-d -w"},
	}
}

func rustRunners() map[string]runner {
	return map[string]runner{
		"cargo": {
			subs: kinds("test t nextest llvm-cov tarpaulin insta miri", "build b", "check c", "clippy deny audit"), named: cargoTask, before: "make xtask",
			values: "--manifest-path -C --config --color -Z", refuses: "--no-run --list", family: rust,
		},
		"cross":     {subs: kinds("test", "build", "check", "clippy"), family: rust},
		"rustc":     {kind: Build, family: rust},
		"trunk":     {subs: kinds("", "build", "", ""), family: rust},
		"wasm-pack": {subs: kinds("test", "build", "", ""), family: rust},
	}
}

// cargoTask knows the tasks of cargo make and cargo xtask, and cargo fmt.
func cargoTask(name string) Kind {
	if name == "fmt" {
		return formats
	}
	return scriptKind(name)
}

// formats is the kind of a formatter, which is lint if it only compares.
const formats Kind = "formats"

func pythonRunners() map[string]runner {
	return map[string]runner{
		"pytest py.test unittest nose2 nosetests ward behave robot zope-testrunner doctest": {kind: Tests, refuses: "--collect-only --co --fixtures --markers", family: python},
		"tox nox":                               {alone: Tests, named: always(Tests), picks: "-e -s", family: python},
		"mypy pyright basedpyright pytype pyre": {kind: Types, family: python},
		"ty":                                    {subs: kinds("", "", "check", ""), family: python},
		"dmypy":                                 {subs: kinds("", "", "run check", ""), family: python},
		"ruff":                                  {subs: kinds("", "", "", "check"), named: formatter, family: python},
		"flake8 pylint bandit pyflakes pycodestyle pydocstyle vulture": {kind: Lint, family: python},
		"black isort yapf autopep8":                                    {kind: Lint, needs: "--check --check-only -c --diff", family: python},
		"pre-commit":                                                   {subs: kinds("", "", "", "run"), family: python},
		"py_compile compileall":                                        {kind: Build, family: python},
		"hatch":                                                        {subs: kinds("test", "build", "", ""), named: formatter, family: python},
		"maturin":                                                      {subs: kinds("", "build develop", "", ""), family: rust},
		"manage.py":                                                    {subs: kinds("test", "", "", "check"), family: python},
		"django-admin":                                                 {subs: kinds("test", "", "", "check"), family: python},
		"setup.py":                                                     {subs: kinds("test", "build build_ext", "", ""), family: python},
	}
}

func formatter(name string) Kind {
	if name == "format" || name == "fmt" {
		return formats
	}
	return ""
}

func scriptRunners() map[string]runner {
	const values = "--filter -F --prefix -w --workspace -C --dir --cwd -c --config --reporter"
	return map[string]runner{
		"npm": {subs: kinds("test t tst", "", "", ""), named: scriptKind, before: "run run-script", after: true, values: values, family: jsTool},
		"pnpm yarn bun": {
			subs: kinds("test t", "build", "", ""), named: scriptKind, before: "run run-script exec dlx x workspaces foreach workspace", values: values,
			runs: true, family: jsTool,
		},
		"jest mocha ava tap tape jasmine uvu wtr web-test-runner japa qunit tsd testcafe": {kind: Tests, refuses: "--listTests --showConfig --watch --watchAll", family: jsTool},
		"vitest":           {subs: kinds("run related bench", "", "typecheck", ""), alone: Tests, named: always(Tests), refuses: "--watch list", family: jsTool},
		"karma":            {subs: kinds("start run", "", "", ""), family: jsTool},
		"cypress":          {subs: kinds("run", "", "", ""), family: jsTool},
		"playwright":       {subs: kinds("test", "", "", ""), refuses: "--list --ui", family: jsTool},
		"node tsx ts-node": {needs: "--test", kind: Tests, values: "--require -r --import --loader", family: jsTool},
		"deno":             {subs: kinds("test", "", "check", "lint"), named: denoTask, before: "task", family: jsTool},
		"ng nx turbo lerna rush lage moon": {
			named: lastName, before: "run run-many affected", picks: "-t --target --targets", values: "--filter --scope -p --projects -c", family: jsTool,
		},
		"tsc vue-tsc tsgo":          {kind: Types, refuses: "-w --watch --init --showConfig --listFiles", family: jsTool},
		"svelte-check attw publint": {kind: Types, refuses: "--watch", family: jsTool},
		"flow":                      {subs: kinds("", "", "check focus-check", ""), alone: Types, family: jsTool},
		"astro":                     {subs: kinds("", "build", "check", ""), family: jsTool},
		"eslint oxlint standard xo stylelint tslint markdownlint markdownlint-cli2 knip depcheck": {kind: Lint, refuses: "--init --print-config", family: jsTool},
		"biome":           {subs: kinds("", "", "", "check ci lint"), family: jsTool},
		"prettier dprint": {kind: Lint, needs: "--check -c -l --list-different check", family: jsTool},
		"webpack esbuild parcel tsup unbuild microbundle swc": {kind: Build, refuses: "serve --watch -w", family: jsTool},
		"rollup": {kind: Build, needs: "-c --config -i --input", refuses: "-w --watch", family: jsTool},
		"vite next nuxt nuxi gatsby remix vue-cli-service react-scripts svelte-kit expo preact": {subs: kinds("test", "build export", "typecheck", "lint"), family: jsTool},
	}
}

func always(kind Kind) func(string) Kind { return func(string) Kind { return kind } }

func denoTask(name string) Kind {
	if kind := formatter(name); kind != "" {
		return kind
	}
	return scriptKind(name)
}

// lastName knows a target that stands behind the name of a project, as in shop:test.
func lastName(name string) Kind { return scriptKind(name[strings.LastIndexByte(name, ':')+1:]) }

func jvmRunners() map[string]runner {
	return map[string]runner{
		"mvn mvnw mvnd":                  {many: true, named: goal, values: "-f --file -pl --projects -P -s -T -l -t -rf", refuses: "-v --version", family: jvm},
		"gradle gradlew":                 {many: true, named: gradleTask, values: "-p --project-dir -x --exclude-task -b -c --tests", refuses: "-v --version -m --dry-run", family: jvm},
		"sbt":                            {many: true, named: goal, family: jvm},
		"mill":                           {many: true, named: gradleTask, family: jvm},
		"ant":                            {many: true, named: scriptKind, alone: Build, values: "-f -buildfile", family: jvm},
		"lein bb boot":                   {many: true, named: scriptKind, family: jvm},
		"clj clojure":                    {named: cljAlias, family: jvm},
		"javac kotlinc scalac scala-cli": {kind: Build, refuses: "-version", family: jvm},
		"ktlint detekt checkstyle":       {kind: Lint, family: jvm},
	}
}

func goal(name string) Kind {
	name = strings.TrimPrefix(name, "+")
	name, _, _ = strings.Cut(name, " ")
	last := name[strings.LastIndexAny(name, ":/")+1:]
	switch last {
	case "test", "verify", "integration-test", "testOnly", "testQuick", "it":
		return Tests
	case "package", "install", "compile", "test-compile", "deploy", "testCompile":
		return Build
	case "check", "scalafmtCheck", "scalafmtCheckAll", "scalafixAll", "checkstyle", "pmd", "spotbugs":
		return Lint
	}
	return ""
}

func gradleTask(name string) Kind {
	last := name[strings.LastIndexAny(name, ":.")+1:]
	low := strings.ToLower(last)
	switch {
	case last == "test" || last == "check" || last == "verify" || strings.HasSuffix(last, "Test") || strings.HasSuffix(last, "Tests") ||
		strings.HasPrefix(last, "test") && last != "testClasses":
		return Tests
	case last == "build" || last == "classes" || last == "testClasses" || last == "compile" || last == "jar" || strings.HasPrefix(last, "assemble") ||
		strings.HasPrefix(last, "compile"):
		return Build
	case strings.HasPrefix(low, "lint") || strings.Contains(low, "ktlint") || last == "detekt" || strings.HasSuffix(last, "Check") || strings.HasPrefix(last, "checkstyle"):
		return Lint
	}
	return ""
}

func cljAlias(name string) Kind { return scriptKind(name) }

// targetRunners run targets that a project names itself.
func targetRunners() map[string]runner {
	return map[string]runner{
		"make gmake mingw32-make": {many: true, named: targetKind, alone: Build, values: "-C -f -I -o -W --directory --file", refuses: "-n --dry-run -q -p"},
		"just task rake invoke inv poe doit gulp grunt thor earthly tilt pants please plz buck buck2": {many: true, named: targetKind, values: "-f --justfile -d -C", refuses: "-l --list -T -n --dry-run"},
		"bazel bazelisk": {subs: kinds("test coverage", "build", "", ""), values: "-c --config", family: other},
		"ninja":          {many: true, named: targetKind, alone: Build, values: "-C -f -j", refuses: "-n -t"},
		"cmake":          {needs: "--build", kind: Build},
		"meson":          {subs: kinds("test", "compile", "", ""), family: other},
		"scons":          {named: targetKind, alone: Build},
		"ctest":          {kind: Tests, refuses: "-N --show-only"},
		"xmake":          {subs: kinds("test", "build", "", ""), alone: Build},
		"nix":            {subs: map[string]Kind{"build": Build, "flake check": Tests}},
		"nix-build":      {kind: Build},
	}
}

func otherRunners() map[string]runner {
	return map[string]runner{
		"dotnet":                  {subs: kinds("test vstest", "build publish msbuild", "", ""), named: formatter, refuses: "--list-tests -t", family: other},
		"msbuild xbuild":          {kind: Build, family: other},
		"rspec cucumber minitest": {kind: Tests, refuses: "--init", family: other},
		"rails":                   {subs: kinds("test spec test:all test:system test:prepare", "", "", "zeitwerk:check"), family: other},
		"rubocop standardrb brakeman reek erblint haml-lint": {kind: Lint, family: other},
		"srb steep": {subs: kinds("", "", "tc typecheck check", ""), family: other},
		"phpunit pest paratest codecept behat phpspec kahlan atoum simple-phpunit": {kind: Tests, refuses: "--list-tests", family: other},
		"artisan":                          {subs: kinds("test", "", "", ""), family: other},
		"composer":                         {named: scriptKind, before: "run run-script exec", values: "-d --working-dir", family: other},
		"phpstan psalm phan":               {kind: Types, family: other},
		"phpcs pint php-cs-fixer":          {kind: Lint, family: other},
		"mix":                              {subs: kinds("test coveralls", "compile", "dialyzer", "credo"), named: formatter, family: other},
		"rebar3 rebar":                     {subs: kinds("eunit ct proper", "compile", "dialyzer xref", "lint"), family: other},
		"gleam":                            {subs: kinds("test", "build", "check", ""), named: formatter, family: other},
		"swift":                            {subs: kinds("test", "build", "", ""), values: "--package-path", family: other},
		"xcodebuild":                       {many: true, named: xcode, values: "-scheme -project -workspace -destination -sdk -configuration -derivedDataPath -testPlan", refuses: "-list -showsdks", family: other},
		"swiftlint":                        {kind: Lint, family: other},
		"flutter dart very_good":           {subs: kinds("test drive", "build compile", "analyze", ""), named: formatter, family: other},
		"melos":                            {named: scriptKind, family: other},
		"stack cabal":                      {subs: kinds("test", "build", "", "check"), family: other},
		"hlint":                            {kind: Lint, family: other},
		"dune":                             {subs: kinds("test runtest", "build", "", ""), alone: Build, family: other},
		"zig":                              {subs: map[string]Kind{"test": Tests, "build test": Tests, "build": Build, "build-exe": Build, "build-lib": Build}, named: formatter, family: other},
		"nimble":                           {subs: kinds("test", "build", "check", ""), family: other},
		"nim":                              {subs: kinds("", "c cpp js compile", "check", ""), family: other},
		"crystal":                          {subs: kinds("spec", "build", "", ""), family: other},
		"elm-test elm-verify-examples":     {kind: Tests, family: other},
		"elm":                              {subs: kinds("", "make", "", ""), family: other},
		"lake":                             {subs: kinds("test", "build", "", "lint"), family: other},
		"prove busted bats shellspec lust": {kind: Tests, family: other},
		"luacheck perlcritic":              {kind: Lint, family: other},
		"gcc g++ cc c++ clang clang++ ld":  {kind: Build, refuses: "--version -v", family: other},
		"clang-tidy cppcheck cpplint":      {kind: Lint, family: other},
		"clang-format gofumpt rustfmt terragrunt-fmt": {kind: Lint, needs: "--dry-run --check -n", family: other},
		"shellcheck hadolint yamllint actionlint tflint ansible-lint markdownlint-cli vale buildifier codespell typos semgrep sqlfluff spectral cfn-lint kubeconform kube-linter": {kind: Lint, family: other},
		"buf":                            {subs: kinds("", "build generate", "", "lint breaking"), family: other},
		"terraform tofu":                 {subs: kinds("test", "", "validate", ""), family: other},
		"helm":                           {subs: kinds("", "", "", "lint"), family: other},
		"docker podman buildah":          {subs: map[string]Kind{"build": Build, "buildx build": Build}, values: "-f --file -p --context", family: other},
		"docker-compose":                 {subs: kinds("", "build", "", ""), values: "-f --file -p", family: other},
		"forge":                          {subs: kinds("test", "build compile", "", "lint"), family: other},
		"hardhat truffle anchor foundry": {subs: kinds("test", "compile build", "", ""), family: other},
		"love godot":                     {needs: "--test", kind: Tests, family: other},
	}
}

func xcode(name string) Kind {
	switch name {
	case "test", "test-without-building":
		return Tests
	case "build", "build-for-testing", "analyze", "archive":
		return Build
	}
	return ""
}
