#!/usr/bin/env bash
# Writes the bills of materials. out/sbom.json lists the Go modules in bin/plotline, read from the program
# itself. out/sbom-pages.json lists the npm packages in the embedded pages. Then it checks that both are
# complete.
#
#   testing/sbom/sbom.sh      run by `make sbom` and `make check`
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p out
log=out/sbom.log
version=$(bin/plotline version)
# -licenses warns about the two that are not in the module cache: Plotline itself and the standard library.
bin/cyclonedx-gomod bin -json -std -licenses -assert-licenses -noserial -notimestamp \
  -version "${version#plotline }" -output out/sbom.json bin/plotline >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
(cd web && npm sbom --sbom-format cyclonedx --package-lock-only --omit dev) >out/sbom-pages.json 2>>"$log" || { cat "$log" >&2; exit 1; }
go run ./testing/sbom -binary bin/plotline -modules out/sbom.json -lock web/package-lock.json -pages out/sbom-pages.json
