/** A constant, so that the listener is added once. */
const ignore = (): void => undefined;

/**
 * Prevents commands from debugging this process: on SIGUSR1 Node opens a debugger port through
 * which any local user can run code in the host, and `kill -USR1 $PPID` is enough. A listener
 * replaces Node's handling. It is never removed, because without one the signal would end the
 * process. Windows has no such signal.
 */
export function refuseDebuggerSignal(platform: NodeJS.Platform): void {
  if (platform === 'win32' || process.listeners('SIGUSR1').includes(ignore)) return;
  process.on('SIGUSR1', ignore);
}
