using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Yes.CSharp;

internal static unsafe class Program
{
    /// <summary>The entry point under the .NET runtime, which has already decoded the arguments.</summary>
    private static int Main(string[] arguments) =>
        Run(() => Encoding.UTF8.GetBytes(string.Concat(Array.ConvertAll(arguments, text => text + '\0'))));

    /// <summary>The entry point of the native executable. main.c calls this method.</summary>
    /// <param name="count">The number of arguments. The caller of execve(2) may omit even the name.</param>
    /// <param name="arguments">The program's name and its arguments, each of which ends with a NUL.</param>
    [UnmanagedCallersOnly(EntryPoint = "yes_run")]
    private static int RunNative(int count, byte** arguments) => Run(() => Copy(count, arguments));

    /// <remarks>
    /// Operands are bytes. The runtime would decode them as UTF-8, lose invalid bytes and use much more
    /// memory than this copy. Linux limits the size of all arguments to 6 MiB.
    /// </remarks>
    private static byte[] Copy(int count, byte** arguments)
    {
        var length = 0;
        for (var i = 1; i < count; i++)
        {
            length += MemoryMarshal.CreateReadOnlySpanFromNullTerminated(arguments[i]).Length + 1;
        }

        var copy = new byte[length];
        var rest = copy.AsSpan();
        for (var i = 1; i < count; i++)
        {
            var argument = MemoryMarshal.CreateReadOnlySpanFromNullTerminated(arguments[i]);
            argument.CopyTo(rest);
            rest = rest[(argument.Length + 1)..];
        }

        return copy;
    }

    /// <summary>Runs the program and returns its exit status.</summary>
    /// <param name="read">Returns the arguments after the name, each followed by a NUL byte.</param>
    private static int Run(Func<byte[]> read)
    {
        try
        {
            StandardError.RememberIfOpen();
            CommandLine.Invoke(read());
            return 0;
        }
        catch (FailureException e) when (e.IsBrokenPipe && RuntimeFeature.IsDynamicCodeSupported)
        {
            // The runtime ignores SIGPIPE under dotnet. Shells report this status if SIGPIPE kills a program.
            return 128 + 13;
        }
        catch (Exception e) when (e is FailureException or OutOfMemoryException)
        {
            StandardError.Write(e is FailureException ? e.Message : "memory exhausted");
            return 1;
        }
    }
}
