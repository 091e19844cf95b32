#!/usr/bin/env bats
# Tests of the fallback package, which runs under dotnet on platforms without a native package.

load helpers

setup_file() {
  unzip -q "$packages/yes-dotnet.any.$version.nupkg" 'tools/*' -d "$BATS_FILE_TMPDIR"
  program=$(dirname "$BATS_FILE_TMPDIR"/tools/*/any/yes.dll)
  export program fallback=$BATS_FILE_TMPDIR/fallback
  make_programs "$fallback" "exec dotnet '$program/yes.dll' \"\$@\""
}

@test "the fallback package contains nothing that is meant for a single platform or runtime" {
  run find "$program" -regextype egrep -iregex '.*\.(so|dylib|exe|pdb|dbg)|.*/runtimes'
  assert_output ''
  run cat "$program/yes.runtimeconfig.json"
  refute_output --regexp 'Yes.NativeHost.IsLinked|StackTrace|UseSystemResourceKeys|System.GC.(Gen0|Region)'
  # The package runs on every later runtime.
  run jq -r '.runtimeOptions | .rollForward, .framework.version' "$program/yes.runtimeconfig.json"
  assert_output --regexp $'^Major\n[0-9]+\.0\.0$'
}

@test "every strategy works under dotnet, and the runtime leaves no files behind" {
  mkdir temporary
  run env -i -C / --default-signal=PIPE PATH=/usr/bin:/bin HOME="$HOME" DOTNET_NOLOGO=1 \
    TMPDIR="$PWD/temporary" timeout "$patience" "$root/tests/install/fallback.sh" "$fallback"
  assert_success
  assert_equal "$(grep -c '^ok: .* writes lines$' <<< "$output")" "$(strategies | wc -l)"
  assert_equal "$(ls -A temporary)" ''
}

@test "the fallback package writes operands that are not UTF-8 unchanged" {
  assert_equal "$("$fallback" $'\xe4\xff' | head -n 1)" $'\xe4\xff'
}

@test "the fallback package keeps the diagnostic files of another process with the same process ID" {
  # Such processes exist if containers share a directory for temporary files.
  TMPDIR=$PWD run bash -c ': > "dotnet-diagnostic-$$-1-socket"; exec "$fallback" --version'
  assert_success
  assert_file_exist dotnet-diagnostic-*-1-socket
}

# The runtime handles, ignores and unblocks signals before the program starts, and the runtime exits if the
# size of files is limited too much.
# bats test_tags=long
@test "the fallback package passes the suite gnu, except for some tests of signals and file sizes" {
  YES=$fallback run -0 bats --jobs 3 --tap --filter-tags '!not-under-dotnet' \
    "$root"/tests/gnu/{failures,output}.bats
  assert_line --regexp '^ok 15 '
}
