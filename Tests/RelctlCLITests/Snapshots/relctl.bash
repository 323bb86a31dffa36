# bash completion of relctl, printed by `relctl completions bash`.

# The options that may stand after this subcommand.
_relctl_options() {
    case $1 in
    '') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'init') echo '-n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'check') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'validate') echo '--all-tags --signed --remote -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'bump') echo '--preid --commit --tag --sign --offline -n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'hooks') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'matrix') echo '--format --github-output --target -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'ci') echo '-o --output --snapshot --check -n --dry-run --dotenv --workspace -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'plan') echo '--target --snapshot --engine -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'build') echo '--target --snapshot -j --jobs -k --keep-going -n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'package') echo '--target --snapshot -j --jobs --threads --no-cache --engine --compare-with -n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'chart') echo '--snapshot --threads --engine --url --merge --repository --replace --plain-http -n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'merge') echo '-n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'checksum') echo '--target --snapshot --check -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'notes') echo '--target --snapshot -n --dry-run --unreleased --all --from --to --paths -o --output --format --body -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'changelog') echo '--all -n --dry-run --check --replace --file -o --output -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'nix') echo '-n --dry-run --check -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'distribute') echo '-n --dry-run --check -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'publish') echo '--target --snapshot --replace --allow-missing --check -n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'release') echo '--target --snapshot -n --dry-run --create-tag --skip --replace --allow-missing --abandon -k --keep-going -j --jobs --threads --no-cache --engine --compare-with -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'yank') echo '--reason -n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'image') echo '--image --platform --load-tar --snapshot --push --replace --plain-http -n --dry-run --threads --no-cache --compare-with -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'workspace') echo '--format --output --set --include-unchanged -y --yes --take-over --watch -n --dry-run -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'plugins') echo '--settings --yes -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'verify') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'sizes') echo '--compare-with -C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'version') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'help') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'completions') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'man') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    'schema') echo '-C --directory --config --json -q --quiet -v --verbose --color --answer-timeout -h --help --version' ;;
    esac
}

# What to offer as value of an option of this subcommand; fails if it takes none.
_relctl_value() {
    case $1,$2 in
    validate,--remote) echo 'none' ;;
    bump,--preid) echo 'none' ;;
    matrix,--format) echo 'words text json github' ;;
    matrix,--github-output) echo 'none' ;;
    matrix,--target) echo 'target' ;;
    ci,-o | ci,--output) echo 'file' ;;
    ci,--dotenv) echo 'file' ;;
    plan,--target) echo 'target' ;;
    plan,--engine) echo 'words relctl zlib' ;;
    build,--target) echo 'target' ;;
    build,-j | build,--jobs) echo 'none' ;;
    package,--target) echo 'target' ;;
    package,-j | package,--jobs) echo 'none' ;;
    package,--threads) echo 'none' ;;
    package,--engine) echo 'words relctl zlib' ;;
    package,--compare-with) echo 'file' ;;
    chart,--threads) echo 'none' ;;
    chart,--engine) echo 'words relctl zlib' ;;
    chart,--url) echo 'none' ;;
    chart,--merge) echo 'file' ;;
    chart,--repository) echo 'none' ;;
    checksum,--target) echo 'target' ;;
    checksum,--check) echo 'file' ;;
    notes,--target) echo 'target' ;;
    notes,--from) echo 'tag' ;;
    notes,--to) echo 'tag' ;;
    notes,--paths) echo 'file' ;;
    notes,-o | notes,--output) echo 'file' ;;
    notes,--format) echo 'words markdown text json' ;;
    changelog,--file) echo 'file' ;;
    changelog,-o | changelog,--output) echo 'file' ;;
    publish,--target) echo 'target' ;;
    publish,--allow-missing) echo 'target' ;;
    release,--target) echo 'target' ;;
    release,--skip) echo 'words validate build images distribution checksum notes verify publish' ;;
    release,--allow-missing) echo 'target' ;;
    release,-j | release,--jobs) echo 'none' ;;
    release,--threads) echo 'none' ;;
    release,--engine) echo 'words relctl zlib' ;;
    release,--compare-with) echo 'file' ;;
    yank,--reason) echo 'none' ;;
    image,--image) echo 'none' ;;
    image,--platform) echo 'none' ;;
    image,--load-tar) echo 'file' ;;
    image,--threads) echo 'none' ;;
    image,--compare-with) echo 'file' ;;
    workspace,--format) echo 'words text json mermaid dot' ;;
    workspace,--output) echo 'file' ;;
    workspace,--set) echo 'none' ;;
    plugins,--settings) echo 'none' ;;
    sizes,--compare-with) echo 'file' ;;
    *,-C | *,--directory) echo 'folder' ;;
    *,--config) echo 'file' ;;
    *,--color) echo 'words auto always never' ;;
    *,--answer-timeout) echo 'none' ;;
    *) return 1 ;;
    esac
}

