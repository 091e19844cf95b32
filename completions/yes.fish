# fish completion for yes(1). What there is to complete, the program that is being completed says itself.

function __yes_says
    set -l program (commandline -opc)[1]
    command $program $argv 2>/dev/null
end

# A tab ends the name and begins the description.
function __yes_strategies
    __yes_says --list-strategies | string replace --regex ' +' '\t'
end

function __yes_options
    __yes_says --help | string replace --filter --regex '^  (--[a-z-]+) +(.*)' '$1\t$2'
end

# What stands behind -- is a string.
function __yes_at_option
    string match --quiet -- '-*' (commandline -ct); and not contains -- -- (commandline -opc)
end

complete --command yes --no-files
complete --command yes --condition __yes_at_option --arguments '(__yes_options)'
complete --command yes --long-option strategy --exclusive --arguments '(__yes_strategies)'
