import type { StreamName } from '../../adapters/process/captured-output';
import type { CommandJournal } from '../../adapters/process/command-journal';
import { commandMark } from '../../adapters/process/command-mark';
import {
  commandEnvironment,
  setVariables,
  type Environment,
} from '../../adapters/process/environment';
import { findBash } from '../../adapters/process/find-bash';
import { spawnCommand } from '../../adapters/process/spawn-command';
import { isAborted } from '../../core/base/is-aborted';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Ids } from '../../core/ports/ids';
import type { TerminalRequest } from '../../core/ports/terminals';
import type { Workspace } from '../../core/ports/workspace';
import { createCommandHandle, type CommandHandle } from './command-handle';
import type { SessionScreens } from './session-screens';
import { checkedWorkingFolder } from './working-folder';

export interface CommandDeps {
  readonly workspace: Workspace;
  /** The host's own environment; never one that a workspace can set (security T6). */
  readonly env: Environment;
  /** What the person has set for terminals, over the host's; read for each command. */
  readonly userEnvironment: () => Environment;
  /** Where commands are on record while they run. */
  readonly journal: CommandJournal;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Starts a command in a terminal of its chat, unless it is called off before it runs. */
export async function startCommand(
  deps: CommandDeps,
  screens: SessionScreens,
  request: TerminalRequest,
  calledOff: AbortSignal,
): Promise<Result<CommandHandle>> {
  const { clock, ids, journal } = deps;
  const prepared = await prepare(deps, request);
  if (!prepared.ok) return prepared;
  if (isAborted(calledOff)) {
    return fail(failure('cancelled', 'The command was stopped before it ran.'));
  }
  const { sessionId, toolCallId, command, outputByteLimit, onWhole } = request;
  const { shell, cwd, env } = prepared.value;
  const terminalId = ids.uuid();
  const person = new AbortController();
  const taken = screens.take(sessionId, terminalId, () => person.abort());
  const { screen } = taken;
  screen.begin({ command, cwd });
  const started = await spawnCommand(
    {
      ...{ shell, command, cwd, outputByteLimit, ...(onWhole && { onWhole }) },
      env: { ...env, ...commandMark(terminalId) },
      onText: (stream: StreamName, text: string, isPlain: boolean) =>
        screen.mirror(stream, text, isPlain),
      record: (pid) => journal.record({ id: terminalId, sessionId, toolCallId, command, cwd }, pid),
      signal: AbortSignal.any([calledOff, person.signal]),
    },
    clock,
  );
  if (!started.ok) {
    screen.fail(started.failure.message);
    taken.release();
    return started;
  }
  const running = started.value;
  const echo = (text: string): void => screen.echo(text);
  const handle = createCommandHandle({ terminalId, startedAt: clock.now(), running, echo });
  screen.attach({
    type: (text) => running.type(text),
    closeInput: () => running.closeInput(),
    stop: () => person.abort(),
  });
  onAbort(person.signal, () => void handle.stop('person'));
  void handle.exited.then((exit) => {
    screen.end(exit);
    taken.release();
  });
  return succeed(handle);
}

/** What a command runs with and where, once it may run at all. */
async function prepare(deps: CommandDeps, { cwd, env = {} }: TerminalRequest) {
  const { workspace } = deps;
  const { platform } = process;
  const folder = await checkedWorkingFolder(cwd, workspace);
  if (!folder.ok) return folder;
  const handedOn = [...setVariables, ...Object.keys(env)];
  const search = { env: deps.env, roots: workspace.roots(), platform, handedOn };
  const shell = await findBash(search);
  if (!shell.ok) return shell;
  const layers = [deps.env, deps.userEnvironment(), env];
  return succeed({
    shell: shell.value,
    cwd: folder.value,
    env: commandEnvironment(layers, platform),
  });
}

function onAbort(signal: AbortSignal, callback: () => void): void {
  if (isAborted(signal)) callback();
  else signal.addEventListener('abort', callback, { once: true });
}
