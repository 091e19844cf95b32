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

@test "a link that leads nowhere is found, to a file as to a heading" {
  mkdir tools
  cp "$root/tools/check-links" tools
  printf '%s\n' '# A `page`, and more' '[good](a.md#a-page-and-more) [good](#a-page-and-more)' \
    '```' '[in a listing](nowhere.md)' '```' > a.md
  printf '%s\n' '[bad](b.md) [bad](#b)' >> a.md
  run -1 tools/check-links
  equal "$output" $'./a.md: the link to b.md leads nowhere\n./a.md: the link to #b leads nowhere'
}
