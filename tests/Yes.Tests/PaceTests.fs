/// Tests of a writer's pacing. They use simulated refills instead of a clock.
module Yes.Tests.PaceTests

open Xunit
open Yes.CSharp

/// The sleep in microseconds after a refill that took no time. A part of 1.0 means the whole pipe.
let private refilled (pace: Pace) (part: float) = 1e6 * pace.SleepAfter(part, 0.0)

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
