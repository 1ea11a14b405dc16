import { commandEnvironment, type Environment } from '../../adapters/process/environment';
import type { StreamName } from '../../adapters/process/captured-output';
import { findBash } from '../../adapters/process/find-bash';
import { spawnCommand } from '../../adapters/process/spawn-command';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Ids } from '../../core/ports/ids';
import type { TerminalHandle, TerminalRequest, Terminals } from '../../core/ports/terminals';
import type { Workspace } from '../../core/ports/workspace';
import { createCommandHandle, type CommandHandle } from './command-handle';
import { createSessionScreens, type OpenWindow } from './session-screens';
import { workingFolder } from './working-folder';

export interface TerminalsDeps {
  readonly workspace: Workspace;
  /** The host's own environment; never one that a workspace can set (security T6). */
  readonly env: Environment;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly chatTitle?: (sessionId: string) => string | undefined;
}

/** A command that has not ended. */
export interface RunningCommand {
  readonly sessionId: string;
  readonly command: string;
}

export interface HostTerminals extends Terminals {
  /** What runs now, oldest first. */
  running(): readonly RunningCommand[];
  /** Brings the terminal that a command ran in into view. */
  reveal(terminalId: string): void;
  /** Stops a chat's commands and closes its terminals. */
  endSession(sessionId: string): void;
  dispose(): void;
}

/**
 * Commands in terminals the person can see: each runs as a process of its own with separate streams
 * and an exact exit code (003 Structured Shell Output Envelope), and its terminal mirrors it.
 */
export function createCommandTerminals(deps: TerminalsDeps, openWindow: OpenWindow): HostTerminals {
  const chatTitle = deps.chatTitle ?? (() => undefined);
  const screens = createSessionScreens({ clock: deps.clock, openWindow, chatTitle });
  /** What runs, and in which chat. */
  const live = new Map<CommandHandle, RunningCommand>();
  let isDisposed = false;

  const create = async (request: TerminalRequest): Promise<Result<TerminalHandle>> => {
    const prepared = await prepare(deps, request.cwd);
    if (!prepared.ok) return prepared;
    if (isDisposed) return fail(failure('cancelled', 'Gatehouse is shutting down.'));
    const { sessionId, command, outputByteLimit } = request;
    const terminalId = deps.ids.uuid();
    const person = new AbortController();
    const taken = screens.take(sessionId, terminalId, () => person.abort());
    const { screen } = taken;
    screen.begin({ command, cwd: prepared.value.cwd });
    const onText = (stream: StreamName, text: string): void => screen.mirror(stream, text);
    const started = await spawnCommand(
      { ...prepared.value, command, outputByteLimit, onText },
      deps.clock,
    );
    if (!started.ok) {
      screen.fail(started.failure.message);
      taken.release();
      return started;
    }
    const handle = createCommandHandle(terminalId, started.value);
    live.set(handle, { sessionId, command });
    screen.attach({
      type: (text) => started.value.type(text),
      closeInput: () => started.value.closeInput(),
      stop: () => person.abort(),
    });
    onAbort(person.signal, () => void handle.stop('person'));
    void handle.exited.then((exit) => {
      live.delete(handle);
      screen.end(exit);
      taken.release();
    });
    return succeed(handle);
  };

  return {
    create,
    reveal: (terminalId) => screens.reveal(terminalId),
    endSession: (sessionId) => {
      for (const [handle, owner] of live) if (owner.sessionId === sessionId) void handle.kill();
      screens.endSession(sessionId);
    },
    running: () => [...live.values()],
    dispose: () => {
      isDisposed = true;
      for (const handle of live.keys()) handle.stopNow();
      screens.dispose();
    },
  };
}

/** What a command runs with and where, once it may run at all. */
async function prepare({ workspace, env }: TerminalsDeps, cwd: string) {
  const folder = await workingFolder(cwd, workspace);
  if (!folder.ok) return folder;
  const bash = await findBash({ env, roots: workspace.roots(), platform: process.platform });
  if (!bash.ok) return bash;
  return succeed({ bash: bash.value, cwd: folder.value, env: commandEnvironment(env) });
}

function onAbort(signal: AbortSignal, callback: () => void): void {
  if (signal.aborted) callback();
  else signal.addEventListener('abort', callback, { once: true });
}
