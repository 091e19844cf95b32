using System.Runtime.InteropServices;

namespace Yes.Bench;

/// <summary>Where it was measured.</summary>
/// <param name="Cpu">The processor's model.</param>
/// <param name="Cores">How many of its cores there are.</param>
/// <param name="Kernel">The kernel's release.</param>
/// <param name="Sdk">The version of the .NET SDK, which builds the executable.</param>
/// <param name="Runtime">The .NET that the runner runs on.</param>
internal sealed record Machine(string Cpu, int Cores, string Kernel, string Sdk, string Runtime)
{
    /// <summary>This machine.</summary>
    internal static Machine This() =>
        new(
            CpuModel(),
            Environment.ProcessorCount,
            File.ReadAllText("/proc/sys/kernel/osrelease").Trim(),
            Tool.FirstLine("dotnet", "--version"),
            RuntimeInformation.FrameworkDescription
        );

    // Not /proc/cpuinfo, which has no model name on many architectures.
    private static string CpuModel() =>
        Tool.Run("lscpu")
            .Output.Split('\n')
            .Where(row => row.StartsWith("Model name:", StringComparison.Ordinal))
            .Select(row => row.Split(':', 2)[1].Trim())
            .FirstOrDefault(RuntimeInformation.ProcessArchitecture.ToString());
}
