#!/usr/bin/env bats
# Tests of the portable package, which runs under dotnet on platforms without a native package.

load helpers

setup_file() {
  unzip -q "$packages/yes-dotnet.any.$version.nupkg" 'tools/*' -d "$BATS_FILE_TMPDIR"
  program=$(dirname "$BATS_FILE_TMPDIR"/tools/*/any/yes.dll)
  export program fallback=$BATS_FILE_TMPDIR/fallback
  make_programs "$fallback" "exec dotnet '$program/yes.dll' \"\$@\""
}

@test "the portable package contains no platform-specific files" {
  run find "$program" -regextype egrep -iregex '.*\.(so|dylib|exe|pdb|dbg)|.*/runtimes'
  assert_output ''
  run cat "$program/yes.runtimeconfig.json"
  refute_output --regexp 'Yes.NativeHost.IsLinked|StackTrace|UseSystemResourceKeys|System.GC.(Gen0|Region)'
  # The package also runs on later versions of .NET.
  run jq -r '.runtimeOptions | .rollForward, .framework.version' "$program/yes.runtimeconfig.json"
  assert_output --regexp $'^Major\n[0-9]+\.0\.0$'
}

@test "every strategy works under dotnet" {
  mkdir temporary
  run env -i -C / --default-signal=PIPE PATH=/usr/bin:/bin HOME="$HOME" DOTNET_NOLOGO=1 \
    TMPDIR="$PWD/temporary" timeout "$patience" "$root/tests/install/fallback.sh" "$fallback"
  assert_success
  assert_equal "$(grep -c '^ok: .* writes lines$' <<< "$output")" "$(strategies | wc -l)"
  assert_equal "$(ls -A temporary)" ''
}

@test "under dotnet, a closed pipe ends yes without a message" {
  into_head() {
    patiently "$fallback" "$@" | head -n 1 > /dev/null
    return "${PIPESTATUS[0]}"
  }
  # The runtime can't write its files to this directory.
  export TMPDIR=/nonexistent
  run -141 into_head
  refute_output
  run -141 into_head --strategy console
  refute_output
}

@test "under dotnet, yes reports a closed standard output" {
  local redirections
  for redirections in '>&-' '>&- <&-' '1< /dev/null'; do
    run -1 patiently bash -c "exec \"\$fallback\" $redirections"
    assert_output 'yes: standard output: Bad file descriptor'
  done
}

# The runtime handles some signals itself and needs a large file, so some tests would fail.
# bats test_tags=long
@test "the portable package passes most GNU compatibility tests" {
  YES=$fallback run -0 bats --jobs 3 --tap --filter-tags '!not-under-dotnet' \
    "$root"/tests/gnu/{failures,output}.bats
  assert [ "$(grep -c '^ok' <<< "$output")" -ge 10 ]
}
