/// Checks properties with a fixed seed, so that every run tries the same cases; the suite fuzz sets others.
module Yes.Tests.Seeded

open System
open FsCheck

let private seed =
    match Environment.GetEnvironmentVariable "SEED" with
    | null
    | "" -> 7UL
    | text -> UInt64.Parse text

/// Checks a property with that many cases, and throws with one that fails.
let check (cases: int) (property: 'property) =
    let replay = { Rnd = Rnd seed; Size = None }
    Check.One(Config.QuickThrowOnFailure.WithMaxTest(cases).WithReplay(Some replay), property)
