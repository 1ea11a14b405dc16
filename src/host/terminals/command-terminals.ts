import { failure, fail, type Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/disposable';
import type { TerminalRequest } from '../../core/ports/terminals';
import { type CommandDeps, type CommandHandle, startCommand } from './start-command';
import { type OpenWindow, SessionScreens } from './session-screens';
import { isAborted } from '../../core/base/async';

export interface TerminalsDeps extends CommandDeps {
  readonly chatTitle?: (sessionId: string) => string | undefined;
}

/** A command that has not ended. */
export interface RunningCommandInfo {
  readonly sessionId: string;
  readonly command: string;
}

/**
 * Commands in terminals the user can see: each runs as a separate process with separate streams and
 * an exact exit code (003-envelope-1), mirrored by its terminal.
 */
export class HostTerminals implements Disposable {
  private readonly screens: SessionScreens;
  /** Running commands and their chats. */
  private readonly live = new Map<CommandHandle, RunningCommandInfo>();
  /** Commands about to start, so that they can be cancelled. */
  private readonly starting = new Map<AbortController, string>();
  private isDisposed = false;

  constructor(
    private readonly deps: TerminalsDeps,
    openWindow: OpenWindow,
  ) {
    const { clock, chatTitle = () => undefined } = deps;
    this.screens = new SessionScreens({ clock, openWindow, chatTitle });
  }

  /** See `Terminals.create`; checks trust and folder, whoever asks (decision effect-guard). */
  async create(request: TerminalRequest): Promise<Result<CommandHandle>> {
    if (this.isDisposed) return fail(failure('cancelled', 'Gatehouse is shutting down.'));
    const { sessionId, command } = request;
    const controller = new AbortController();
    this.starting.set(controller, sessionId);
    const { signal = controller.signal } = request;
    const calledOff = AbortSignal.any([controller.signal, signal]);
    const started = await startCommand(this.deps, this.screens, request, calledOff);
    this.starting.delete(controller);
    if (!started.ok) return started;
    const handle = started.value;
    this.live.set(handle, { sessionId, command });
    void handle.exited.then(() => this.live.delete(handle));
    // Cancelled between its start and here.
    if (isAborted(controller.signal)) handle.stopNow();
    return started;
  }

  /** Running commands, oldest first. */
  running(): readonly RunningCommandInfo[] {
    return [...this.live.values()];
  }

  /** A command that runs; undefined once it has ended. */
  find(terminalId: string): CommandHandle | undefined {
    return [...this.live.keys()].find((handle) => handle.terminalId === terminalId);
  }

  /** Shows the terminal of a command. */
  reveal(terminalId: string): void {
    this.screens.reveal(terminalId);
  }

  /** Stops a chat's commands and closes its terminals. */
  endSession(sessionId: string): void {
    this.callOff((owner) => owner === sessionId);
    for (const [handle, owner] of this.live) if (owner.sessionId === sessionId) void handle.kill();
    this.screens.endSession(sessionId);
  }

  dispose(): void {
    this.isDisposed = true;
    this.callOff(() => true);
    for (const handle of this.live.keys()) handle.stopNow();
    this.screens.dispose();
  }

  private callOff(isMeant: (sessionId: string) => boolean): void {
    for (const [controller, sessionId] of this.starting) {
      if (isMeant(sessionId)) controller.abort();
    }
  }
}
