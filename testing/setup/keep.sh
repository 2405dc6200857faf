#!/usr/bin/env bash
# Builds a program into a folder. A program that is the same as before keeps its modification time, so that Go's test cache stays
# valid.
#
#   testing/setup/keep.sh FOLDER NAME COMMAND…     -o and the package, ./cmd/NAME without "-race", are added to the command
set -euo pipefail
folder=$1 name=$2
shift 2
mkdir -p "$folder"
"$@" -o "$folder/new" "./cmd/${name%-race}"
if cmp -s "$folder/new" "$folder/$name"; then
  rm "$folder/new"
else
  mv "$folder/new" "$folder/$name"
fi
