import { say } from '../../core/base/sentence';
import { setImmediate } from 'node:timers/promises';
import { counted } from '../../core/base/wording';
import {
  acpErrorOf,
  askOf,
  createTerminalAnswer,
  createTerminalAsk,
  exitAnswer,
  metaOf,
  nextOutputMethod,
  terminalOutputAnswer,
  terminalOutputAsk,
  type ClientRequests,
  type NextOutput,
} from '../../core/contracts/chats/acp-client';
import { failure, type Result } from '../../core/contracts/failure';
import type { ClientMethods } from '../../core/ports/acp';
import type { TerminalExit, TerminalHandle, TerminalRequest } from '../../core/ports/terminals';
import type { Workspace } from '../../core/ports/workspace';
import type { CommandHandle } from '../terminals/start-command';
import { absolutePath, type ConnectionSessions } from './client-files';

/** Most bytes of the output of a command in memory. */
export const maxOutputBytes = 1024 * 1024;

export interface ClientTerminalsDeps {
  readonly terminals: {
    create(request: TerminalRequest): Promise<Result<HeldCommand>>;
  };
  readonly sessions: ConnectionSessions;
  readonly workspace: Workspace;
}

type HeldCommand = Pick<CommandHandle, keyof Omit<TerminalHandle, 'output'> | 'output' | 'exited'>;

type Names = ClientRequests['terminal/output']['params'];

/** Answers `terminal/*` of the agent of one connection, which reaches no terminal of another. */
export class ClientTerminals {
  readonly methods: Omit<ClientMethods, 'fs/read_text_file' | 'fs/write_text_file'> = {
    'terminal/create': (request, signal) => this.create(request, signal),
    'terminal/output': async (request) =>
      Promise.resolve(outputOf(this.find(request).handle, request)),
    'terminal/wait_for_exit': async (request, signal) => {
      const exit = await this.find(request).handle.waitForExit(signal);
      if (exit === undefined) throw acpErrorOf(failure('cancelled', say`No longer waiting.`));
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

  constructor(private readonly deps: ClientTerminalsDeps) {
    deps.sessions.onClosed((sessionId) => {
      for (const [terminalId, held] of this.held) {
        if (held.sessionId === sessionId) void this.drop(terminalId, held.handle);
      }
    });
  }

  /** Ends a command of a closed session; its agent still learns how it ended, if it asks at once. */
  private async drop(terminalId: string, handle: HeldCommand): Promise<void> {
    handle.release();
    await handle.exited;
    await setImmediate();
    this.held.delete(terminalId);
  }

  private async create(
    request: ClientRequests['terminal/create']['params'],
    signal: AbortSignal,
  ): Promise<ClientRequests['terminal/create']['response']> {
    const { workspace, sessions, terminals } = this.deps;
    const { sessionId, command, args = [], env = [] } = request;
    sessions.check(sessionId);
    const meta = askOf(createTerminalAsk, request);
    const followed = new FollowedOutput();
    const created = await terminals.create({
      sessionId,
      ...(meta?.toolCallId !== undefined && { toolCallId: meta.toolCallId }),
      command: args.length === 0 ? command : [command, ...args].map(quoted).join(' '),
      cwd: absolutePath(request.cwd ?? workspace.roots()[0] ?? '', workspace),
      outputByteLimit: Math.min(request.outputByteLimit ?? maxOutputBytes, maxOutputBytes),
      env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
      ...wishesOf(meta, followed),
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
    throw acpErrorOf(failure('validation', say`This session has no such terminal.`));
  }
}

type Ask = ReturnType<typeof askOf<typeof createTerminalAsk>>;

/** What an agent wants besides the output that memory holds. */
function wishesOf(ask: Ask, followed: FollowedOutput): Pick<TerminalRequest, 'onWhole' | 'spools'> {
  return {
    ...(ask?.whole === true && { onWhole: (whole) => followed.add({ whole }) }),
    ...(ask?.spools === true && { spools: true }),
  };
}

interface HeldTerminal {
  readonly sessionId: string;
  readonly handle: HeldCommand;
  readonly followed: FollowedOutput;
}

/** Text that no client has asked for yet: the newest of it, and how much that leaves out. */
class UnreadText {
  private text: string | undefined;
  private left = 0;

  add(more: string | undefined): void {
    if (more === undefined) return;
    const { text = '' } = this;
    const room = Math.max(0, maxOutputBytes - more.length);
    const kept = text.length > room ? text.slice(text.length - room) : text;
    this.left += text.length - kept.length;
    this.text = kept + more;
  }

  take(): string | undefined {
    const { text, left } = this;
    this.text = undefined;
    this.left = 0;
    const lost = left === 0 ? '' : `[… ${counted(left, 'character')} were not read in time …]\n`;
    return text === undefined ? undefined : lost + text;
  }
}

/** What a command prints between two requests for it; bounded, even if no request follows. */
class FollowedOutput {
  private readonly text = new UnreadText();
  private readonly whole = new UnreadText();
  private news: NextOutput = {};
  private hasNews = false;
  private answer: ((news: NextOutput) => void) | undefined;
  private isWatched = false;

  /** Live output begins with what came before the first request. */
  next(handle: HeldCommand): Promise<NextOutput> | NextOutput {
    if (!this.isWatched) this.watch(handle);
    if (this.hasNews) return this.take();
    // An earlier request that still waits learns nothing.
    this.answer?.({});
    return new Promise((resolve) => (this.answer = resolve));
  }

  private watch(handle: HeldCommand): void {
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

  add({ text, whole, ...rest }: NextOutput): void {
    this.text.add(text);
    this.whole.add(whole);
    this.news = { ...this.news, ...rest };
    this.hasNews = true;
    const { answer } = this;
    this.answer = undefined;
    if (answer !== undefined) answer(this.take());
  }

  private take(): NextOutput {
    const { news } = this;
    const [text, whole] = [this.text.take(), this.whole.take()];
    this.hasNews = news.ended === true;
    this.news = this.hasNews ? { ended: true } : {};
    return { ...news, ...(text !== undefined && { text }), ...(whole !== undefined && { whole }) };
  }
}

function outputOf(
  handle: HeldCommand,
  request: Names,
): ClientRequests['terminal/output']['response'] {
  const { combined: output, truncated, exitStatus: exit, ...streams } = handle.output();
  const isAsked = askOf(terminalOutputAsk, request) !== undefined;
  return {
    output,
    truncated,
    ...(exit && { exitStatus: exitStatus(exit) }),
    ...(isAsked && metaOf(terminalOutputAnswer, streams)),
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
