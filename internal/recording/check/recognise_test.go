package check_test

import (
	"strings"
	"testing"

	"plotline/internal/recording/check"
)

// TestOf checks which commands are checks, over the tools of many languages.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, group := range []struct {
		kind     check.Kind // "" for no check
		commands string     // one a line; after => stands the name, if it is another
	}{
		{check.Tests, `
			go test ./...
			cd shop && go test ./cart => go test ./cart
			CGO_ENABLED=0 go test -race ./... => go test -race ./...
			env FOO=bar time go test ./... 2>&1 | tail -20 => go test ./...
			timeout 60 go test ./... => go test ./...
			timeout -k 5 60s nice -n 19 go test ./a => go test ./a
			(cd shop; go test ./...) => go test ./...
			if go test ./...; then echo ok; fi => go test ./...
			for i in 1 2 3; do go test ./cart; done => go test ./cart
			/usr/local/go/bin/go test ./... => go test ./...
			go -C shop test ./... => go -C shop test ./...
			bash -lc 'cd shop && go test ./...' => go test ./...
			sh -c "go test ./..." => go test ./...
			go test -run 'TestA|TestB' ./... => go test -run …
			gotestsum ./...
			pytest -q
			python -m pytest tests/test_cart.py
			python3 -m unittest discover
			python3.12 -X dev -m pytest => python3.12 -X dev -m pytest
			uv run pytest
			uv run --extra dev -- pytest -x => uv run --extra dev -- pytest -x
			poetry run pytest
			.venv/bin/pytest
			coverage run -m pytest
			tox
			tox -e py312
			nox -s tests
			python manage.py test shop
			python run_tests.py
			python tests/test_cart.py
			sh run_tests.sh
			./test.sh
			bash scripts/ci.sh
			.ci/run
			tests/run.sh
			npm test
			npm t
			npm run test:unit
			npm --prefix web test
			npm run test -- --coverage
			pnpm -r test
			pnpm --filter shop test
			yarn test
			yarn workspace shop test
			yarn jest cart
			bun test
			bun run test
			npx jest cart
			npx --yes vitest run
			npx playwright test
			node_modules/.bin/jest
			./node_modules/.bin/jest --ci => jest --ci
			node node_modules/.bin/mocha
			node --test
			node --test test/cart.js
			node test/run.js
			deno test
			deno task test
			vitest run
			nx test shop
			nx run shop:test
			nx run-many -t test
			nx affected --target=test
			turbo run test
			ng test
			cypress run
			cargo test
			cargo +nightly test --workspace
			cargo nextest run
			cargo t
			cargo xtask test
			mvn test
			mvn -q -pl cart verify
			./mvnw test
			mvn clean verify
			gradle test
			./gradlew :cart:test
			./gradlew clean check
			./gradlew connectedAndroidTest
			sbt test
			sbt "testOnly CartSpec" => sbt …
			lein test
			clojure -M:test
			dotnet test
			rspec
			bundle exec rspec spec/cart_spec.rb
			bin/rails test
			rails test
			rake test
			ruby -Itest test/cart_test.rb
			vendor/bin/phpunit
			php vendor/bin/phpunit
			php artisan test
			composer test
			./vendor/bin/pest
			mix test
			rebar3 eunit
			gleam test
			swift test
			xcodebuild test -scheme Shop
			flutter test
			dart test
			stack test
			cabal test
			dune runtest
			zig build test => zig build test
			crystal spec
			elm-test
			prove -r t
			busted
			bats test
			make test
			make check
			make -C shop test
			make -j8 PACKAGES=./graph/... test => make -j8 PACKAGES=./graph/... test
			make clean test
			just test
			task test
			ctest --output-on-failure
			bazel test //...
			meson test -C build
			forge test
			docker compose exec app pytest
			docker compose run --rm app npm test
			docker exec -it app go test ./...
			sudo -E go test ./... => go test ./...
			git pull && npm test => npm test
			nix flake check
			ENV=ci xvfb-run -a npm test => npm test`},
		{check.Build, `
			go build ./...
			cargo build --release
			npm run build
			pnpm build
			tsup
			make
			make all
			make -j4
			cmake --build build
			ninja -C out
			mvn package
			./gradlew assembleDebug
			dotnet build
			gcc -o cart cart.c
			mix compile
			swift build
			docker build -t shop .
			next build
			npx webpack
			zig build
			dune build
			bazel build //...
			python -m py_compile cart.py`},
		{check.Types, `
			tsc --noEmit
			npx tsc -p .
			npm run typecheck
			npm run check:types
			yarn type-check
			vue-tsc --noEmit
			mypy shop
			uv run pyright
			cargo check
			svelte-check
			phpstan analyse src
			flutter analyze
			bundle exec srb tc`},
		{check.Lint, `
			go vet ./...
			golangci-lint run
			npm run lint
			npx eslint .
			ruff check .
			ruff format --check .
			black --check .
			cargo clippy
			cargo fmt --check
			pre-commit run --all-files
			prettier --check .
			biome ci
			rubocop
			mix format --check-formatted
			shellcheck run.sh
			bash -n run.sh
			php -l cart.php
			make lint
			npm run format:check
			swiftlint`},
		{"", `
			pip install pytest
			pip3 install -U pytest mypy
			npm install --save-dev jest
			npm ci
			npm i -D vitest
			pnpm add -D jest
			yarn add jest
			bun add vitest
			uv pip install pytest
			uv add --dev ruff
			poetry add pytest
			cargo install cargo-nextest
			cargo add tokio
			go install gotest.tools/gotestsum@latest
			go get ./...
			go run ./cmd/test
			go mod tidy
			which ruff
			command -v pytest
			type pytest
			grep -rn pytest .
			grep -rn "go test" Makefile
			rg 'npm test'
			echo go test ./...
			cat test.sh
			vim tests/test_cart.py
			ls tests
			make deploy
			make clean
			make run
			npm start
			npm run dev
			npm run test:watch
			npm run deploy:test
			docker compose up
			docker run --rm test
			git commit -m "go test ./... passes"
			git add tests
			git checkout test
			cat > run.sh <<'EOF'
			touch test
			mkdir -p test
			apt-get install -y golang-go
			brew install pytest
			man pytest
			pytest --version
			go help test
			cargo --help test
			jest --listTests
			pytest --collect-only
			tsc --watch
			mvn -version
			make -n test
			gh run view test
			xargs
			find . -name test
			curl https://example.com/test
			ssh host go test ./...
			ruff format .
			cargo fmt
			black .
			prettier --write .
			python cart.py
			node server.js
			python -c "import pytest"
			gem install rspec
			go env
			./deploy-test.sh
			export TEST=1
			# go test ./...
			nx graph`},
	} {
		for line := range strings.Lines(strings.TrimSpace(group.commands)) {
			command, name, named := strings.Cut(strings.TrimSpace(line), " => ")
			got, is := check.Of(command, nil)
			if got.Kind != group.kind || is != (group.kind != "") {
				t.Errorf("%s: a check of %q, want %q", command, got.Kind, group.kind)
			}
			if named && got.Name != name || !named && is && got.Name != command {
				t.Errorf("%s: is named %q", command, got.Name)
			}
		}
	}
}

