# Completion for yes(1).

function _yes_strategies
    # Some other yes programs repeat the option forever, so read at most 99 lines.
    command yes --list-strategies 2> /dev/null | command head -n 99 | builtin string replace -r ' +(- +)?' \t
end

complete -c yes -l strategy -d 'use strategy NAME' --exclusive -a '(_yes_strategies)'
complete -c yes -l debug -d 'report on standard error which strategy is used'
complete -c yes -l list-strategies -d 'list the strategies and exit'
complete -c yes -l help -d 'display this help and exit'
complete -c yes -l version -d 'output version information and exit'
