# Runs the script in the variable SCRIPT for each file N.case of the current directory, which holds its
# arguments, each with a NUL byte at its end, and writes its output to N.out. No bug may fill the disk.
ulimit -f 2000000
shopt -s nullglob
eval "try() { $SCRIPT"$'\n}'
for case in *.case; do
  mapfile -d '' -t arguments < "$case"
  try "${arguments[@]}" > "${case%.case}.out" || exit
done
