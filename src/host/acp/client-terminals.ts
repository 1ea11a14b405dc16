import {
  acpErrorOf,
  createTerminalAnswer,
  createTerminalAsk,
  exitAnswer,
  metaOf,
  nextOutputMethod,
  readMeta,
  terminalOutputAnswer,
  terminalOutputAsk,
  type ClientRequests,
  type NextOutput,
} from '../../core/contracts/chats/acp-client';
import { failure } from '../../core/contracts/failure';
import type { ClientMethods } from '../../core/ports/acp';
import type { TerminalExit } from '../../core/ports/terminals';
import type { Workspace } from '../../core/ports/workspace';
import type { HostTerminals } from '../terminals/command-terminals';
import type { CommandHandle } from '../terminals/start-command';
import { absolutePath } from './client-files';

/** Bytes kept of each stream of a command; the rest is cut from its middle and said so. */
export const maxOutputBytes = 1024 * 1024;

export interface ClientTerminalsDeps {
  readonly terminals: Pick<HostTerminals, 'create'>;
  /** Throws for a session that is not open. */
  readonly sessions: { check(sessionId: string): void };
  readonly workspace: Workspace;
}

type Names = ClientRequests['terminal/output']['params'];

/** Answers `terminal/*` of the agent of one connection, which reaches no terminal of another. */
export class ClientTerminals {
  readonly methods: Omit<ClientMethods, 'fs/read_text_file' | 'fs/write_text_file'> = {
    'terminal/create': (request, signal) => this.create(request, signal),
    'terminal/output': async (request) =>
      Promise.resolve(outputOf(this.find(request).handle, request)),
    'terminal/wait_for_exit': async (request, signal) => {
      const exit = await this.find(request).handle.waitForExit(signal);
      if (exit === undefined) throw acpErrorOf(failure('cancelled', 'No longer waiting.'));
      return exitStatus(exit);
    },
    'terminal/kill': async (request) => {
      await this.find(request).handle.kill();
      return {};
    },
    'terminal/release': async (request) => {
      this.find(request).handle.release();
      this.held.delete(request.terminalId);
      return Promise.resolve({});
    },
    [nextOutputMethod]: async (request) => {
      const { followed, handle } = this.find(request);
      return followed.next(handle);
    },
  };
  /** Until they are released; by terminal. */
  private readonly held = new Map<string, HeldTerminal>();

  constructor(private readonly deps: ClientTerminalsDeps) {}

  private async create(
    request: ClientRequests['terminal/create']['params'],
    signal: AbortSignal,
  ): Promise<ClientRequests['terminal/create']['response']> {
    const { workspace, sessions, terminals } = this.deps;
    const { sessionId, command, args = [], env = [] } = request;
    sessions.check(sessionId);
    const meta = readMeta(createTerminalAsk, request);
    const followed = new FollowedOutput();
    const created = await terminals.create({
      sessionId,
      ...(meta?.toolCallId !== undefined && { toolCallId: meta.toolCallId }),
      command: args.length === 0 ? command : [command, ...args].map(quoted).join(' '),
      cwd: absolutePath(request.cwd ?? workspace.roots()[0] ?? '', workspace),
      outputByteLimit: Math.min(request.outputByteLimit ?? maxOutputBytes, maxOutputBytes),
      env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
      ...(meta?.whole === true && { onWhole: (whole) => followed.add({ whole }) }),
      signal,
    });
    if (!created.ok) throw acpErrorOf(created.failure);
    const handle = created.value;
    const { terminalId, startedAt } = handle;
    this.held.set(terminalId, { sessionId, handle, followed });
    return { terminalId, ...metaOf(createTerminalAnswer, { startedAt }) };
  }

  private find({ sessionId, terminalId }: Names): HeldTerminal {
    const found = this.held.get(terminalId);
    if (found?.sessionId === sessionId) return found;
    throw acpErrorOf(failure('validation', 'This session has no such terminal.'));
  }
}

interface HeldTerminal {
  readonly sessionId: string;
  readonly handle: CommandHandle;
  readonly followed: FollowedOutput;
}

/** What a command prints between two requests for it. */
class FollowedOutput {
  private news: NextOutput = {};
  private tell: ((news: NextOutput) => void) | undefined;
  private isWatched = false;

  /** Live output begins with what came before the first request. */
  next(handle: CommandHandle): Promise<NextOutput> | NextOutput {
    if (!this.isWatched) this.watch(handle);
    if (Object.keys(this.news).length > 0) return this.take();
    // An earlier request that still waits learns nothing.
    this.tell?.({});
    return new Promise((resolve) => (this.tell = resolve));
  }

  private watch(handle: CommandHandle): void {
    this.isWatched = true;
    const watching = [
      handle.onOutput((text) => this.add({ text })),
      handle.onInputWait((waitsForInput) => this.add({ waitsForInput })),
    ];
    void handle.exited.then(() => {
      for (const each of watching) each.dispose();
      this.add({ ended: true });
    });
  }

  add(more: NextOutput): void {
    const { text = '', whole = '' } = this.news;
    this.news = {
      ...this.news,
      ...more,
      ...(more.text !== undefined && { text: text + more.text }),
      ...(more.whole !== undefined && { whole: whole + more.whole }),
    };
    const { tell } = this;
    this.tell = undefined;
    if (tell !== undefined) tell(this.take());
  }

  private take(): NextOutput {
    const { news } = this;
    this.news = news.ended === true ? { ended: true } : {};
    return news;
  }
}

function outputOf(
  handle: CommandHandle,
  request: Names,
): ClientRequests['terminal/output']['response'] {
  const { combined: output, stdout, stderr, truncated, exitStatus: exit } = handle.output();
  const isAsked = readMeta(terminalOutputAsk, request) !== undefined;
  return {
    output,
    truncated,
    ...(exit && { exitStatus: exitStatus(exit) }),
    ...(isAsked && metaOf(terminalOutputAnswer, { stdout, stderr })),
  };
}

function exitStatus(exit: TerminalExit) {
  const { exitCode, exitCodeKnown, signal } = exit;
  return {
    exitCode: exitCodeKnown && signal === undefined ? exitCode : null,
    signal: signal ?? null,
    ...metaOf(exitAnswer, exit),
  };
}

/** ACP's `args` are words. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
