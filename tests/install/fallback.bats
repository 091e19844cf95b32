#!/usr/bin/env bats
# The fallback for platforms without a native package, run here under dotnet, is the same program.

load helpers

# Something to call that runs it.
setup_file() {
  export fallback=$BATS_FILE_TMPDIR/fallback
  unzip -q "$packages/yes-dotnet.any.$version.nupkg" 'tools/*' -d "$BATS_FILE_TMPDIR"
  make_programs "$fallback" "exec dotnet '$BATS_FILE_TMPDIR'/tools/*/any/yes.dll \"\$@\""
}

@test "it rolls forward from its framework's first runtime, and holds nothing for one platform only" {
  cd "$BATS_FILE_TMPDIR"/tools/*/any
  equal "$(jq -r '.runtimeOptions | .rollForward, (.framework.version | sub("^[0-9]+"; "N"))' \
    yes.runtimeconfig.json)" $'Major\nN.0.0'
  equal "$(find . -regextype egrep -iregex '.*\.(so|dylib|exe|pdb|dbg)|.*/runtimes')" ''
}

@test "every strategy runs as the native one does, and nothing of the runtime remains" {
  mkdir temporary
  run -0 env -i -C / --default-signal=PIPE PATH=/usr/bin:/bin HOME="$HOME" DOTNET_NOLOGO=1 \
    TMPDIR="$PWD/temporary" timeout 120 "$root/tests/fallback" "$fallback"
  equal "$(grep -c '^ok: .* writes lines$' <<< "$output")" "$(strategies | wc -l)"
  equal "$(ls -A temporary)" ''
  equal "$("$fallback" --list-strategies)" "$(yes --list-strategies)"
  equal "$("$fallback" --version)" "$(yes --version)"
  YES=$fallback bats -f 'signals of a crash' "$root/tests/gnu/failures.bats"
}

# Under dotnet the runtime handles and ignores signals before the program begins. So the program can't know
# what its caller ignored, and gives SIGPIPE its default action. And the runtime needs larger files than the
# limit allows. gnu/limits.bats is left out: the runtime has limits of its own.
# bats test_tags=long
@test "the suites for GNU's yes hold of it" {
  run -1 env YES="$fallback" bats --jobs 3 --tap "$root/tests/gnu/failures.bats"
  equal "$(sed -n 's/^not ok [0-9]* //p' <<< "$output")" \
    "with SIGPIPE ignored a reader that has gone is an error
an output that takes no more is an error in the C library's words, whatever it is
signals are ignored as the caller chose, and none is handled
the file size limit ends it with SIGXFSZ, after a full file
with SIGXFSZ ignored the file size limit is an error in one line"
  run -0 env YES="$fallback" bats --jobs 3 -f 'every byte|empty line|a terminal' "$root/tests/gnu/output.bats"
}

@test "while its reader waits it hardly runs" {
  local reader before
  exec {reader}< <(exec "$fallback" --strategy span 3>&-)
  head -c 1 <&"$reader"
  before=$(print_run_time "$!")
  sleep 2
  holds "$(print_run_time "$!") - $before < 300000000"
  exec {reader}<&-
}

@test "SIGPIPE ends it silently" {
  run -141 env --default-signal=PIPE bash -c '"$1" --strategy console | head -n 1 > /dev/null
    exit "${PIPESTATUS[0]}"' bash "$fallback"
  equal "$output" ''
}

@test "it leaves the files of another process with its number alone" {
  mkdir shared
  # shellcheck disable=SC2016 # The shell's number is that of the program.
  TMPDIR=$PWD/shared sh -c 'touch "$TMPDIR/dotnet-diagnostic-$$-1-socket"; exec "$1"' sh "$fallback" |
    head -n 1 > /dev/null
  [[ $(ls shared) =~ ^dotnet-diagnostic-[0-9]+-1-socket$ ]]
}
