/// Every strategy behaves like GNU yes, whatever the arguments are.
module Yes.Tests.GnuProperties

open System
open System.Diagnostics
open System.Text
open FsCheck
open FsCheck.FSharp
open Xunit
open Yes.CSharp

/// Arguments that may have a special meaning to option parsers, to printf or to text decoders. In each
/// argument, a character stands for a byte, as in Latin-1.
let private special =
    let words =
        "- -- --- -h -v -? -W -help --help --version --helpx --Help --no-such --no-such=x = a=b [ ] "
        + "[suggest] [diagram] [suggest:3] @ @file @/proc/self/cmdline /? /h a:b \\n %s {0} \" ' "
        // These words are é in Latin-1, é in UTF-8 and a byte order mark.
        + "\u00e9 \u00c3\u00a9 \u00ef\u00bb\u00bf"

    Gen.elements [ ""; "-- "; "--\n"; "\n"; "a\nb"; "\r\n"; yield! words.Split ' ' ]

/// An argument of execve(2) can contain any byte except NUL.
let private anyText = Gen.choose (1, 255) |> Gen.map char |> Gen.arrayOf |> Gen.map String

/// An argument that begins like an option of GNU yes, but not like an option that GNU yes lacks.
let private dashed =
    gen {
        let! start = Gen.elements [ "-"; "---"; "--h"; "--hel"; "--help"; "--v"; "--vers"; "--version" ]
        let! rest = Gen.oneof [ Gen.elements [ ""; "="; "=x"; "=="; "\n" ]; anyText ]
        return start + rest
    }

let private argument = Gen.frequency [ 4, special; 2, dashed; 4, anyText ]

let private arguments =
    Gen.frequency
        [
            8, Gen.arrayOf argument
            2, Gen.arrayOf argument |> Gen.map (Array.append [| "--" |])
            1, Gen.choose (100, 1000) |> Gen.bind (fun n -> Gen.resize 5 argument |> Gen.arrayOfLength n)
        ]

/// An empty name stands for the default strategy, which is tested more often than any other.
let private strategies = [ ""; ""; ""; "" ] @ [ for strategy in Strategy.All -> strategy.Name ]

/// Generates the input of compare-with-gnu.bash, which describes the format.
let private cases =
    gen {
        let! posix = Gen.elements [ ""; ""; ""; "POSIXLY_CORRECT="; "POSIXLY_CORRECT=0"; "POSIXLY_CORRECT=1" ]
        let! strategy = Gen.elements strategies
        let! arguments = arguments
        let words = [ posix; strategy; yield! arguments ]
        return String.concat "" [ for word in string words.Length :: words -> word + "\000" ]
    }

/// The default seed is fixed, so every run tries the same cases. A long test uses random ones.
let private seed =
    Environment.GetEnvironmentVariable "SEED" |> Option.ofObj |> Option.defaultValue "7" |> UInt64.Parse

[<Fact>]
let ``yes and GNU yes behave alike for random arguments`` () =
    let input =
        [
            for size in 1..100 do
                yield! cases |> Gen.sampleWithSeed (Rnd(seed + uint64 size)) size 3
        ]

    // Bash can pass any bytes as arguments, but .NET passes only text.
    let script = [ "timeout"; "600"; "bash"; Project.find "tests/Yes.Tests/compare-with-gnu.bash" ]
    let command = ProcessStartInfo("env", [ "--default-signal=PIPE"; "LC_ALL=C" ] @ script)
    command.RedirectStandardInput <- true
    use bash = nonNull (Process.Start command)
    bash.StandardInput.BaseStream.Write(Encoding.Latin1.GetBytes(String.concat "" input))
    bash.StandardInput.Close()
    bash.WaitForExit()
    // The script has printed the first difference.
    Assert.Equal(0, bash.ExitCode)
