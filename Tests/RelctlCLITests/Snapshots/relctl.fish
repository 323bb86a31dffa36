# fish completion of relctl, printed by `relctl completions fish`.

# Whether an option of this subcommand takes the next word as its value.
function __relctl_takes_value
    switch "$argv[1],$argv[2]"
        case ',-C' ',--directory' ',--config' ',--color' \
             'version,-C' 'version,--directory' 'version,--config' 'version,--color' \
             'help,-C' 'help,--directory' 'help,--config' 'help,--color' \
             'completions,-C' 'completions,--directory' 'completions,--config' 'completions,--color' \
             'man,-C' 'man,--directory' 'man,--config' 'man,--color'
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
complete -c relctl -n '__relctl_at "" 0' -a version -d 'Print the version, commit and date of this relctl'
complete -c relctl -n '__relctl_at "" 0' -a help -d 'Explain relctl or one of its subcommands'
complete -c relctl -n '__relctl_at "" 0' -a completions -d 'Print a script that completes relctl\'s command line in a shell'
complete -c relctl -n '__relctl_at "" 0' -a man -d 'Print the manual page'
complete -c relctl -s C -l directory -x -a '(__fish_complete_directories)' -d 'Work in this folder'
complete -c relctl -l config -r -F -d 'Read this configuration (default: relctl.json, .relctl.json)'
complete -c relctl -l json -d 'Print the result as one JSON document, and each error as one JSON object'
complete -c relctl -s q -l quiet -d 'Print warnings and errors only'
complete -c relctl -s v -l verbose -d 'Print details'
complete -c relctl -l color -x -a 'auto always never' -d 'When to use colours (default: auto)'
complete -c relctl -s h -l help -d 'Print help and stop'
complete -c relctl -l version -d 'Print the version and stop'
complete -c relctl -n '__relctl_at help 0' -x -a 'version help completions man'
complete -c relctl -n '__relctl_at completions 0' -x -a 'bash zsh fish'
