/// Options of which one begins another, as none of yes does today.
module Yes.Tests.GetoptTests

open System
open System.CommandLine
open System.Text
open Xunit
open Yes.CSharp

/// Reads an argument of a program with the options --file, which takes a value, and --fil.
let private read (argument: string) =
    let options: Option[] = [| Option<string>("--file"); Option<bool>("--fil", Arity = ArgumentArity.Zero) |]

    let arguments = Arguments(Encoding.Latin1.GetBytes(argument + "\000"))
    let mutable option = null
    let mutable value = ReadOnlySpan<byte>()
    Getopt(arguments, (fun () -> options), false).TryRead(&option, &value) |> ignore
    (nonNull option).Name

[<Fact>]
let ``an exact name is that option, and the beginning of two options is ambiguous`` () =
    Assert.Equal("--fil", read "--fil")
    Assert.Equal("--file", read "--file=--fil")
    let error = Assert.Throws<UsageException>(fun () -> read "--fi" |> ignore)
    Assert.StartsWith("option '--fi' is ambiguous", error.Message)
