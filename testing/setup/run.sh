#!/usr/bin/env bash
# Shows what `make run` has built: the memory of an example, that of a git history, and how an agent gets one. Then it serves the
# memory page.
#
#   testing/setup/run.sh DATA_DIR REPO [WORKSPACE]     default: a workspace with the name of the repository's folder
#
# Neither graph mixes with the memory of your agents.
set -euo pipefail
data=$1 repo=$2 workspace=${3-}
setup=$(dirname "$0")

# workspace_of makes the name of a folder one of a workspace.
workspace_of() { # FOLDER
  basename "$(cd "$1" 2>/dev/null && pwd)" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9._-]+/-/g; s/^[^a-z0-9]+//' | cut -c1-64
}
plotline() { ./bin/plotline --data-dir "$data" "$@"; }

# No episode of the example has the words of the second question, which needs the embedding model.
question='Why did orders arrive twice?' hint=
if plotline model path >/dev/null 2>&1; then
  question='How do we prevent duplicate purchases?'
else
  hint='\nRecall goes by words and relationships here. With an embedding model it goes by meaning too: make model (needs Maven)\n'
fi
plotline --workspace bakery import example
printf '\nThis is the memory of a bakery that built an order page. A question to it:\n\n$ plotline recall --limit 3 "%s"\n' "$question"
plotline --workspace bakery recall --limit 3 "$question"
printf '%b' "$hint"

if git -C "$repo" rev-parse --quiet --verify HEAD >/dev/null 2>&1; then
  workspace=${workspace:-$(workspace_of "$repo")}
  workspace=${workspace:-run}
  began=$SECONDS
  echo
  plotline --workspace "$workspace" import git --follow "$repo"
  printf 'Import the history … %d s\n\nIts newest part; more in the workspace %s:\n\n' $((SECONDS - began)) "$workspace"
  plotline --workspace "$workspace" graph --max-nodes 12 --format tree
else
  printf '\nThere is no git history in %s.\n' "$repo"
fi

printf '\nFor your agent, paste this into the configuration of its MCP client. It gets a memory of its own for each repository,\nnot this one:\n\n'
./bin/plotline mcp --print-config --workspace auto
printf '\nbin/plotline rules prints what to tell it. To remove the data of this run: make clean-data\n'
exec "$setup/page.sh" ./bin/plotline --data-dir "${data#"$PWD"/}" --workspace bakery serve
