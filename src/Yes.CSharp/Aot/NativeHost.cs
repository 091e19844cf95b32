using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

/// <summary>The part of wrap.c that managed code calls.</summary>
internal static partial class NativeHost
{
    /// <summary>Whether wrap.c is linked into this executable.</summary>
    /// <remarks>On Linux, the ahead-of-time compiler replaces this property with true.</remarks>
    [FeatureSwitchDefinition("Yes.NativeHost.IsLinked")]
    internal static bool IsLinked => false;

    /// <summary>Returns the arguments after the program's name, each followed by a NUL byte.</summary>
    /// <param name="decoded">The arguments of Main. Under dotnet, the original bytes are lost.</param>
    internal static byte[] ReadArguments(string[] decoded)
    {
        if (!IsLinked)
        {
            return Encoding.UTF8.GetBytes(string.Concat(Array.ConvertAll(decoded, text => text + '\0')));
        }

        var block = new byte[yes_arguments([])];
        _ = yes_arguments(block);
        return block;
    }

    [LibraryImport("wrap")]
    private static partial int yes_arguments(Span<byte> block);
}
