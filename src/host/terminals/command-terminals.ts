import { isAborted } from '../../core/base/is-aborted';
import { failure, fail } from '../../core/contracts/failure';
import type { Terminals } from '../../core/ports/terminals';
import { type CommandHandle, startCommand, type CommandDeps } from './start-command';
import { createSessionScreens, type OpenWindow } from './session-screens';

export interface TerminalsDeps extends CommandDeps {
  readonly chatTitle?: (sessionId: string) => string | undefined;
}

/** A command that has not ended. */
export interface RunningCommandInfo {
  readonly sessionId: string;
  readonly command: string;
}

export interface HostTerminals extends Terminals {
  /** Running commands, oldest first. */
  running(): readonly RunningCommandInfo[];
  /** Shows the terminal of a command. */
  reveal(terminalId: string): void;
  /** Stops a chat's commands and closes its terminals. */
  endSession(sessionId: string): void;
  dispose(): void;
}

/**
 * Commands in terminals the user can see: each runs as a separate process with separate streams and
 * an exact exit code (003-envelope-1), mirrored by its terminal.
 */
export function createCommandTerminals(deps: TerminalsDeps, openWindow: OpenWindow): HostTerminals {
  const chatTitle = deps.chatTitle ?? (() => undefined);
  const screens = createSessionScreens({ clock: deps.clock, openWindow, chatTitle });
  /** Running commands and their chats. */
  const live = new Map<CommandHandle, RunningCommandInfo>();
  /** Commands about to start, so that they can be cancelled. */
  const starting = new Map<AbortController, string>();
  let isDisposed = false;

  const callOff = (isMeant: (sessionId: string) => boolean): void => {
    for (const [controller, sessionId] of starting) if (isMeant(sessionId)) controller.abort();
  };

  return {
    create: async (request) => {
      if (isDisposed) return fail(failure('cancelled', 'Gatehouse is shutting down.'));
      const { sessionId, command } = request;
      const controller = new AbortController();
      starting.set(controller, sessionId);
      const { signal = controller.signal } = request;
      const calledOff = AbortSignal.any([controller.signal, signal]);
      const started = await startCommand(deps, screens, request, calledOff);
      starting.delete(controller);
      if (!started.ok) return started;
      const handle = started.value;
      live.set(handle, { sessionId, command });
      void handle.exited.then(() => live.delete(handle));
      // Cancelled between its start and here.
      if (isAborted(controller.signal)) handle.stopNow();
      return started;
    },
    reveal: (terminalId) => screens.reveal(terminalId),
    endSession: (sessionId) => {
      callOff((owner) => owner === sessionId);
      for (const [handle, owner] of live) if (owner.sessionId === sessionId) void handle.kill();
      screens.endSession(sessionId);
    },
    running: () => [...live.values()],
    dispose: () => {
      isDisposed = true;
      callOff(() => true);
      for (const handle of live.keys()) handle.stopNow();
      screens.dispose();
    },
  };
}
