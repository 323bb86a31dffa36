#!/bin/sh
# Builds relctl as it is released: optimised, knowing its commit, and with Swift's own libraries in it, so that it runs
# where there is no Swift; with its manual page and completions. A crash names functions; lines of the sources, which make
# half of the program, are left out.
#
# usage: .github/build.sh SCRATCH [PRODUCT]     makes SCRATCH/release/PRODUCT (default: relctl), and .build-share
set -eu

scratch=$1
product=${2:-relctl}
cd "$(dirname -- "$0")/.."
sh Sources/CBuildInformation/generate.sh
case $(uname) in
Linux) set -- --static-swift-stdlib ;;
# The system has them.
*) set -- ;;
esac
swift build -c release -debug-info-format none --product "$product" --scratch-path "$scratch" "$@" &
build=$!
# Whoever ends this script means the build.
trap 'kill "$build" 2>/dev/null || :; exit 143' TERM INT HUP
wait "$build"
trap - TERM INT HUP

[ "$product" = relctl ] || exit 0
# say FOLDER FILE ARGUMENT…: keeps what relctl prints in a file.
say() {
    mkdir -p ".build-share/$1"
    file=".build-share/$1/$2"
    shift 2
    "$scratch/release/relctl" "$@" >"$file"
}
say man/man1 relctl.1 man
say bash-completion/completions relctl completions bash
say zsh/site-functions _relctl completions zsh
say fish/vendor_completions.d relctl.fish completions fish
