/// The bindings of the C library have the values and the layout of its headers: the C compiler compares them.
module Yes.Tests.LibcTests

open System
open System.Reflection
open System.Runtime.InteropServices
open Xunit
open Yes.CSharp
open Yes.Tests

let private headers =
    "errno fcntl poll signal stddef sys/prctl sys/socket sys/uio time unistd".Split ' '
    |> Array.map (fun header -> $"#include <{header}.h>")

let private everyField =
    BindingFlags.Static ||| BindingFlags.Instance ||| BindingFlags.Public ||| BindingFlags.NonPublic

let private constants =
    [
        for field in typeof<Libc>.GetFields everyField do
            if field.IsLiteral then
                field.Name, Convert.ToInt64(field.GetRawConstantValue())
    ]

let private errnos = [ for errno in Enum.GetValues<ErrorCode>() -> string errno, int64 errno ] |> List.tail

/// A C structure has the fields of the binding, at the same offsets.
let private structures =
    [
        for binding in typeof<Libc>.GetNestedTypes everyField do
            if binding.IsValueType then
                $"sizeof(struct {binding.Name})", int64 (Marshal.SizeOf binding)

                for field in binding.GetFields everyField do
                    let offset = Marshal.OffsetOf(binding, field.Name)
                    $"offsetof(struct {binding.Name}, {field.Name})", int64 offset
    ]

[<Fact>]
let ``constants, errnos and structures are those of the C headers`` () =
    for kind in [ constants; errnos; structures ] do
        Assert.NotEmpty kind

        // Not _Static_assert: clang compares no pointer there, which SIG_DFL is.
        [| for expression, value in kind -> $"extern char test[{expression} == {value} ? 1 : -1];" |]
        |> Array.append headers
        |> String.concat "\n"
        |> Bash.check "$(command -v cc || echo clang) -D_GNU_SOURCE -fsyntax-only -w -x c input 2>&1"
