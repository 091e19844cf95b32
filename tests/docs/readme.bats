#!/usr/bin/env bats
# What the pages say of the sources is true.

load ../helpers

# Prints the first listing of the README in a language: print_listing LANGUAGE
print_listing() {
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$root/README.md" | sed '1d; $d'
}

@test "the README's listings are the text of the sources" {
  local csharp fsharp
  csharp=$(print_listing csharp)
  fsharp=$(print_listing fsharp)
  [[ -n $csharp && -n $fsharp ]]
  # A member of a class is indented.
  [[ $(sed 's/^    //' "$root/src/Yes.CSharp/Strategies/Native.cs") == *"$csharp"* ]]
  [[ $(< "$root/src/Yes.FSharp/PrefilledSpan.fs") == *"$fsharp"* ]]
}
