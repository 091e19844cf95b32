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

@test "when its main thread and its watch both see that the reader has gone, there is one message" {
  # Standard error is full, so that both may come to it.
  local messages writer
  mkfifo pipe
  exec {messages}<> pipe
  dd if=/dev/zero of=pipe bs=4096 oflag=nonblock status=none 2> errors || true
  # For a socket that is closed with bytes in it the first error is another than for the watch.
  env --block-signal=PIPE perl -MSocket -e '
    socketpair(my $reader, my $writer, AF_UNIX, SOCK_STREAM, 0) or die $!;
    if (!fork) { open STDOUT, ">&", $writer; close $reader; exec @ARGV }
    close $writer; sysread $reader, my $byte, 1; sleep 1; close $reader; wait' \
    timeout 60 "$fallback" --strategy console 2>&"$messages" &
  writer=$!
  sleep 3
  cat <&"$messages" > said &
  wait "$writer"
  await grep -qa yes: said
  kill "$!"
  exec {messages}>&-
  like "$(tr -d '\0' < said)" 'yes: standard output: @(Broken pipe|Connection reset by peer)'
}

@test "SIGPIPE ends it silently, also when its watch sees first that the reader has gone" {
  # The main thread stays in its twentieth write, so the watch sends the signal.
  run -141 env --default-signal=PIPE bash -c 'timeout 60 strace -f -qq -o trace -e trace=write \
    -e inject=write:delay_enter=8000000:when=20+ "$1" --strategy console | { head -n 1; sleep 2; } > /dev/null
    exit "${PIPESTATUS[0]}"' bash "$fallback"
  # raise(3) sends this kind. strace may complain of the delay.
  equal "$(grep -c SI_TKILL trace) $(grep -v ^strace: <<< "$output")" '1 '
}

@test "it ends when its main thread does, whatever its watch does" {
  run -1 bash -c 'timeout 20 "$1" --strategy console > /dev/full' bash "$fallback"
}

@test "it leaves the files of another process with its number alone" {
  mkdir shared
  # shellcheck disable=SC2016 # The shell's number is that of the program.
  TMPDIR=$PWD/shared sh -c 'touch "$TMPDIR/dotnet-diagnostic-$$-1-socket"; exec "$1"' sh "$fallback" |
    head -n 1 > /dev/null
  [[ $(ls shared) =~ ^dotnet-diagnostic-[0-9]+-1-socket$ ]]
}
