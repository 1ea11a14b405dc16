import { say } from '../../core/base/sentence';
import { failure, fail, type Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/system';
import type {
  BackgroundStart,
  CommandEnd,
  TerminalExit,
  TerminalHandle,
  TerminalRequest,
} from '../../core/ports/terminals';
import { type CommandDeps, type CommandHandle, startCommand } from './start-command';
import { type OpenWindow, SessionScreens } from './session-screens';
import { isAborted } from '../../core/base/async';

export interface TerminalsDeps extends CommandDeps {
  /** Shows what lives on after its command (decision 38). */
  readonly onOutliving: (left: BackgroundStart) => void;
  readonly chatTitle?: (sessionId: string) => string | undefined;
}

function asTerminalHandle(handle: CommandHandle): TerminalHandle {
  const { terminalId, startedAt } = handle;
  return {
    ...{ terminalId, startedAt },
    onOutput: (listener) => handle.onOutput(listener),
    output: () => Promise.resolve(handle.output()),
    waitForExit: (signal) => handle.waitForExit(signal),
    kill: () => handle.endAll(),
    release: () => undefined,
    onInputWait: (listener) => handle.onInputWait(listener),
  };
}

/** Milliseconds between two looks at what lives on. */
const lookAgainMs = 1000;
/** Milliseconds in which a program is loaded, even on a busy machine. */
const loadMs = 500;

const unknownExit: TerminalExit = { exitCode: -1, exitCodeKnown: false };

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
  /** Ended commands of which a process lives on, and their chats. */
  private readonly left = new Map<CommandHandle, string>();
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
    if (this.isDisposed) return fail(failure('cancelled', say`Gatehouse is shutting down.`));
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
    void this.watchOutliving(handle, request);
    // Cancelled between its start and here.
    if (isAborted(controller.signal)) handle.stopNow();
    return started;
  }

  private async watchOutliving(
    handle: CommandHandle,
    { sessionId, command }: TerminalRequest,
  ): Promise<void> {
    if (!(await handle.outlives())) {
      // A process that is loading a program cannot be recognized yet.
      await this.pause(loadMs);
      if (!(await handle.outlives())) return;
    }
    let stopped: CommandEnd['stopped'];
    this.left.set(handle, sessionId);
    this.deps.onOutliving({
      ...{ sessionId, toolCallId: '', command: `left running by: ${command}` },
      handle: asTerminalHandle(handle),
      leftBy: command,
      ended: this.goneFrom(handle).then(() => ({ exit: unknownExit, stopped })),
      stop: (by) => {
        stopped = by;
        return handle.endAll();
      },
    });
  }

  private async goneFrom(handle: CommandHandle): Promise<void> {
    while (!this.isDisposed && (await handle.outlives())) {
      await this.pause(lookAgainMs);
    }
    this.left.delete(handle);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.deps.clock.after(ms, resolve));
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
    for (const [handle, owner] of this.left) if (owner === sessionId) void handle.endAll();
    this.screens.endSession(sessionId);
  }

  dispose(): void {
    this.isDisposed = true;
    this.callOff(() => true);
    for (const handle of this.live.keys()) handle.stopNow();
    for (const handle of this.left.keys()) void handle.endAll();
    this.screens.dispose();
  }

  private callOff(isMeant: (sessionId: string) => boolean): void {
    for (const [controller, sessionId] of this.starting) {
      if (isMeant(sessionId)) controller.abort();
    }
  }
}
