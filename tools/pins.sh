#!/bin/sh
# Writes constraints.txt anew: everything that the project, its lab and its development need, at the newest versions.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder"
"$folder/bin/python" -m pip --disable-pip-version-check --quiet install --only-binary :all: hatchling babel editables '.[cluster,lab,postgres,dev]'
{
  sed -n '1p' constraints.txt
  "$folder/bin/python" -m pip --disable-pip-version-check freeze --all | grep -vE '^(sleuth|pip|setuptools)=='
} > "$folder/constraints.txt"
cp "$folder/constraints.txt" constraints.txt
