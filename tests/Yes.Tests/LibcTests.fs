/// The C compiler compares this project's constants with those in the C headers.
module Yes.Tests.LibcTests

open System
open System.Reflection
open Xunit
open Yes.CSharp
open Yes.Tests

let private everyMember =
    BindingFlags.Static ||| BindingFlags.Instance ||| BindingFlags.Public ||| BindingFlags.NonPublic

let private constants =
    [
        for field in typeof<Libc>.GetFields everyMember do
            if field.IsLiteral then
                field.Name, Convert.ToInt64(field.GetRawConstantValue())

        for code in Enum.GetValues<ErrorCode>() do
            (if code = ErrorCode.None then "0" else string code), int64 code
    ]

[<Fact>]
let ``constants and error codes match the C headers`` () =
    let headers = "errno fcntl poll signal stddef sys/prctl sys/socket sys/uio time unistd".Split ' '
    Assert.NotEmpty constants

    [
        for header in headers do
            $"#include <{header}.h>\n"

        // SIG_DFL is a pointer, which clang rejects in _Static_assert.
        for expression, value in constants do
            $"extern char test[{expression} == {value} ? 1 : -1];\n"
    ]
    |> String.concat ""
    |> Bash.check "$(command -v cc || echo clang) -D_GNU_SOURCE -fsyntax-only -w -x c input 2>&1"
