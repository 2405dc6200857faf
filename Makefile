# Plotline: `make help` explains each target.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: browser bench-short secrets help run ready build binary model sbom pages linux image up down demo-media demo-scenes test test-all test-bare programs check lint vet-ports newer tools deps docs bench bench-large bench-recall fuzz soak clean clean-data stop

GO       ?= go
REPO     ?= .
# The data folder that `make run` fills. In Neo4j, its workspaces are bakery and one named after the repository's folder.
DATA_DIR ?= $(CURDIR)/.plotline
# The same sources give the same bytes in any folder: no paths, times or cgo, and the commit as a text.
COMMIT   ?= $(shell git rev-parse --short=12 HEAD 2>/dev/null)
COMPILE   = CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags '-s -w -buildid= -X main.commit=$(COMMIT)'
# The hook starts with every prompt of an agent. Without assembler for cryptography, and without inlining where that costs no
# time, it has less than 3 MiB.
SMALL     = -tags=purego $(foreach package,runtime time fmt reflect encoding/json,-gcflags=$(package)=-l)
LINT      = ./bin/golangci-lint
LINT_VERSION = v2.15.0
DEADCODE  = golang.org/x/tools/cmd/deadcode@v0.38.0
# The Go modules of the repository: the product, and those whose dependencies the product shall not have.
MODULES   = . testing/browser testing/bench testing/secrets
# The systems that the program compiles for besides Linux. A run of `make check` takes one of them, by the day.
PORTS     = windows/amd64 darwin/arm64 windows/arm64 darwin/amd64
PORT     ?= $(word $(shell expr $$(date +%j) % 4 + 1),$(PORTS))
# Installs the missing dependencies of a target and adds them to PATH.
SETUP     = setup="$$(testing/setup/setup.sh $@)" && eval "$$setup"
# An alias of $(MAKE): `make -n` executes lines that contain $(MAKE) itself.
SUB       = $(MAKE) --silent
BENCH     = $(GO) -C testing/bench run . -binary "$(CURDIR)/bin/plotline"
# Prints a line for each step, with its duration.
STEP      = testing/setup/step.sh
# The shared Neo4j servers for tests, one for each version. They are found or started once.
NEO4J     = servers="$$($(GO) run ./testing/kit/neo4jtest/serve)" && eval "$$servers" && export PLOTLINE_REQUIRE_NEO4J=1
# The race detector checks Plotline's code, but not SQLite (translated from C) and esbuild. Those then compile
# faster, and tests use a database as fast as that of users. -w drops debugging data.
RACE      = -race -gcflags=modernc.org/...=-race=0 -gcflags=github.com/evanw/...=-race=0 -ldflags=-w
# The programs under test, built once for all packages.
PROGRAMS  = bin/test
KEEP      = testing/setup/keep.sh $(PROGRAMS)
# Docker Compose. It is built once if the docker command has none.
COMPOSE   = testing/compose/compose.sh
NODE_DIRS = graph/render/testdata/mermaid testing/agents/clients testing/e2e/clients testing/live/clients testing/browser/axe testing/browser/apphost web
# The web pages. They are embedded in the program if Node.js is available to build them.
PAGES     = web/dist/index.html
PAGES_FROM = $(shell find web/src web/index.html web/package-lock.json web/tsconfig.json web/vite.config.ts -type f)
NEW_NODE  = node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null
# The builtin embedding model that `make model` installs.
MODEL     = bin/bge-small-en-v1.5.model
# The number of episodes in the largest graph of `make bench-large`.
LARGE    ?= 1000000
# The folder for the shows of `make demo-media` and the project of `make demo-scenes`.
DEMO     ?= $(CURDIR)/.demo
# The duration of each test of `make soak`.
SOAK     ?= 10m

help: ## This list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## Show a small memory, and that of a git history (REPO=folder, default this one)
	@testing/setup/run.sh "$(DATA_DIR)" "$(REPO)" $(WORKSPACE)

