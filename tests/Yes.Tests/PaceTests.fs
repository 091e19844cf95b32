/// Tests of a writer's pacing. They use simulated refills instead of a clock.
module Yes.Tests.PaceTests

open FsCheck
open Xunit
open Yes.CSharp

/// The sleep in microseconds after a refill that took no time. A part of 1.0 means the whole pipe.
let private refilled (pace: Pace) (part: float) = 1e6 * pace.Refilled(part, 0.0)

[<Theory>]
[<InlineData(150.0, 150.0)>]
[<InlineData(1500.0, 1500.0)>]
[<InlineData(600.0, 150.0)>]
[<InlineData(150.0, 600.0)>]
let ``a writer adapts its sleep to the speed of its reader`` before after =
    let pace = Pace()
    // In this simulation, the kernel extends each sleep by 10 us, and each refill takes 1 us.
    let overrun = 10.0

    let next sleep timeToEmpty =
        let passed = 1.0 + (if sleep > 0.0 then sleep + overrun else 0.0)
        refilled pace (min 1.0 (passed / timeToEmpty))

    let sleep = Seq.replicate 500 before |> Seq.fold next 0.0
    let sleep = Seq.replicate 500 after |> Seq.fold next sleep
    Assert.InRange((sleep + overrun) / after, 0.85, 1.05)

[<Fact>]
let ``a writer stops sleeping if its reader is too fast`` () =
    let pace = Pace()
    let ofFastReader = List.init 100 (fun _ -> refilled pace 1.0)
    Assert.Equal(0.0, List.last ofFastReader)
    let ofSlowerReader = List.init 1000 (fun _ -> refilled pace 0.5)
    let first = ofSlowerReader |> List.findIndex (fun sleep -> sleep > 0.0)
    Assert.InRange(first, 100, 500)
    Assert.InRange(ofSlowerReader[first], 4.9, 5.5)

[<Fact>]
let ``refills of any size keep the sleep within its bounds`` () =
    Check.QuickThrowOnFailure(fun (refills: (byte * byte) list) ->
        let pace = Pace()

        let sleeps =
            [
                for part, count in refills do
                    for _ in 1uy .. count -> refilled pace (float (part % 5uy) / 4.0)
            ]

        let ofFullPipe = List.init 50 (fun _ -> refilled pace 0.0)
        Assert.All(sleeps, (fun sleep -> Assert.True(sleep = 0.0 || sleep > 4.9 && sleep < 2000.1)))
        Assert.True(pace.ShouldBlock && List.forall ((=) 0.0) ofFullPipe))

[<Theory>]
[<InlineData(0.001, false)>]
[<InlineData(0.1, true)>]
let ``a writer blocks when its reader has stopped`` duration another =
    let pace = Pace()

    for _ in 1..50 do
        Assert.False pace.ShouldBlock
        refilled pace 0.0 |> ignore

    let sleep = pace.Refilled(0.1, duration)
    Assert.Equal(another, pace.ShouldBlock)
    Assert.Equal(another, (sleep = 0.0))
