using System.Runtime.InteropServices;

namespace Yes.Bench;

/// <summary>SIGINT, SIGTERM and SIGHUP: they stop the children, and the runner reports what it has.</summary>
internal static class Interruption
{
    /// <summary>Has the signals end the measuring, not the runner, for as long as the result is not disposed of.</summary>
    internal static IDisposable Handle() => new Registrations();

    private sealed class Registrations : IDisposable
    {
        private readonly List<PosixSignalRegistration> registrations =
        [
            .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(signal =>
                PosixSignalRegistration.Create(signal, Stop)
            ),
        ];

        public void Dispose() => registrations.ForEach(registration => registration.Dispose());

        private static void Stop(PosixSignalContext context)
        {
            context.Cancel = true;
            Child.StopAll();
        }
    }
}