# What to offer as the subcommand's argument of this number.
_relctl_argument() {
    case $1,$2 in
    ,0) echo 'subcommand' ;;
    validate,0) echo 'tag' ;;
    bump,0) echo 'words major minor patch prerelease release auto' ;;
    hooks,0) echo 'words install uninstall run' ;;
    hooks,*) echo 'words pre-commit commit-msg pre-push' ;;
    matrix,0) echo 'tag' ;;
    ci,0) echo 'words github gitlab outputs summary' ;;
    ci,1) echo 'tag' ;;
    plan,0) echo 'tag' ;;
    build,0) echo 'tag' ;;
    package,0) echo 'tag' ;;
    chart,0) echo 'words package index push' ;;
    chart,1) echo 'tag' ;;
    merge,*) echo 'file' ;;
    checksum,*) echo 'file' ;;
    notes,0) echo 'tag' ;;
    changelog,0) echo 'tag' ;;
    nix,0) echo 'tag' ;;
    distribute,0) echo 'tag' ;;
    publish,0) echo 'tag' ;;
    release,0) echo 'tag' ;;
    yank,0) echo 'tag' ;;
    image,0) echo 'words build push copy inspect' ;;
    image,*) echo 'file' ;;
    workspace,0) echo 'words graph plan release apply resume status rollback' ;;
    workspace,1) echo 'file' ;;
    plugins,0) echo 'words list describe check' ;;
    plugins,1) echo 'none' ;;
    verify,*) echo 'file' ;;
    sizes,0) echo 'file' ;;
    help,0) echo 'subcommand' ;;
    completions,0) echo 'words bash zsh fish' ;;
    schema,0) echo 'words configuration workspace notes' ;;
    esac
}

_relctl_subcommands() {
    printf '%s\n' init check validate bump hooks matrix ci plan build package chart merge checksum notes changelog nix distribute publish release yank image workspace plugins verify sizes version help completions man schema
}

# Takes the lines that begin with the current word.
_relctl_reply() {
    local line
    while IFS= read -r line; do
        if [[ $line == "$current"* ]]; then COMPREPLY+=("$(printf '%q' "$line")"); fi
    done
}

_relctl_offer() {
    case $1 in
    file | folder)
        compopt -o filenames 2>/dev/null
        local line flag=-f
        if [[ $1 == folder ]]; then flag=-d; fi
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$flag" -- "$current")
        ;;
    tag)
        _relctl_reply < <(git ${folder:+-C "$folder"} tag --list --sort=-version:refname 2>/dev/null)
        ;;
    target)
        _relctl_reply < <("${COMP_WORDS[0]}" ${folder:+-C "$folder"} matrix --format github 2>/dev/null |
            grep -o '"target":"[^"]*"' | cut -d '"' -f 4)
        ;;
    subcommand) _relctl_reply < <(_relctl_subcommands) ;;
    words)
        shift
        _relctl_reply < <(printf '%s\n' "$@")
        ;;
    esac
}

_relctl() {
    local current=${COMP_WORDS[COMP_CWORD]} option='' command='' folder='' count=0 index=1 word
    COMPREPLY=()
    while ((index < COMP_CWORD)); do
        word=${COMP_WORDS[index]}
        index=$((index + 1))
        case $word in
        --)
            option=--
            break
            ;;
        -?*)
            if _relctl_value "$command" "$word" >/dev/null; then
                # bash makes three words of `--name=value`.
                if [[ ${COMP_WORDS[index]} == = ]] && ((index < COMP_CWORD)); then index=$((index + 1)); fi
                if ((index >= COMP_CWORD)); then
                    option=$word
                    if [[ $current == = ]]; then current=; fi
                    break
                fi
                case $word in -C | --directory) folder=${COMP_WORDS[index]} ;; esac
                index=$((index + 1))
            fi
            ;;
        *) if [[ -z $command ]]; then command=$word; else count=$((count + 1)); fi ;;
        esac
    done
    if [[ $option == -- ]]; then
        while ((index < COMP_CWORD)); do
            if [[ -z $command ]]; then command=${COMP_WORDS[index]}; else count=$((count + 1)); fi
            index=$((index + 1))
        done
    fi
    local offer
    if [[ -n $option && $option != -- ]]; then
        offer=$(_relctl_value "$command" "$option")
    elif [[ $current == -* && $option != -- ]]; then
        offer="words $(_relctl_options "$command")"
    else
        offer=$(_relctl_argument "$command" "$count")
    fi
    # The words of an offer are relctl's own, without blanks or patterns in them.
    # shellcheck disable=SC2086
    _relctl_offer $offer
}

complete -F _relctl relctl
