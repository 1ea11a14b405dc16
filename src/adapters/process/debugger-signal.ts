/** One and the same, so that it is added once. */
const ignore = (): void => undefined;

/**
 * Takes from commands the way to debug this process: on SIGUSR1 Node opens a debugger's port, over
 * which anybody on the machine runs code in the host, and `kill -USR1 $PPID` is all it takes. A
 * listener replaces Node's own handling. It is never removed: without one the signal would
 * end the process. Windows has no such signal.
 */
export function refuseDebuggerSignal(platform: NodeJS.Platform): void {
  if (platform === 'win32' || process.listeners('SIGUSR1').includes(ignore)) return;
  process.on('SIGUSR1', ignore);
}
