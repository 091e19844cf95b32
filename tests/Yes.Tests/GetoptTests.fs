/// Tests of options whose names begin with the name of another option. yes has no such options today.
module Yes.Tests.GetoptTests

open System
open System.CommandLine
open System.Text
open Xunit
open Yes.CSharp

/// Returns the option that an argument selects in a program whose options are `--file VALUE` and `--fil`.
let private read (argument: string) =
    let options: Option[] = [| Option<string>("--file"); Option<bool>("--fil", Arity = ArgumentArity.Zero) |]

    let arguments = Arguments(Encoding.Latin1.GetBytes(argument + "\000"))
    let mutable option = null
    let mutable value = ReadOnlySpan<byte>()
    Getopt(arguments, options, false).TryRead(&option, &value) |> ignore
    (nonNull option).Name

[<Fact>]
let ``an exact name selects its option, and a prefix of two options is ambiguous`` () =
    Assert.Equal("--fil", read "--fil")
    Assert.Equal("--file", read "--file=--fil")
    let error = Assert.Throws<UsageException>(fun () -> read "--fi" |> ignore)
    Assert.StartsWith("option '--fi' is ambiguous", error.Message)
