/// The pacing of a writer, with made-up refills: no clock runs here.
module Yes.Tests.PaceTests

open Xunit
open Yes.CSharp

/// The sleep in microseconds after a refill of this part of the pipe, which took no time.
let private refilled (pace: Pace) (part: float) = 1e6 * pace.Refilled(part, 0.0)

[<Theory>]
[<InlineData(150.0, 150.0)>]
[<InlineData(1500.0, 1500.0)>]
[<InlineData(600.0, 150.0)>]
[<InlineData(150.0, 600.0)>]
let ``the writer soon sleeps as long as the reader takes to empty the pipe, if its speed changes too``
    before
    after
    =
    let pace = Pace()
    // The kernel extends each sleep, and a refill takes a microsecond.
    let overrun = 10.0

    let next sleep timeToEmpty =
        let passed = 1.0 + (if sleep > 0.0 then sleep + overrun else 0.0)
        refilled pace (min 1.0 (passed / timeToEmpty))

    let sleep = Seq.replicate 500 before |> Seq.fold next 0.0
    let sleep = Seq.replicate 500 after |> Seq.fold next sleep
    Assert.InRange((sleep + overrun) / after, 0.85, 1.05)

[<Fact>]
let ``a sleep lasts from 5 us to 2 ms, whatever the reader does, or there is none`` () =
    let pace = Pace()

    for part in [ 0.5; 1.0; 0.01; 0.95; 1.5 ] do
        for _ in 1..300 do
            let sleep = refilled pace part
            Assert.True(sleep = 0.0 || sleep > 4.9 && sleep < 2000.1, $"{sleep} us")

[<Fact>]
let ``a reader that outpaces the shortest sleep is left without sleeps, but not forever`` () =
    let pace = Pace()
    let ofFastReader = List.init 100 (fun _ -> refilled pace 1.0)
    Assert.Equal(0.0, List.last ofFastReader)
    let ofSlowerReader = List.init 1000 (fun _ -> refilled pace 0.5)
    Assert.InRange(ofSlowerReader |> List.findIndex (fun sleep -> sleep > 0.0), 100, 500)

[<Theory>]
[<InlineData(0.001, false)>]
[<InlineData(0.1, true)>]
let ``a stopped reader leads to a blocking call, and to another one if that takes long`` duration another =
    let pace = Pace()

    for _ in 1 .. Pace.Tries do
        Assert.False pace.ShouldBlock
        Assert.Equal(0.0, refilled pace 0.0)

    Assert.True pace.ShouldBlock
    let sleep = pace.Refilled(0.1, duration)
    Assert.Equal(another, pace.ShouldBlock)
    Assert.Equal(another, (sleep = 0.0))
