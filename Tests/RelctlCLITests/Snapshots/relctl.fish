# fish completion of relctl, printed by `relctl completions fish`.

# Whether an option of this subcommand takes the next word as its value.
function __relctl_takes_value
    switch "$argv[1],$argv[2]"
        case ',-C' ',--directory' ',--config' ',--color' ',--answer-timeout' \
             'init,-C' 'init,--directory' 'init,--config' 'init,--color' 'init,--answer-timeout' \
             'check,-C' 'check,--directory' 'check,--config' 'check,--color' 'check,--answer-timeout' \
             'validate,--remote' 'validate,-C' 'validate,--directory' 'validate,--config' 'validate,--color' 'validate,--answer-timeout' \
             'bump,--preid' 'bump,-C' 'bump,--directory' 'bump,--config' 'bump,--color' 'bump,--answer-timeout' \
             'hooks,-C' 'hooks,--directory' 'hooks,--config' 'hooks,--color' 'hooks,--answer-timeout' \
             'matrix,--format' 'matrix,--github-output' 'matrix,--target' 'matrix,-C' 'matrix,--directory' 'matrix,--config' 'matrix,--color' 'matrix,--answer-timeout' \
             'ci,-o' 'ci,--output' 'ci,--dotenv' 'ci,-C' 'ci,--directory' 'ci,--config' 'ci,--color' 'ci,--answer-timeout' \
             'plan,--target' 'plan,--engine' 'plan,-C' 'plan,--directory' 'plan,--config' 'plan,--color' 'plan,--answer-timeout' \
             'build,--target' 'build,-j' 'build,--jobs' 'build,-C' 'build,--directory' 'build,--config' 'build,--color' 'build,--answer-timeout' \
             'package,--target' 'package,-j' 'package,--jobs' 'package,--threads' 'package,--engine' 'package,--compare-with' 'package,-C' 'package,--directory' 'package,--config' 'package,--color' 'package,--answer-timeout' \
             'chart,--threads' 'chart,--engine' 'chart,--url' 'chart,--merge' 'chart,--repository' 'chart,-C' 'chart,--directory' 'chart,--config' 'chart,--color' 'chart,--answer-timeout' \
             'merge,-C' 'merge,--directory' 'merge,--config' 'merge,--color' 'merge,--answer-timeout' \
             'checksum,--target' 'checksum,--check' 'checksum,-C' 'checksum,--directory' 'checksum,--config' 'checksum,--color' 'checksum,--answer-timeout' \
             'notes,--target' 'notes,--from' 'notes,--to' 'notes,--paths' 'notes,-o' 'notes,--output' 'notes,--format' 'notes,-C' 'notes,--directory' 'notes,--config' 'notes,--color' 'notes,--answer-timeout' \
             'changelog,--file' 'changelog,-o' 'changelog,--output' 'changelog,-C' 'changelog,--directory' 'changelog,--config' 'changelog,--color' 'changelog,--answer-timeout' \
             'nix,-C' 'nix,--directory' 'nix,--config' 'nix,--color' 'nix,--answer-timeout' \
             'distribute,-C' 'distribute,--directory' 'distribute,--config' 'distribute,--color' 'distribute,--answer-timeout' \
             'publish,--target' 'publish,--allow-missing' 'publish,-C' 'publish,--directory' 'publish,--config' 'publish,--color' 'publish,--answer-timeout' \
             'release,--target' 'release,--skip' 'release,--allow-missing' 'release,-j' 'release,--jobs' 'release,--threads' 'release,--engine' 'release,--compare-with' 'release,-C' 'release,--directory' 'release,--config' 'release,--color' 'release,--answer-timeout' \
             'yank,--reason' 'yank,-C' 'yank,--directory' 'yank,--config' 'yank,--color' 'yank,--answer-timeout' \
             'image,--image' 'image,--platform' 'image,--load-tar' 'image,--threads' 'image,--compare-with' 'image,-C' 'image,--directory' 'image,--config' 'image,--color' 'image,--answer-timeout' \
             'workspace,--format' 'workspace,--output' 'workspace,--set' 'workspace,-C' 'workspace,--directory' 'workspace,--config' 'workspace,--color' 'workspace,--answer-timeout' \
             'plugins,--settings' 'plugins,-C' 'plugins,--directory' 'plugins,--config' 'plugins,--color' 'plugins,--answer-timeout' \
             'verify,-C' 'verify,--directory' 'verify,--config' 'verify,--color' 'verify,--answer-timeout' \
             'sizes,--compare-with' 'sizes,-C' 'sizes,--directory' 'sizes,--config' 'sizes,--color' 'sizes,--answer-timeout' \
             'version,-C' 'version,--directory' 'version,--config' 'version,--color' 'version,--answer-timeout' \
             'help,-C' 'help,--directory' 'help,--config' 'help,--color' 'help,--answer-timeout' \
             'completions,-C' 'completions,--directory' 'completions,--config' 'completions,--color' 'completions,--answer-timeout' \
             'man,-C' 'man,--directory' 'man,--config' 'man,--color' 'man,--answer-timeout' \
             'schema,-C' 'schema,--directory' 'schema,--config' 'schema,--color' 'schema,--answer-timeout'
            return 0
    end
    return 1
