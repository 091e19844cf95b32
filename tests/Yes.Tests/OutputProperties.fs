/// The output for any operands is GNU's, from every strategy.
module Yes.Tests.OutputProperties

open FsCheck
open FsCheck.FSharp
open Xunit
open Yes.Tests

/// A process or two for each case, so not as many as FsCheck's hundred.
let private config = Config.QuickThrowOnFailure.WithMaxTest 12

let names = TheoryData<string> Executable.strategies

[<Theory; MemberData(nameof names)>]
let ``any operands come out as GNU's yes writes them`` (strategy: string) =
    let same (operands: byte[] list) =
        let bytes = 20_000

        let own =
            Executable.firstBytes bytes $"{Executable.yes} --strategy {strategy}" operands

        let gnu = Executable.firstBytes bytes Executable.gnuYes operands
        own.Length = bytes && own = gnu

    Check.One(config, Prop.forAll LineProperties.operands same)