build: ready pages ## Build bin/plotline and bin/plotline-hook
	@$(STEP) "Fetch the Go modules" $(GO) list -deps ./cmd/plotline
	@$(STEP) "Build bin/plotline" $(SUB) binary

ready:
	@testing/setup/setup.sh run

# Builds the programs, with the existing pages. testing/reproducible builds them twice.
binary:
	@mkdir -p bin
	@$(COMPILE) -o bin/plotline ./cmd/plotline
	@$(COMPILE) $(SMALL) -o bin/plotline-hook ./cmd/plotline-hook

model: ## Fetch the embedding model (25 MB, MIT) with Maven, and install it beside bin/plotline
	@$(SETUP) && $(SUB) build && $(STEP) "Fetch the model" testing/setup/model.sh && \
	PLOTLINE_MODEL="$(CURDIR)/$(MODEL)" ./bin/plotline model install "$$(testing/setup/model.sh --here)"

pages: ## Build the pages, where there is Node.js 20.19 or newer
	@if $(NEW_NODE); then $(MAKE) --silent --question $(PAGES) || $(STEP) "Build the pages" $(MAKE) --silent $(PAGES); \
	elif [ ! -e $(PAGES) ]; then echo "No Node.js 20.19 or newer is here: the program is built without its pages."; fi

$(PAGES): web/node_modules/.complete $(PAGES_FROM)
	@cd web && npm run --silent build && touch dist/index.html

demo-media: build ## Lay out a folder of shows with the names of real releases, and say what to do with it
	@$(GO) run ./testing/kit/demomedia/create -media "$(DEMO)/media" -data "$(DEMO)/data"

demo-scenes: build ## Create a project of five scenes, which needs no model, and say how to look at it
	@$(GO) run ./testing/kit/demoscenes/create -data "$(DEMO)/data"

# The program in the image is always for Linux; on a Mac, bin/plotline is not.
linux: pages
	@mkdir -p bin/linux/folders/data bin/linux/folders/media
	@chmod 700 bin/linux/folders/data
	@GOOS=linux $(COMPILE) -o bin/linux/plotline ./cmd/plotline

# testing/sbom/tool/go.mod and go.sum pin the tool's version and checksums.
bin/cyclonedx-gomod: testing/sbom/tool/go.mod testing/sbom/tool/go.sum
	@mkdir -p bin
	@$(GO) -C testing/sbom/tool build -trimpath -buildvcs=false -o "$(CURDIR)/bin/cyclonedx-gomod" github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod

sbom: build bin/cyclonedx-gomod web/node_modules/.complete ## List what the program is made of, as CycloneDX: out/sbom.json, out/sbom-pages.json
	@testing/sbom/sbom.sh

image: linux ## Build the Docker image plotline
	@docker build --tag plotline .

up: linux .env ## Start Plotline and a Neo4j with Docker Compose, and wait until they answer
	@$(COMPOSE) build --quiet
	@$(COMPOSE) run --rm --no-deps plotline token list >/dev/null 2>&1 || { \
		printf 'The first token; keep it, it is shown this once:\n\n' && \
		$(COMPOSE) run --rm --no-deps plotline token create me --role admin; }
	@$(COMPOSE) up --detach --wait
	@printf '\nPlotline answers on http://%s: REST under /api/v1, MCP at /mcp. docs/operations.md goes on.\n' "$$($(COMPOSE) port plotline 7333)"

# Docker Compose reads this file. Neo4j keeps the password as long as its volume exists.
.env:
	@umask 077 && printf 'NEO4J_PASSWORD=%s\n' "$${NEO4J_PASSWORD:-$$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}" >.env
	@echo "Wrote .env: a password for Neo4j."

down: ## Stop what `make up` started; what it holds stays
	@$(COMPOSE) down

# The packages to test, in Go's notation: make test PACKAGES=./graph/...
PACKAGES ?= ./...

