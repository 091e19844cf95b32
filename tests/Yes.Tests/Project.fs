/// Finds the project's files.
module Yes.Tests.Project

open System
open System.IO

/// The absolute path of a file. This assembly is in artifacts/bin/Yes.Tests/checked.
let find path = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../..", path))
