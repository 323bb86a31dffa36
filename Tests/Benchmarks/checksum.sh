#!/bin/sh
# How long `relctl checksum` takes for a file of 1 GiB, beside sha256sum and openssl.
#
# usage: Tests/Benchmarks/checksum.sh [--rounds N] [--work FOLDER] [FIGURE…]
#   --rounds N      so many rounds of each side (default: 5)
#   --work FOLDER   keep what is made there and use it again (default: a folder of its own, which is removed)
#   FIGURE…         these figures alone; --help lists them
#
# Builds relctl for release unless RELCTL names one. The sides take turns; medians are compared, unless the checksums
# differ. Fails where a bound is not kept. Wants 1 GiB free in TMPDIR, which must not be in memory.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)
programs sha256sum:coreutils openssl:openssl

exec python3 "$here/checksum.py" --relctl "$RELCTL" "$@"