test: ## Everything that a change can break, with the race detector, against a real Neo4j that is found or started
	@$(SETUP) && $(STEP) "Build the programs under test" $(SUB) programs && \
	servers="$$($(GO) run ./testing/kit/neo4jtest/serve lts)" && eval "$$servers" && \
	export PLOTLINE_REQUIRE_NEO4J=1 PLOTLINE_REQUIRE_TOOLS=1 PLOTLINE_TEST_PROGRAMS="$(CURDIR)/$(PROGRAMS)" && \
	$(GO) run ./testing/kit/tier/run first $(PACKAGES) $(RACE) -vet=off -p 3 -timeout 20m

test-all: ## What `make test` leaves out: the newer Neo4j, another order, long runs, browsers, Compose, other programs
	@$(SETUP) && $(STEP) "Install the clients from npm" $(SUB) deps && \
	$(STEP) "Build the programs under test" $(SUB) programs && \
	$(STEP) "Run graph/ and tools/ in another order, on the newer Neo4j" $(SUB) newer && \
	$(NEO4J) && export PLOTLINE_REQUIRE_TOOLS=1 PLOTLINE_TEST_PROGRAMS="$(CURDIR)/$(PROGRAMS)" && \
	$(GO) run ./testing/kit/tier/run full $(PACKAGES) $(RACE) -vet=off -p 1 -shuffle=on -timeout 60m && \
	if [ "$(PACKAGES)" = ./... ]; then $(STEP) "Test the pages in a browser" $(SUB) browser && \
		$(STEP) "Replace the secrets in the examples of Gitleaks" $(SUB) secrets && \
		$(STEP) "Run each section of the bench once" $(SUB) bench-short; fi

test-bare: ## Try `make run` and `make test` on a bare Debian 12, as root and as an ordinary user; takes root, and long
	@$(SETUP) && testing/bare/bare.sh $(PACKAGES)

# The tests of the pages belong to the second tier, all of them. Those of the bench test its own parts.
browser:
	@export PLOTLINE_TIER=full PLOTLINE_REQUIRE_TOOLS=1 PLOTLINE_TEST_PROGRAMS="$(CURDIR)/$(PROGRAMS)" && mkdir -p out && \
	{ $(GO) -C testing/browser test $(RACE) -vet=off -p 2 -shuffle=on -timeout 25m ./... >out/browser.log 2>&1 || { grep -vE '^(=== |ok )' out/browser.log | tail -n 100; exit 1; }; }

secrets:
	@mkdir -p out && { PLOTLINE_TIER=full $(GO) -C testing/secrets test -vet=off -v ./... >out/secrets.log 2>&1 || { tail -n 100 out/secrets.log; exit 1; }; }

bench-short: build
	@$(NEO4J) && mkdir -p out && { { $(GO) -C testing/bench test -vet=off ./... && \
	$(BENCH) -short; } >out/bench-short.log 2>&1 || { tail -n 60 out/bench-short.log; exit 1; }; }

programs: pages
	@$(KEEP) plotline env CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags '-s -w -buildid='
	@$(KEEP) plotline-hook env CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false $(SMALL) -ldflags '-s -w -buildid='
	@$(KEEP) plotline-race $(GO) build $(RACE) -buildvcs=false

soak: build ## Kill, crowd and wear out the program for longer than `make test` does (SOAK=10m of each)
	@$(NEO4J) && export PLOTLINE_REQUIRE_TOOLS=1 PLOTLINE_TIER=full PLOTLINE_SOAK=$(SOAK) && \
	$(GO) test $(RACE) -vet=off -count=1 -p 1 -v -timeout 0 -run 'Killed|Processes|Neo4jStops' ./testing/killed ./testing/history ./testing/outage | grep -vE '^=== '
	@$(BENCH) -only soak

# Only a build with an overlay runs the fixtures in testing/conformance.
check: ## Linters, dead code, generated files up to date, bills of materials
	@$(SETUP) && $(SUB) lint vet-ports sbom
	@for module in $(MODULES); do $(GO) -C $$module mod tidy -diff || exit 1; done
	@$(GO) run ./testing/docs -check
	@found="$$($(GO) run $(DEADCODE) -test ./...)" && ! grep -v '^testing/conformance/' <<<"$$found" || { echo "Delete what nothing runs."; exit 1; }

