import { say, type Sentence } from '../../core/base/sentence';
import { shownFailure } from '../window/language';
import { stat } from 'node:fs/promises';
import type { StreamName } from '../../adapters/process/captured-output';
import type { CommandJournal } from '../../adapters/process/command-journal';
import { commandMark } from '../../adapters/process/command-processes';
import {
  commandEnvironment,
  setVariables,
  type Environment,
} from '../../adapters/process/environment';
import { findBash } from '../../adapters/process/bash';
import { spawnCommand } from '../../adapters/process/spawn-command';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { OutputSpools } from '../../core/ports/output-spools';
import type { Disposable, Clock, Ids } from '../../core/ports/system';
import type { TerminalExit, TerminalOutput, TerminalRequest } from '../../core/ports/terminals';
import type { Workspace } from '../../core/ports/workspace';
import type { SessionScreens } from './session-screens';
import type { RunningCommand } from '../../adapters/process/running-command';
import { canonicalPath } from '../../adapters/files/canonical-path';
import { escapeControlInline } from '../../core/base/escape-control';
import { commandQuestion, type CommandQuestion } from './command-question';
import { isInside, resolveAgainst } from '../../core/base/paths';
import { isAborted, unlessAborted } from '../../core/base/async';

export interface CommandDeps {
  readonly workspace: Workspace;
  /**
   * The host's own environment; never one that a workspace can set (decision command-environment).
   */
  readonly env: Environment;
  /** The user's terminal settings, merged over the host's; read for each command. */
  readonly userEnvironment: () => Environment;
  /** Names of secrets that commands get (`gatehouse.shell.passEnvironment`); read for each command. */
  readonly passedNames: () => readonly string[];
  /** Journal of running commands. */
  readonly journal: CommandJournal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly spools: OutputSpools;
}

/** Starts a command in a terminal of its chat, unless it is cancelled first. */
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
    return fail(failure('cancelled', say`The command was stopped before it ran.`));
  }
  const { sessionId, toolCallId, command, outputByteLimit, onWhole, spools } = request;
  const { shell, cwd, env } = prepared.value;
  const terminalId = ids.uuid();
  const person = new AbortController();
  const taken = screens.take(sessionId, terminalId, () => person.abort());
  const { screen } = taken;
  screen.begin({ command, cwd });
  const started = await spawnCommand(
    {
      ...{ shell, command, cwd, outputByteLimit, ...(onWhole && { onWhole }) },
      ...(spools === true && { spool: deps.spools.open(outputByteLimit, sessionId) }),
      env: { ...env, ...commandMark(terminalId) },
      onText: (stream: StreamName, text: string, isPlain: boolean) =>
        screen.mirror(stream, text, isPlain),
      record: (pid) => journal.record({ id: terminalId, sessionId, toolCallId, command, cwd }, pid),
      signal: AbortSignal.any([calledOff, person.signal]),
    },
    clock,
  );
  if (!started.ok) {
    screen.fail(shownFailure(started.failure));
    taken.release();
    return started;
  }
  const running = started.value;
  const echo = (text: string): void => screen.echo(text);
  const handle = new CommandHandle(terminalId, clock.now(), running, { command, echo });
  screen.attach({
    type: (text) => running.type(text),
    closeInput: () => running.closeInput(),
    stop: () => person.abort(),
    hidesInput: () => handle.question().isSecret,
  });
  onAbort(person.signal, () => void handle.stop('person'));
  void handle.exited.then((exit) => {
    screen.end(exit);
    taken.release();
  });
  return succeed(handle);
}

/** Shell, folder and environment of a command; fails when it may not run. */
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
    env: commandEnvironment(layers, platform, deps.passedNames()),
  });
}

function onAbort(signal: AbortSignal, callback: () => void): void {
  if (isAborted(signal)) callback();
  else signal.addEventListener('abort', callback, { once: true });
}

/** A command as its terminal shows it. */
interface CommandOnScreen {
  readonly command: string;
  /** Shows what is typed from outside the terminal. */
  readonly echo: (text: string) => void;
}

