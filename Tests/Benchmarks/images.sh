#!/bin/sh
# How long relctl takes to build an image for two platforms, of 60 MB each, and to push it, beside umoci and skopeo.
#
# usage: Tests/Benchmarks/images.sh [--rounds N] [--work FOLDER] [FIGURE…]
#   --rounds N        so many rounds of each side (default: 5)
#   --work FOLDER     a folder for what is made, which is kept and used again
#
# Builds relctl for release unless RELCTL names one. Both sides put the same programs into images and push them to a
# docker-registry of their own on loopback, empty in each round. relctl has no layout the first time, and of a cache what
# packing the archives left there, or nothing. The sides take turns, and medians are compared.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)
programs docker-registry:docker-registry umoci:umoci skopeo:skopeo

exec python3 "$here/images.py" --relctl "$RELCTL" "$@"
