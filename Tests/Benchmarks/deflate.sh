#!/bin/sh
# How much processor time relctl's DEFLATE encoder takes, and how small its output is, beside zlib at the same level on
# the same bytes; both on one thread, without reading or writing files.
#
# usage: Tests/Benchmarks/deflate.sh [--rounds N] [--corpus FOLDER] [--work FOLDER] [FIGURE…]
#   --rounds N        so many rounds of each side (default: 5)
#   --corpus FOLDER   compress this corpus (default: RELCTL_CORPUS, else one made by corpus.py)
#   --work FOLDER     keep what is made there and use it again (default: a folder of its own, which is removed)
#   FIGURE…           these figures alone; --help lists them
#
# Builds the encoder for release unless DEFLATE_BENCHMARK names its program. The sides take turns; medians are compared.
# Both sides' output is inflated, and nothing is compared unless it gives the same bytes. Fails where a bound is not
# kept. Wants 3 GB free in TMPDIR, which must not be in memory.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${DEFLATE_BENCHMARK:-}" ] || DEFLATE_BENCHMARK=$(release_build DeflateBenchmark)

exec python3 "$here/deflate.py" --program "$DEFLATE_BENCHMARK" "$@"
