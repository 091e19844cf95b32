# bash completion for yes(1). The program that is being completed lists its options and strategies.

# The answer of a program, cut off after a second and 10 kB: another yes may take the question for a line, and
# never end.
_yes_ask() {
  { timeout --signal=KILL 1 "$1" "$2" | head -c 10000; } 2> /dev/null
}

_yes() {
  local program=$1 word=$2 before=${COMP_LINE:0:COMP_POINT}
  COMPREPLY=()
  # As the shell reads it, with ~, $HOME and backslashes, unless a command would run.
  [[ ${1//\\?/} == *[\'\"\`\(\;\&\|\<\>[:space:]]* ]] || eval "program=$1"
  if [[ " $before" == *' -- '* ]]; then
    # After -- there are only strings.
    compopt -o default
  elif [[ $before =~ --strategy(=|[[:space:]]+)([^[:space:]]*)$ ]]; then
    # readline breaks words at an equals sign; where it is set not to, the option is part of the word.
    local names value=${BASH_REMATCH[2]}
    [[ $word == *"$value" ]] || word=$value
    names=$(_yes_ask "$program" --list-strategies | sed -nE 's/^([a-z0-9]+) +(C#|F#|-) .*/\1/p')
    mapfile -t COMPREPLY < <(compgen -P "${word%"$value"}" -W "$names" -- "$value")
  elif [[ $word == -* ]]; then
    local options
    options=$(_yes_ask "$program" --help | sed -nE 's/^ +(--[a-z-]+=?).*/\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    # A value follows the equals sign.
    [[ ${COMPREPLY-} != *= ]] || compopt -o nospace
  else
    compopt -o default
  fi
}

complete -F _yes yes