// TestOfMore checks commands that a project names, and ones with more than a line.
func TestOfMore(t *testing.T) {
	t.Parallel()
	more := []string{"./verify-all", "bin/ok"}
	for _, c := range []struct {
		command, name string
	}{
		{"./verify-all --fast", "./verify-all --fast"},
		{"cd x && bin/ok", "bin/ok"},
		{"bin/okay", ""},
		{"echo bin/ok", ""},
		{"cat > run.sh <<'EOF'\ngo test ./...\nEOF\nchmod +x run.sh", ""},
		{"cat > run.sh <<'EOF'\nls\nEOF\ngo test ./...", "go test ./..."},
		{"golangci-lint run &&\n  go test ./...", "go test ./..."},
		{"go build ./... # go test ./...", "go build ./..."},
		{"go \\\n  test ./...", "go test ./..."},
		{`echo "$(go test ./...)"`, ""},
		{"diff <(go test ./a) b", ""},
		{`X="go test" ls`, ""},
	} {
		got, is := check.Of(c.command, more)
		if got.Name != c.name || is != (c.name != "") {
			t.Errorf("%q: %+v, want %q", c.command, got, c.name)
		}
	}
}

// FuzzOf checks that no argument is taken for a program, and that nothing panics.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{"pytest", "go test ./...", "npm test", "'", "$(", "<<EOF", "-m pytest", "`x", "a=b jest", "sh -c 'sh -c \"make\"'", "\\", "{ make; }"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		for _, program := range []string{"", "echo ", "pip install ", "grep -rn ", "npm install ", "which "} {
			command := program + arguments
			got, is := check.Of(command, nil)
			if is && program != "" && !strings.ContainsAny(arguments, "\n;|&()`$") {
				t.Errorf("%q: %+v", command, got)
			}
			if len([]rune(got.Name)) > 80 {
				t.Errorf("%q: a long name %q", command, got.Name)
			}
			one := 1
			check.Runs(command, &one, arguments, nil)
			check.Reverts(command)
			check.Writes(command)
			check.Reads(command)
			first, tail := check.Shape(command, nil, arguments)
			if len([]rune(first)) > 160 || len([]rune(tail)) > 1000 {
				t.Errorf("%q: kept %d and %d characters", command, len([]rune(first)), len([]rune(tail)))
			}
		}
	})
}