end

# Whether the cursor is after this subcommand (none: an empty word) and, if given, so many of its arguments (with
# `more`, or more).
function __relctl_at
    set -l words (commandline -opc)
    set -l command ''
    set -l count 0
    set -l skip 1
    set -l over 0
    for word in $words
        if test $skip = 1
            set skip 0
        else if test $over = 0; and test "$word" = --
            set over 1
        else if test $over = 0; and string match -q -- '-?*' "$word"
            __relctl_takes_value "$command" "$word"; and set skip 1
        else if test -z "$command"
            set command "$word"
        else
            set count (math $count + 1)
        end
    end
    test "$command" = "$argv[1]"; or return 1
    switch (count $argv)
        case 1
            return 0
        case 2
            test $count -eq $argv[2]
        case '*'
            test $count -ge $argv[2]
    end
end

# The folder that -C names, if it is given.
function __relctl_folder
    set -l words (commandline -opc)
    set -l index (contains -i -- -C $words; or contains -i -- --directory $words)
    if test -n "$index"; and test (count $words) -gt $index
        printf '%s\n' -C $words[(math $index + 1)]
    end
end

function __relctl_tags
    command git (__relctl_folder) tag --list --sort=-version:refname 2>/dev/null
end

function __relctl_targets
    command relctl (__relctl_folder) matrix --format github 2>/dev/null | string match -ar '(?<="target":")[^"]*'
end