/** A running command as the host holds it. */
export class CommandHandle {
  /** Resolves after both pipes are drained; never rejects. */
  readonly exited: Promise<TerminalExit>;
  private endedBy: 'person' | 'kill' | undefined;
  private exit: TerminalExit | undefined;
  private isReleased = false;
  private settleReleased: () => void = () => undefined;
  private readonly released = new Promise<void>((resolve) => {
    this.settleReleased = resolve;
  });

  constructor(
    readonly terminalId: string,
    readonly startedAt: number,
    private readonly running: RunningCommand,
    private readonly shown: CommandOnScreen,
  ) {
    this.exited = running.exited.then((status) => {
      const { endedBy } = this;
      this.exit = endedBy === undefined ? status : { ...status, endedBy };
      return this.exit;
    });
  }

  /** Ends the command and records who ended it. */
  stop(by: 'person' | 'kill'): Promise<void> {
    if (this.exit === undefined) this.endedBy ??= by;
    return this.running.kill();
  }

  stopNow(): void {
    if (this.exit === undefined) this.endedBy ??= 'kill';
    this.running.killNow();
  }

  /** New interleaved output, at most every 48 ms. */
  onOutput(listener: (text: string) => void): Disposable {
    return this.running.output.onText(listener);
  }

  output(): TerminalOutput {
    const { running, exit } = this;
    return { ...running.output.read(), ...(exit !== undefined && { exitStatus: exit }) };
  }

  /** Undefined once `signal` aborts, which does not kill. */
  waitForExit(signal: AbortSignal): Promise<TerminalExit | undefined> {
    return unlessAborted(this.exited, signal);
  }

  kill(): Promise<void> {
    return this.stop('kill');
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    void this.stop('kill').then(this.settleReleased);
  }

  /** True if a process of it lives on although it has ended and was released. */
  async outlives(): Promise<boolean> {
    await this.released;
    return this.running.outlives();
  }

  /** Ends what lives on; resolves when it is gone. */
  endAll(): Promise<void> {
    return this.running.endAll();
  }

  /** Writes to the command's standard input; no effect if it is closed. A secret is not shown. */
  type(text: string): void {
    if (this.exit !== undefined) return;
    this.shown.echo(this.question().isSecret ? text.replace(/[^\n]/g, '') : text);
    this.running.type(text);
  }

  /** What it has asked when it waits for input. */
  question(): CommandQuestion {
    const { command } = this.shown;
    const output = this.output().combined;
    return commandQuestion({ command, output, shellRead: this.running.shellRead() });
  }

  /** Ends the command's standard input, as Ctrl-D does. */
  closeInput(): void {
    this.running.closeInput();
  }

  onInputWait(listener: (waits: boolean) => void): Disposable {
    return this.running.onInputWait(listener);
  }
}

/**
 * The canonical folder that a command may run in: inside the roots by its real path, whoever asks
 * (000-shell-6; decision effect-guard).
 */
async function checkedWorkingFolder(cwd: string, workspace: Workspace): Promise<Result<string>> {
  if (!workspace.isTrusted()) {
    return refuse('authz_denied', say`This workspace is not trusted, so no command may run.`);
  }
  const [first] = workspace.roots();
  if (first === undefined) {
    return refuse('policy_denied', say`No folder is open to run commands in.`);
  }
  const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  const asked = resolveAgainst(first, cwd, style.separator);
  const isOurs = (folder: string): boolean =>
    workspace.roots().some((root) => isInside(root, folder, style));
  const shown = escapeControlInline(cwd);
  try {
    const { real, exists } = await canonicalPath(asked);
    const isReplaced = real !== asked && workspace.roots().includes(asked);
    if (!isOurs(real) || isReplaced) return outside(shown);
    if (exists && (await stat(real)).isDirectory()) return succeed(real);
  } catch {
    // A path that cannot be checked is judged by its text, so that nothing outside is revealed.
    if (!isOurs(asked)) return outside(shown);
  }
  return refuse(
    'validation',
    say`The working directory is missing or is not an accessible folder: ${shown}`,
  );
}

function outside(shown: string): Result<never> {
  return refuse('policy_denied', say`The working directory lies outside the workspace: ${shown}`);
}

function refuse(
  code: 'authz_denied' | 'policy_denied' | 'validation',
  message: Sentence,
): Result<never> {
  return fail(failure(code, message));
}