lint: $(LINT)
	@for module in $(MODULES); do (cd $$module && $(GO) vet ./... && "$(CURDIR)/$(LINT)" run ./...) || exit 1; done

vet-ports: ## Compile and vet for Windows or macOS: one target, another each day (PORT=windows/arm64; PORT=all)
	@for port in $(if $(filter all,$(PORT)),$(PORTS),$(PORT)); do \
	export GOOS="$${port%/*}" GOARCH="$${port#*/}" CGO_ENABLED=0 && \
	$(GO) build ./... && $(GO) vet ./... || { echo "It does not compile for $$port."; exit 1; }; done

# Tests graph/ and tools/ again, whole, without the race detector: in another order and on the newer Neo4j.
newer: deps
	@$(NEO4J) && export PLOTLINE_TEST_NEO4J_URI="$$PLOTLINE_TEST_NEO4J_NEXT_URI" PLOTLINE_TIER=full PLOTLINE_REQUIRE_TOOLS=1 && mkdir -p out && \
	{ $(GO) test -vet=off -shuffle=on -timeout 25m ./graph/... ./tools/... >out/newer.log 2>&1 || { tail -n 60 out/newer.log; exit 1; }; }

docs: build ## Write the generated parts of docs/ and README.md again
	@$(GO) run ./testing/docs

bench: build ## The figures: operation, store, size, p50, p95, ratio; JSON in out/bench.json
	@mkdir -p out
	@$(BENCH) -own-neo4j -json "$(CURDIR)/out/bench.json"

FUZZTIME ?= 30s

fuzz: ## Try made-up inputs on every fuzz target for a while each (FUZZTIME=30s)
	@$(GO) run ./testing/fuzz -time $(FUZZTIME)

bench-large: build ## Every operation of the graph to a million episodes (LARGE=100000: fewer), and at hubs
	@mkdir -p out
	@$(BENCH) -own-neo4j -only scale,degree -large $(LARGE) -json "$(CURDIR)/out/large.json"

bench-recall: ## What a recall finds, on both stores, of a project's history (DATA=history.jsonl.gz; JSON in out/recall.json) or of conversations (CONVERSATIONS=longmemeval_oracle.json)
	@test -n "$(DATA)$(CONVERSATIONS)" || { echo "make bench-recall DATA=FILE: a history as testing/bench/recall describes it; or CONVERSATIONS=FILE"; exit 1; }
	@mkdir -p out
	@$(NEO4J) && $(GO) -C testing/bench run ./recall -data "$(abspath $(DATA))" -conversations "$(abspath $(CONVERSATIONS))" -stores embedded,neo4j -json "$(CURDIR)/out/recall.json" \
		$(if $(wildcard $(MODEL)),-model "$(CURDIR)/$(MODEL)")

tools: $(LINT) bin/cyclonedx-gomod deps ## Build the linter and what lists modules, and fetch the Node packages that tests drive us with

$(LINT):
	@mkdir -p bin
	@GOBIN="$(CURDIR)/bin" $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)

deps: $(NODE_DIRS:%=%/node_modules/.complete)

# A separate marker file: npm leaves its lock file even if it is interrupted.
%/node_modules/.complete: %/package-lock.json
	@cd $* && npm ci --silent --no-audit --no-fund && touch node_modules/.complete

stop: ## End the Neo4j servers that tests started
	@$(GO) run ./testing/kit/neo4jtest/serve stop

clean: ## Remove what was built
	@rm -rf bin out web/dist/assets $(PAGES)

clean-data: ## Remove the data of `make run` and the demos, after a question
	@read -rp "Remove $(DATA_DIR) and $(DEMO), with all graphs, plans and scenes in them? [y/N] " answer && \
	if [ "$$answer" = y ]; then rm -rf "$(DATA_DIR)" "$(DEMO)"; else echo "Nothing was removed."; fi
