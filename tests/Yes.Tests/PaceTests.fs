/// The pace of a writer, on made-up timelines: no clock runs here.
module Yes.Tests.PaceTests

open Xunit
open Yes.CSharp

let private microsecond = 1e-6
let private millisecond = 1e-3

/// The bytes that the pipe holds.
let private capacity = 8.0 * 1024.0 * 1024.0

/// A pipe, its reader, which takes so many bytes a second, and the writer, over time.
type private Pipeline =
    {
        Pace: Pace
        mutable Now: float
        mutable Content: float
        mutable Rate: float
        /// How much longer than asked for a sleep takes.
        mutable Overrun: float
        mutable Slept: float
        mutable Sleeps: int
        mutable Blocked: int
        mutable Dry: int
    }

/// A full pipe whose reader takes this time to empty it.
let private pipeline (drain: float) =
    {
        Pace = Pace 0.0
        Now = 0.0
        Content = capacity
        Rate = capacity / drain
        Overrun = 0.0
        Slept = 0.0
        Sleeps = 0
        Blocked = 0
        Dry = 0
    }

let private pass (pipe: Pipeline) (time: float) =
    pipe.Now <- pipe.Now + time
    let left = pipe.Content - pipe.Rate * time
    pipe.Dry <- pipe.Dry + (if left < 0.0 then 1 else 0)
    pipe.Content <- max 0.0 left

/// A step of the writer: a refill, which takes a microsecond, and a sleep, if the pace asks for one.
let private step (pipe: Pipeline) =
    pass pipe microsecond

    // A reader reads 128 KiB or so at a time: with less room than that the pipe is still full.
    let piece = 128.0 * 1024.0

    if pipe.Pace.ShouldBlock then
        pipe.Blocked <- pipe.Blocked + 1
        pass pipe (max 0.0 (piece - (capacity - pipe.Content)) / pipe.Rate)

    let room = capacity - pipe.Content
    let moved = if room < piece - 1.0 then 0.0 else room
    pipe.Content <- pipe.Content + moved
    let pause = pipe.Pace.Refilled(moved, capacity, pipe.Now)
    Assert.InRange(pause, 0.0, Pace.LongestSleep)

    if pause > 0.0 then
        Assert.True(pause >= Pace.ShortestSleep, $"a sleep of {pause} s")
        pipe.Sleeps <- pipe.Sleeps + 1
        pipe.Slept <- pipe.Slept + pause + pipe.Overrun
        pass pipe (pause + pipe.Overrun)
        pipe.Pace.Slept(pause, pause + pipe.Overrun)

/// Steps until so much time has passed.
let private runFor (pipe: Pipeline) (time: float) =
    let stop = pipe.Now + time

    while pipe.Now < stop do
        step pipe

/// The same after the pace has settled, with the counts from zero: how much of the time the writer slept.
let private shareSlept (pipe: Pipeline) (time: float) =
    runFor pipe time
    pipe.Slept <- 0.0
    pipe.Sleeps <- 0
    pipe.Blocked <- 0
    pipe.Dry <- 0
    let start = pipe.Now
    runFor pipe time
    pipe.Slept / (pipe.Now - start)

[<Theory>]
[<InlineData(150.0)>]
[<InlineData(300.0)>]
[<InlineData(600.0)>]
[<InlineData(2000.0)>]
let ``a steady reader is left alone for most of its time, and never finds the pipe dry``
    (microseconds: float)
    =
    for overrun in [ 0.0; 10.0; 50.0 ] do
        let pipe = pipeline (microseconds * microsecond)
        pipe.Overrun <- overrun * microsecond
        Assert.InRange(shareSlept pipe (100.0 * millisecond), 0.75, 1.0)
        Assert.Equal(0, pipe.Dry)
        Assert.Equal(0, pipe.Blocked)

[<Fact>]
let ``a reader too fast for any sleep is served without one`` () =
    let pipe = pipeline (20.0 * microsecond)
    pipe.Overrun <- 50.0 * microsecond
    Assert.Equal(0.0, shareSlept pipe (50.0 * millisecond))
    Assert.Equal(0, pipe.Dry)
    Assert.Equal(0, pipe.Blocked)

