# fish completion for yes(1). The program that is being completed lists its options and strategies.

# The answer of the program, cut off after a second and 10 kB: another yes may take the question for a line,
# and never end.
function __yes_ask
    # As the shell reads it.
    set -l program (commandline -opc)[1]
    if string match --quiet --regex '^(~|\$HOME)/' $program
        set program $HOME/(string split --max 1 / $program)[2]
    end
    command timeout --signal=KILL 1 $program $argv 2>/dev/null | head -c 10000
end

# A tab ends the name and begins the description. A strategy that has no language has a dash in its place.
function __yes_strategies
    __yes_ask --list-strategies | string replace --filter --regex '^([a-z0-9]+) +(?:-|(?=.#)) *' '$1\t'
end

function __yes_options
    __yes_ask --help | string replace --regex ' \(listed below\)$' '' |
        string replace --filter --regex '^  (--[a-z-]+)\S* +' '$1\t'
end

function __yes_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    # After -- there are only strings.
    if contains -- -- $words
        __fish_complete_path $word
    else if test "$words[-1]" = --strategy
        __yes_strategies
    else if string match --quiet -- '--strategy=*' $word
        string replace --regex '^' -- --strategy= (__yes_strategies)
    else if string match --quiet -- '-*' $word
        __yes_options
    else
        __fish_complete_path $word
    end
end

complete --command yes --no-files --arguments '(__yes_complete)'