complete -c relctl -f
complete -c relctl -n '__relctl_at "" 0' -a init -d 'Write a commented relctl.json for the project that is found'
complete -c relctl -n '__relctl_at "" 0' -a check -d 'Check the configuration, and the tools and permissions that a release needs'
complete -c relctl -n '__relctl_at "" 0' -a validate -d 'Check that a tag tells the truth: manifests, commit, tree and branch'
complete -c relctl -n '__relctl_at "" 0' -a bump -d 'Change the version in every manifest, and commit and tag it if wanted'
complete -c relctl -n '__relctl_at "" 0' -a hooks -d 'Install git hooks that keep versions and tags true, or take them away'
complete -c relctl -n '__relctl_at "" 0' -a matrix -d 'Print the platform matrix'
complete -c relctl -n '__relctl_at "" 0' -a ci -d 'Write the workflow by which continuous integration makes releases'
complete -c relctl -n '__relctl_at "" 0' -a plan -d 'Print everything that a release would do'
complete -c relctl -n '__relctl_at "" 0' -a build -d 'Build the binaries of every target into dist/build/'
complete -c relctl -n '__relctl_at "" 0' -a package -d 'Pack the archives, their checksums and manifest.json into dist/'
complete -c relctl -n '__relctl_at "" 0' -a chart -d 'Pack Helm charts, index a folder of them, and push them to registries'
complete -c relctl -n '__relctl_at "" 0' -a merge -d 'Join the dist/ folders of several machines into one release'
complete -c relctl -n '__relctl_at "" 0' -a checksum -d 'Write SHA256SUMS for dist/, print checksums of files, or check a list of them'
complete -c relctl -n '__relctl_at "" 0' -a notes -d 'Write the release notes, dist/NOTES.md, or print those of other releases'
complete -c relctl -n '__relctl_at "" 0' -a changelog -d 'Put the section of a release into CHANGELOG.md'
complete -c relctl -n '__relctl_at "" 0' -a nix -d 'Write the release\'s flake and its package for nixpkgs, dist/nix, and the flake that ships'
complete -c relctl -n '__relctl_at "" 0' -a distribute -d 'Write what package managers take the release by, dist/distribution'
complete -c relctl -n '__relctl_at "" 0' -a publish -d 'Publish what dist/ holds to every configured place'
complete -c relctl -n '__relctl_at "" 0' -a release -d 'Make a release: check, build, pack, checksum, notes, verify, publish'
complete -c relctl -n '__relctl_at "" 0' -a yank -d 'Mark a published release as one not to use'
complete -c relctl -n '__relctl_at "" 0' -a image -d 'Make, push, copy and look at container images, without a daemon'
complete -c relctl -n '__relctl_at "" 0' -a workspace -d 'Release several repositories together, in the order in which they need one another'
complete -c relctl -n '__relctl_at "" 0' -a plugins -d 'Print the connectors that there are: built in, linked, programs, libraries'
complete -c relctl -n '__relctl_at "" 0' -a verify -d 'Read a release again and prove its manifest'
complete -c relctl -n '__relctl_at "" 0' -a sizes -d 'Print what a release consists of, largest first'
complete -c relctl -n '__relctl_at "" 0' -a version -d 'Print the version, commit and date of this relctl'
complete -c relctl -n '__relctl_at "" 0' -a help -d 'Explain relctl or one of its subcommands'
complete -c relctl -n '__relctl_at "" 0' -a completions -d 'Print a script that completes relctl\'s command line in a shell'
complete -c relctl -n '__relctl_at "" 0' -a man -d 'Print the manual page'
complete -c relctl -n '__relctl_at "" 0' -a schema -d 'Print the JSON Schema of relctl.json, of a workspace, or of notes as JSON'
complete -c relctl -s C -l directory -x -a '(__fish_complete_directories)' -d 'Work in this folder'
complete -c relctl -l config -r -F -d 'Read this configuration (default: relctl.json, .relctl.json)'
complete -c relctl -l json -d 'Print the result as one JSON document, and each error as one JSON object'
complete -c relctl -s q -l quiet -d 'Print results, warnings and errors only'
complete -c relctl -s v -l verbose -d 'Print details'
complete -c relctl -l color -x -a 'auto always never' -d 'When to use colours (default: auto)'
complete -c relctl -l answer-timeout -x -d 'Wait at most this long for a server\'s answer, transfers of files excepted (default: 2m)'
complete -c relctl -s h -l help -d 'Print help and stop'
complete -c relctl -l version -d 'Print the version and stop'
complete -c relctl -n '__relctl_at init' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at validate' -l all-tags -d 'Hold every release tag against its own tree'
complete -c relctl -n '__relctl_at validate' -l signed -d 'Want a signature that git accepts'
complete -c relctl -n '__relctl_at validate' -l remote -x -d 'Want the same tag at this remote, such as `origin`'
complete -c relctl -n '__relctl_at validate 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at bump' -l preid -x -d 'Make a pre-release called ID, such as `rc`'
complete -c relctl -n '__relctl_at bump' -l commit -d 'Commit the changed files, and nothing else'
complete -c relctl -n '__relctl_at bump' -l tag -d 'Tag the commit, annotated'
complete -c relctl -n '__relctl_at bump' -l sign -d 'Sign commit and tag with the key that git is configured to use'
complete -c relctl -n '__relctl_at bump' -l offline -d 'Do not ask the remote for its branch and tags before committing or tagging'
complete -c relctl -n '__relctl_at bump' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at bump 0' -x -a 'major minor patch prerelease release auto'
complete -c relctl -n '__relctl_at hooks 0' -x -a 'install uninstall run'
complete -c relctl -n '__relctl_at hooks 1 more' -x -a 'pre-commit commit-msg pre-push'
complete -c relctl -n '__relctl_at matrix' -l format -x -a 'text json github' -d 'What is printed (default: text)'
complete -c relctl -n '__relctl_at matrix' -l github-output -x -d 'Append NAME=MATRIX to the file that $GITHUB_OUTPUT names'
complete -c relctl -n '__relctl_at matrix' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at matrix 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at ci' -s o -l output -r -F -d 'Write the workflow there; `-` is standard output'
complete -c relctl -n '__relctl_at ci' -l snapshot -d 'With outputs: a trial that no tag stands for'
complete -c relctl -n '__relctl_at ci' -l check -d 'Change nothing, and exit with 2 and a diff if something would change'
complete -c relctl -n '__relctl_at ci' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at ci' -l dotenv -r -F -d 'With outputs: write a report of variables for GitLab there'
complete -c relctl -n '__relctl_at ci' -l workspace -d 'With github: the workflow that releases the workspace\'s repositories'
complete -c relctl -n '__relctl_at ci 0' -x -a 'github gitlab outputs summary'
complete -c relctl -n '__relctl_at ci 1' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at plan' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at plan' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at plan' -l engine -x -a 'relctl zlib' -d 'What compresses tar.gz and zip (default: relctl)'
complete -c relctl -n '__relctl_at plan 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at build' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at build' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at build' -s j -l jobs -x -d 'Do at most N things at once (default: one per core)'
complete -c relctl -n '__relctl_at build' -s k -l keep-going -d 'Let the other targets finish when one fails'
complete -c relctl -n '__relctl_at build' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at build 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at package' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at package' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at package' -s j -l jobs -x -d 'Do at most N things at once (default: one per core)'
complete -c relctl -n '__relctl_at package' -l threads -x -d 'Compress on at most N threads (default: one per core)'
complete -c relctl -n '__relctl_at package' -l no-cache -d 'Neither use nor keep what was compressed for other releases'
complete -c relctl -n '__relctl_at package' -l engine -x -a 'relctl zlib' -d 'What compresses tar.gz and zip (default: relctl)'
complete -c relctl -n '__relctl_at package' -l compare-with -r -F -d 'Compare sizes with an earlier release\'s manifest.json'
complete -c relctl -n '__relctl_at package' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at package 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at chart' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at chart' -l threads -x -d 'Compress on at most N threads (default: one per core)'
complete -c relctl -n '__relctl_at chart' -l engine -x -a 'relctl zlib' -d 'What compresses tar.gz and zip (default: relctl)'
complete -c relctl -n '__relctl_at chart' -l url -x -d 'For index: the address of the folder'
complete -c relctl -n '__relctl_at chart' -l merge -r -F -d 'For index: the index whose other charts stay'
complete -c relctl -n '__relctl_at chart' -l repository -x -d 'For push: oci://HOST/PATH, whatever the configuration says'
complete -c relctl -n '__relctl_at chart' -l replace -d 'For push: let a tag that is another chart\'s lead to this one'
complete -c relctl -n '__relctl_at chart' -l plain-http -d 'For push: speak to other machines\' registries without encryption too'
complete -c relctl -n '__relctl_at chart' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at chart 0' -x -a 'package index push'
complete -c relctl -n '__relctl_at chart 1' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at merge' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at merge 0 more' -r -F
complete -c relctl -n '__relctl_at checksum' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at checksum' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at checksum' -l check -r -F -d 'Check the files that this list names'
complete -c relctl -n '__relctl_at checksum 0 more' -r -F
complete -c relctl -n '__relctl_at notes' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at notes' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at notes' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at notes' -l unreleased -d 'What HEAD has and no release does'
complete -c relctl -n '__relctl_at notes' -l all -d 'All releases, the newest first'
complete -c relctl -n '__relctl_at notes' -l from -x -a '(__relctl_tags)' -d 'What came after this tag or commit'
complete -c relctl -n '__relctl_at notes' -l to -x -a '(__relctl_tags)' -d 'The tag or commit that --from is compared with (default: HEAD)'
complete -c relctl -n '__relctl_at notes' -l paths -r -F -d 'Only changes of this file or folder; may be repeated'
complete -c relctl -n '__relctl_at notes' -s o -l output -r -F -d 'Write to this file; `-` prints'
complete -c relctl -n '__relctl_at notes' -l format -x -a 'markdown text json' -d 'What to write'
complete -c relctl -n '__relctl_at notes' -l body -d 'No more than a forge takes as a release\'s body: the rest is in NOTES.md'
complete -c relctl -n '__relctl_at notes 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at changelog' -l all -d 'The sections of all releases'
complete -c relctl -n '__relctl_at changelog' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at changelog' -l check -d 'Change nothing, and exit with 2 if something would change'
complete -c relctl -n '__relctl_at changelog' -l replace -d 'Write sections anew that somebody changed by hand'
complete -c relctl -n '__relctl_at changelog' -l file -r -F -d 'The changelog (default: CHANGELOG.md)'
complete -c relctl -n '__relctl_at changelog' -s o -l output -r -F -d 'Write the whole to this file instead; `-` prints'
complete -c relctl -n '__relctl_at changelog 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at nix' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at nix' -l check -d 'Change nothing, and exit with 2 if something would change'
complete -c relctl -n '__relctl_at nix 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at distribute' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at distribute' -l check -d 'Change nothing, and exit with 2 if something would change'
complete -c relctl -n '__relctl_at distribute 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at publish' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at publish' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at publish' -l replace -d 'Replace a different release that is there'
complete -c relctl -n '__relctl_at publish' -l allow-missing -x -a '(__relctl_targets)' -d 'Publish without targets that match; may be repeated'
complete -c relctl -n '__relctl_at publish' -l check -d 'Change nothing, and exit with 2 if something is left to do'
complete -c relctl -n '__relctl_at publish' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at publish 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at release' -l target -x -a '(__relctl_targets)' -d 'Only targets that match; may be repeated'
complete -c relctl -n '__relctl_at release' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at release' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at release' -l create-tag -d 'Make the tag, annotated, at what is checked out, before publishing'
complete -c relctl -n '__relctl_at release' -l skip -x -a 'validate build images distribution checksum notes verify publish' -d 'Leave out validate, build, images, distribution, checksum, notes, verify, publish; repeatable'
complete -c relctl -n '__relctl_at release' -l replace -d 'Replace a different release that is published already'
complete -c relctl -n '__relctl_at release' -l allow-missing -x -a '(__relctl_targets)' -d 'Publish without targets that match; may be repeated'
complete -c relctl -n '__relctl_at release' -l abandon -d 'Release nothing: remove drafts and uploads of the release that nobody has seen'
complete -c relctl -n '__relctl_at release' -s k -l keep-going -d 'Let the other targets finish when one fails to build'
complete -c relctl -n '__relctl_at release' -s j -l jobs -x -d 'Do at most N things at once (default: one per core)'
complete -c relctl -n '__relctl_at release' -l threads -x -d 'Compress on at most N threads (default: one per core)'
complete -c relctl -n '__relctl_at release' -l no-cache -d 'Neither use nor keep what was compressed for other releases'
complete -c relctl -n '__relctl_at release' -l engine -x -a 'relctl zlib' -d 'What compresses tar.gz and zip (default: relctl)'
complete -c relctl -n '__relctl_at release' -l compare-with -r -F -d 'Compare sizes with an earlier release\'s manifest.json'
complete -c relctl -n '__relctl_at release 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at yank' -l reason -x -d 'Why; users read it on top of the notes'
complete -c relctl -n '__relctl_at yank' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at yank 0' -x -a '(__relctl_tags)'
complete -c relctl -n '__relctl_at image' -l image -x -d 'Push only this image; may be repeated'
complete -c relctl -n '__relctl_at image' -l platform -x -d 'Make, or copy, for this platform alone, such as linux/arm64'
complete -c relctl -n '__relctl_at image' -l load-tar -r -F -d 'Have build write a tar for `docker load`, too'
complete -c relctl -n '__relctl_at image' -l snapshot -d 'A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab'
complete -c relctl -n '__relctl_at image' -l push -d 'Have build push what it made'
complete -c relctl -n '__relctl_at image' -l replace -d 'Let a tag or name that is another image\'s lead to this one'
complete -c relctl -n '__relctl_at image' -l plain-http -d 'Speak to other machines\' registries without encryption too'
complete -c relctl -n '__relctl_at image' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at image' -l threads -x -d 'Compress on at most N threads (default: one per core)'
complete -c relctl -n '__relctl_at image' -l no-cache -d 'Have build neither use nor keep what was compressed for other releases'
complete -c relctl -n '__relctl_at image' -l compare-with -r -F -d 'For build: compare sizes with an earlier manifest.json'
complete -c relctl -n '__relctl_at image 0' -x -a 'build push copy inspect'
complete -c relctl -n '__relctl_at image 1 more' -r -F
complete -c relctl -n '__relctl_at workspace' -l format -x -a 'text json mermaid dot' -d 'What graph prints (default: text)'
complete -c relctl -n '__relctl_at workspace' -l output -r -F -d 'Have plan write the plan to FILE, for apply'
complete -c relctl -n '__relctl_at workspace' -l set -x -d 'The version of a repository with a line of its own; may be repeated'
complete -c relctl -n '__relctl_at workspace' -l include-unchanged -d 'Release repositories too that `skipUnchanged` leaves out'
complete -c relctl -n '__relctl_at workspace' -s y -l yes -d 'Do not ask'
complete -c relctl -n '__relctl_at workspace' -l take-over -d 'Go on where another operator\'s run has died, or the claim\'s remote is away'
complete -c relctl -n '__relctl_at workspace' -l watch -d 'Have status look again as long as anything goes on by itself'
complete -c relctl -n '__relctl_at workspace' -s n -l dry-run -d 'Print what would be done, and change nothing'
complete -c relctl -n '__relctl_at workspace 0' -x -a 'graph plan release apply resume status rollback'
complete -c relctl -n '__relctl_at workspace 1' -r -F
complete -c relctl -n '__relctl_at plugins' -l settings -x -d 'How the connector to check is set, as an object'
complete -c relctl -n '__relctl_at plugins' -l yes -d 'Let the publisher to check publish a sample release for real'
complete -c relctl -n '__relctl_at plugins 0' -x -a 'list describe check'
complete -c relctl -n '__relctl_at verify 0 more' -r -F
complete -c relctl -n '__relctl_at sizes' -l compare-with -r -F -d 'Compare sizes with an earlier release\'s manifest.json'
complete -c relctl -n '__relctl_at sizes 0' -r -F
complete -c relctl -n '__relctl_at help 0' -x -a 'init check validate bump hooks matrix ci plan build package chart merge checksum notes changelog nix distribute publish release yank image workspace plugins verify sizes version help completions man schema'
complete -c relctl -n '__relctl_at completions 0' -x -a 'bash zsh fish'
complete -c relctl -n '__relctl_at schema 0' -x -a 'configuration workspace notes'