[<Fact>]
let ``a reader that becomes faster soon finds the pipe filled in time again`` () =
    let pipe = pipeline (600.0 * microsecond)
    runFor pipe (50.0 * millisecond)
    pipe.Rate <- pipe.Rate * 4.0
    runFor pipe (10.0 * millisecond)
    pipe.Dry <- 0
    runFor pipe (50.0 * millisecond)
    Assert.Equal(0, pipe.Dry)

[<Fact>]
let ``a reader that becomes slower is left alone for longer`` () =
    let pipe = pipeline (150.0 * microsecond)
    runFor pipe (50.0 * millisecond)
    pipe.Rate <- pipe.Rate / 4.0
    Assert.InRange(shareSlept pipe (50.0 * millisecond), 0.75, 1.0)
    Assert.InRange(pipe.Slept / float pipe.Sleeps, 300.0 * microsecond, 600.0 * microsecond)

[<Fact>]
let ``a pipe that runs dry shortens the sleep until it runs dry no more`` () =
    let pace = Pace 0.0
    // A reader of 400 us for a pipe, halfway each time...
    let mutable now = 0.0
    let mutable pause = 0.0

    for _ in 1..50 do
        now <- now + 200.0 * microsecond
        pause <- pace.Refilled(capacity / 2.0, capacity, now)

    Assert.InRange(pause, 200.0 * microsecond, 320.0 * microsecond)

    // ...and then an empty pipe each time that it is looked at.
    let mutable refills = 0

    while pause > 0.0 do
        now <- now + pause
        let next = pace.Refilled(capacity, capacity, now)
        Assert.True(next < pause)
        pause <- next
        refills <- refills + 1

    Assert.InRange(refills, 2, 50)

[<Fact>]
let ``a reader that has stopped gets a few tries, and then the call that blocks`` () =
    let pipe = pipeline (300.0 * microsecond)
    runFor pipe (20.0 * millisecond)
    let mutable tries = 0

    while not pipe.Pace.ShouldBlock do
        Assert.Equal(0.0, pipe.Pace.Refilled(0.0, capacity, pipe.Now))
        tries <- tries + 1

    Assert.Equal(Pace.Tries, tries)

[<Fact>]
let ``a reader that wakes now and then gets the call that blocks, and no sleep`` () =
    let pace = Pace 0.0
    Assert.Equal(0.0, pace.Refilled(0.0, capacity, 100.0 * millisecond))
    Assert.True(pace.ShouldBlock, "the first try in vain has to be the last")

    for i in 2..20 do
        // It takes 64 KiB every 100 ms.
        Assert.Equal(0.0, pace.Refilled(64.0 * 1024.0, capacity, float i * 100.0 * millisecond))
        Assert.True pace.ShouldBlock

[<Fact>]
let ``a slow reader that becomes eager ends the blocking`` () =
    let pace = Pace 0.0
    pace.Refilled(0.0, capacity, 1.0) |> ignore
    pace.Refilled(1.0, capacity, 2.0) |> ignore
    Assert.True pace.ShouldBlock
    pace.Refilled(1.0, capacity, 2.0 + 0.1 * millisecond) |> ignore
    Assert.False pace.ShouldBlock

[<Fact>]
let ``a sleep that another process made long changes nothing`` () =
    let steady () =
        let pace = Pace 0.0
        pace.Refilled(capacity / 2.0, capacity, 200.0 * microsecond) |> ignore
        pace

    let pace, disturbed = steady (), steady ()
    disturbed.Slept(100.0 * microsecond, 20.0 * millisecond)

    let next (pace: Pace) =
        pace.Refilled(capacity / 2.0, capacity, 400.0 * microsecond)

    Assert.Equal(next pace, next disturbed)

[<Fact>]
let ``the pace follows a pipe that is resized`` () =
    let pace = Pace 0.0
    let moved = capacity / 2.0
    let before = pace.Refilled(moved, capacity, 500.0 * microsecond)
    pace.Slept(before, before)
    // The pipe has a quarter of its slots now, which the same reader empties in a quarter of the time.
    let after = pace.Refilled(moved / 4.0, capacity / 4.0, 625.0 * microsecond)
    Assert.InRange(after, 0.15 * before, 0.25 * before)
