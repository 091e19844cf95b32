/// Random cases with a fixed seed, so that every run tries the same cases. The suite fuzz sets other seeds.
module Yes.Tests.Seeded

open System
open FsCheck
open FsCheck.FSharp

let private seed =
    match Environment.GetEnvironmentVariable "SEED" with
    | null
    | "" -> 7UL
    | text -> UInt64.Parse text

/// The given number of cases of each size from 1 to 100, the smallest first.
let sample (count: int) (cases: Gen<'case>) : 'case list =
    [
        for size in 1..100 do
            yield! cases |> Gen.sampleWithSeed (Rnd(seed + uint64 size)) size count
    ]
