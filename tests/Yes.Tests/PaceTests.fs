/// The pace of a writer, with made-up refills: no clock runs here.
module Yes.Tests.PaceTests

open System
open Xunit
open Yes.CSharp

/// The sleep in microseconds after a refill that filled this part of the pipe, and took no time.
let private refilled (pace: Pace) (part: float) = 1e6 * pace.Refilled(part, 0.0)

/// The sleeps after so many refills of the same part.
let private sleeps (pace: Pace) (count: int) (part: float) = List.init count (fun _ -> refilled pace part)

[<Theory>]
[<InlineData(0.01, 21.0)>]
[<InlineData(0.89, 21.0)>]
[<InlineData(0.9, 20.0)>]
[<InlineData(0.99, 20.0)>]
[<InlineData(1.0, 19.0)>]
[<InlineData(1.5, 19.0)>]
let ``a sleep grows while a tenth of the pipe is left, and shrinks when it has run dry`` part sleep =
    Assert.Equal(sleep, refilled (Pace()) part, 9)

[<Fact>]
let ``the longest sleep is 2 ms`` () = Assert.Equal(2000.0, sleeps (Pace()) 200 0.5 |> List.max, 9)

[<Fact>]
let ``a sleep shorter than 5 us is none, and 175 refills pass before the next`` () =
    let pace = Pace()
    let shrinking = sleeps pace 28 1.0
    Assert.Equal(0.0, List.last shrinking)
    Assert.InRange(shrinking |> List.filter (fun sleep -> sleep > 0.0) |> List.min, 5.0, 5.3)
    let growing = sleeps pace 175 0.5
    Assert.Equal(174, growing |> List.findIndex (fun sleep -> sleep > 0.0))

/// A pace whose reader has stopped.
let private stopped () =
    let pace = Pace()
    refilled pace 0.5 |> ignore

    for tried in 1 .. Pace.Tries do
        Assert.False(pace.ShouldBlock, $"after {tried - 1} tries")
        Assert.Equal(0.0, refilled pace 0.0)

    Assert.True pace.ShouldBlock
    pace

[<Fact>]
let ``a reader that has stopped gets 50 tries, and then the call that blocks, once`` () =
    let pace = stopped ()
    Assert.InRange(1e6 * pace.Refilled(0.1, 0.0019), 20.0, 23.0)
    Assert.False pace.ShouldBlock

[<Fact>]
let ``a reader that lets a call block for more than 2 ms gets another, and no sleep`` () =
    let pace = stopped ()
    Assert.Equal(0.0, pace.Refilled(0.1, 0.0021))
    Assert.True pace.ShouldBlock

[<Theory>]
[<InlineData(150.0, 150.0)>]
[<InlineData(1500.0, 1500.0)>]
[<InlineData(600.0, 150.0)>]
[<InlineData(150.0, 600.0)>]
let ``a reader is soon left alone for as long as it takes, if its speed changes too`` before after =
    // A sleep lasts longer than asked for by this time, and a refill takes a microsecond.
    for overrun in [ 10.0; 50.0 ] do
        let pace = Pace()

        let next sleep emptied =
            let passed = 1.0 + (if sleep > 0.0 then sleep + overrun else 0.0)
            refilled pace (min 1.0 (passed / emptied))

        let sleep = Seq.replicate 500 before |> Seq.fold next 0.0
        let sleep = Seq.replicate 500 after |> Seq.fold next sleep
        Assert.InRange((sleep + overrun) / after, 0.85, 1.05)
