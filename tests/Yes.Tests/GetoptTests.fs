/// Options of which one begins another: no two of this program's are so alike. GnuProperties has all else.
module Yes.Tests.GetoptTests

open System
open System.CommandLine
open System.Text
open Xunit
open Yes.CSharp

let private options: Option[] =
    [| Option<string>("--file"); Option<bool>("--fil", Arity = ArgumentArity.Zero) |]

[<Theory>]
[<InlineData("--fil", "--fil")>]
[<InlineData("--file=--fil", "--file")>]
[<InlineData("--fi", "option '--fi' is ambiguous; possibilities: '--file' '--fil'")>]
let ``an exact name is that option, and a common beginning none`` argument expected =
    let arguments = Arguments(Encoding.Latin1.GetBytes(argument + "\000"))
    let mutable option = null
    let mutable value = ReadOnlySpan<byte>()

    let found =
        try
            Getopt(arguments, (fun () -> options), false).TryRead(&option, &value) |> ignore
            (nonNull option).Name
        with :? UsageException as e ->
            e.Message.Split('\n')[0]

    Assert.Equal(expected, found)
