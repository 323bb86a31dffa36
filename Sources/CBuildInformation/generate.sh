#!/bin/sh
# Writes include/BuildCommit.h, from which `relctl --version` knows its commit. Run it before a release build.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
header="$here/include/BuildCommit.h"
if commit=$(git -C "$here" rev-parse --verify 'HEAD^{commit}' 2>/dev/null); then
    date=$(TZ=UTC git -C "$here" show -s --format=%cd --date=format-local:%Y-%m-%d HEAD)
else
    rm -f -- "$header"
    echo "generate.sh: not a git checkout; relctl will say \`commit unknown\`" >&2
    exit 0
fi
fresh=$(printf '#define RELCTL_BUILD_COMMIT "%s"\n#define RELCTL_BUILD_COMMIT_DATE "%s"\n' "$commit" "$date")
# An unchanged header keeps its time stamp, so that nothing is compiled again for nothing.
[ -f "$header" ] && [ "$(cat "$header")" = "$fresh" ] && exit 0
printf '%s\n' "$fresh" > "$header.tmp"
mv -- "$header.tmp" "$header"
# A build that found no header does not look for one again unless the source that asks for it is newer.
touch -- "$here/build_information.c"
