# shellcheck shell=bash
# Completion for yes(1).

_yes() {
  # compgen splits the words at the characters in IFS, which the user may have changed.
  local before=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n'
  # Everything after -- is a string.
  [[ $before != *' -- '* ]] || return 0
  if [[ $before =~ --strategy(=|[[:space:]]+)([^[:space:]]*)$ ]]; then
    # Offer no files. $2 begins after the equals sign, unless the user has removed it from COMP_WORDBREAKS. In
    # that case, the word also contains the name of the option.
    compopt +o default
    # Some other yes programs repeat the option forever, so read at most 99 lines.
    local names
    names=$("${1/#'~/'/"$HOME/"}" --list-strategies 2> /dev/null | command head -n 99 |
      command cut -d ' ' -f 1)
    mapfile -t COMPREPLY < <(compgen -P "${2%"${BASH_REMATCH[2]}"}" -W "$names" -- "${BASH_REMATCH[2]}")
  elif [[ $2 == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W '--strategy= --debug --list-strategies --help --version' -- "$2")
    # A value follows the equals sign, not a space.
    [[ ${COMPREPLY-} != *= ]] || compopt -o nospace
  fi
}

complete -o default -F _yes yes
