# bash completion for yes(1). What there is to complete, the program that is being completed says itself.

_yes() {
  local program=$1 word=$2 before=${COMP_LINE:0:COMP_POINT}
  COMPREPLY=()
  # What stands behind -- is a string.
  [[ " $before" != *' -- '* ]] || return 0
  if [[ $before =~ --strategy(=|[[:space:]]+)([^[:space:]]*)$ ]]; then
    # readline breaks words at an equals sign, unless it was told not to: then it stays in front of the name.
    local names value=${BASH_REMATCH[2]}
    [[ $word == *"$value" ]] || word=$value
    names=$("$program" --list-strategies 2> /dev/null | awk '{ print $1 }')
    mapfile -t COMPREPLY < <(compgen -P "${word%"$value"}" -W "$names" -- "$value")
  elif [[ $word == -* ]]; then
    local options
    options=$("$program" --help 2> /dev/null | grep -oE '^ +--[a-z-]+=?' | tr -d ' ')
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    # A value is to follow the equals sign.
    [[ ${COMPREPLY-} != *= ]] || compopt -o nospace
  fi
}

complete -F _yes yes
