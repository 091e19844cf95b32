/// The bindings of the C library have the values and the layout of its headers: the C compiler compares them.
module Yes.Tests.LibcTests

open System
open System.Reflection
open System.Runtime.InteropServices
open System.Text
open Xunit
open Yes.CSharp
open Yes.Tests

let private headers =
    [
        "errno"
        "fcntl"
        "poll"
        "signal"
        "stddef"
        "sys/prctl"
        "sys/socket"
        "sys/uio"
        "time"
        "unistd"
    ]
    |> List.map (fun header -> $"#include <{header}.h>")

let private everyField =
    BindingFlags.Static
    ||| BindingFlags.Instance
    ||| BindingFlags.Public
    ||| BindingFlags.NonPublic

let private constants =
    [
        for field in typeof<Libc>.GetFields everyField do
            if field.IsLiteral then
                $"_Static_assert({field.Name} == {field.GetRawConstantValue()}, \"{field.Name}\");"
    ]

let private errnos =
    [
        for errno in Enum.GetValues<Errno>() do
            if errno <> Errno.None then
                $"_Static_assert({errno} == {int errno}, \"{errno}\");"
    ]

/// A C structure has the fields of the binding, at the same offsets, with the same sizes.
let private structures =
    [
        for binding in typeof<Libc>.GetNestedTypes everyField do
            if binding.IsValueType then
                let name = binding.Name
                $"_Static_assert(sizeof(struct {name}) == {Marshal.SizeOf binding}, \"{name}\");"

                for field in binding.GetFields everyField do
                    let offset = $"offsetof(struct {name}, {field.Name})"
                    let expected = Marshal.OffsetOf(binding, field.Name)
                    $"_Static_assert({offset} == {expected}, \"{name}.{field.Name}\");"
    ]

/// The errors of the C compiler for these assertions.
let private compile (assertions: string list) =
    let source = headers @ assertions |> String.concat "\n"

    let errors, _ =
        Bash.run $"cc -D_GNU_SOURCE -fsyntax-only -x c - 2>&1 << 'END' || [[ $? == 1 ]]\n{source}\nEND\n"

    Encoding.UTF8.GetString errors

[<Fact>]
let ``constants, errnos and structures are those of the C headers`` () =
    Assert.NotEmpty constants
    Assert.NotEmpty errnos
    Assert.NotEmpty structures
    Assert.Equal("", compile (constants @ errnos @ structures))

[<Fact>]
let ``a wrong constant is found`` () =
    Assert.Contains("O_RDONLY", compile [ "_Static_assert(O_RDONLY == 1, \"O_RDONLY\");" ])
