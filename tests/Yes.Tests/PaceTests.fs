/// The pace of a writer, on made-up timelines in microseconds: no clock runs here.
module Yes.Tests.PaceTests

open System
open Xunit
open Yes.CSharp

/// The bytes that the pipe holds.
let private capacity = 8.0 * 1024.0 * 1024.0

/// The sleep after a refill that moved this part of the pipe.
let private refilled (pace: Pace) (part: float) (now: float) =
    1e6 * pace.Refilled(part * capacity, capacity, now * 1e-6)

let private slept (pace: Pace) (pause: float) (passed: float) = pace.Slept(pause * 1e-6, passed * 1e-6)

/// Checks the sleep after each refill: part of the pipe, time, sleep.
let private sleeps (pace: Pace) (timeline: (float * float * float) list) =
    let seen =
        [
            for part, now, _ in timeline -> part, now, Math.Round(refilled pace part now, 3)
        ]

    Assert.Equal<(float * float * float) list>(timeline, seen)

[<Fact>]
let ``a sleep is four fifths of the reader's time for a pipe, smoothed, less what sleeps overrun by`` () =
    // 400 us for a pipe, then 800, of which a quarter counts; a try in vain changes nothing.
    sleeps (Pace 0.0) [ 0.5, 200.0, 270.0; 0.0, 300.0, 0.0; 0.5, 600.0, 350.0 ]

[<Fact>]
let ``a pipe that runs dry shortens the sleep until it runs dry no more`` () =
    sleeps
        (Pace 0.0)
        [
            0.5, 200.0, 270.0
            1.0, 600.0, 238.0
            1.0, 1600.0, 209.2
            1.0, 1700.0, 22.0
            1.0, 1710.0, 0.0
        ]

[<Theory>]
[<InlineData(5000.0, 2000.0)>]
[<InlineData(34.45, 5.12)>]
[<InlineData(34.3, 0.0)>]
let ``no sleep is longer than 2 ms, or shorter than 5 us`` (halfEmptied: float) (pause: float) =
    sleeps (Pace 0.0) [ 0.5, halfEmptied, pause ]

[<Theory>]
[<InlineData(30.0, 272.5)>]
[<InlineData(900.0, 163.75)>]
// Another process had the processor, or a signal came.
[<InlineData(1100.0, 270.0)>]
[<InlineData(-30.0, 270.0)>]
let ``an eighth of what a sleep overruns by counts, but not of one that is disturbed``
    (overrun: float)
    (next: float)
    =
    let pace = Pace 0.0
    slept pace 100.0 (100.0 + overrun)
    sleeps pace [ 0.5, 200.0, next ]

[<Fact>]
let ``the pace follows a pipe that is resized`` () =
    let pace = Pace 0.0
    sleeps pace [ 0.5, 500.0, 750.0 ]
    // The pipe has a quarter of its slots now, which the same reader empties in a quarter of the time.
    Assert.Equal(150.0, 1e6 * pace.Refilled(capacity / 8.0, capacity / 4.0, 625e-6), 3)

[<Fact>]
let ``a reader that has stopped gets 50 tries, and then the call that blocks`` () =
    let pace = Pace 0.0
    sleeps pace [ 0.5, 200.0, 270.0 ]

    for time in 1..50 do
        Assert.False(pace.ShouldBlock, $"after {time - 1} tries")
        sleeps pace [ 0.0, 200.0 + float time, 0.0 ]

    Assert.True pace.ShouldBlock

[<Fact>]
let ``a reader that is slow gets the call that blocks at once, and no sleep, until it is eager`` () =
    let pace = Pace 0.0
    sleeps pace [ 0.0, 1900.0, 0.0 ]
    Assert.False pace.ShouldBlock
    sleeps pace [ 0.0, 2100.0, 0.0 ]
    Assert.True pace.ShouldBlock

    for time in 1..3 do
        sleeps pace [ 0.1, 100_000.0 * float time, 0.0 ]
        Assert.True pace.ShouldBlock

    sleeps pace [ 0.5, 300_100.0, 110.0; 0.0, 300_200.0, 0.0 ]
    Assert.False pace.ShouldBlock

[<Theory>]
[<InlineData(150.0, 150.0)>]
[<InlineData(2000.0, 2000.0)>]
[<InlineData(600.0, 150.0)>]
[<InlineData(150.0, 600.0)>]
let ``a reader is left alone for long, and soon never finds the pipe dry, if its speed changes too``
    (before: float)
    (after: float)
    =
    for overrun in [ 10.0; 50.0 ] do
        let pace = Pace 0.0
        let mutable now, pause = 0.0, 0.0

        for emptied in Seq.append (Seq.replicate 300 before) (Seq.replicate 300 after) do
            // A refill takes a microsecond.
            let passed = 1.0 + (if pause > 0.0 then pause + overrun else 0.0)
            now <- now + passed

            if pause > 0.0 then
                slept pace pause (pause + overrun)

            pause <- refilled pace (min 1.0 (passed / emptied)) now

        Assert.InRange(pause + overrun, 0.5 * after, 0.99 * after)
