using System.Globalization;

namespace Yes.Bench;

/// <summary>Figures as people read them: three digits and a unit.</summary>
internal static class Format
{
    private static readonly string[] BinaryUnits = ["B", "KiB", "MiB", "GiB", "TiB"];

    /// <summary>Bytes, in binary units.</summary>
    internal static string Bytes(double bytes)
    {
        var unit = bytes < 1 ? 0 : Math.Min((int)Math.Log(bytes, 1024), BinaryUnits.Length - 1);
        return $"{Digits(bytes / Math.Pow(1024, unit))} {BinaryUnits[unit]}";
    }

    /// <summary>Bytes per second.</summary>
    internal static string Rate(double bytesPerSecond) => $"{Bytes(bytesPerSecond)}/s";

    /// <summary>A ratio: how many times as much.</summary>
    internal static string Ratio(double ratio) => $"×{Digits(ratio)}";

    /// <summary>Seconds, in milliseconds.</summary>
    internal static string Milliseconds(double seconds) => $"{Digits(seconds * 1000)} ms";

    /// <summary>Three significant digits, and no exponent.</summary>
    internal static string Digits(double value)
    {
        var decimals = value <= 0 ? 0 : Math.Clamp(2 - (int)Math.Floor(Math.Log10(value)), 0, 8);
        return value.ToString($"F{decimals}", CultureInfo.InvariantCulture);
    }
}
