import {
  AcpError,
  createTerminalAnswer,
  createTerminalAsk,
  exitAnswer,
  failureOf,
  metaOf,
  nextOutputMethod,
  parseNextOutput,
  readMeta,
  terminalOutputAnswer,
  terminalOutputAsk,
} from '../../contracts/chats/acp-client';
import { unlessAborted } from '../../base/async';
import { fail, succeed, type Result } from '../../contracts/failure';
import type { ClientRequest } from '../../ports/acp';
import type { Disposable } from '../../ports/disposable';
import type {
  TerminalExit,
  TerminalHandle,
  TerminalOutput,
  TerminalRequest,
  Terminals,
} from '../../ports/terminals';

/** The terminals of the client, by ACP's requests (decision acp-client). */
export function createClientTerminals(request: ClientRequest): Terminals {
  return {
    create: async (asked) => {
      const { sessionId, toolCallId, command, cwd, outputByteLimit, env = {}, signal } = asked;
      const whole = asked.onWhole !== undefined;
      const meta = { ...(toolCallId !== undefined && { toolCallId }), whole };
      const created = await answerOf(
        request(
          'terminal/create',
          {
            ...{ sessionId, command, cwd, outputByteLimit },
            env: Object.entries(env).map(([name, value]) => ({ name, value })),
            ...metaOf(createTerminalAsk, meta),
          },
          signal,
        ),
      );
      if (!created.ok) return created;
      const { terminalId } = created.value;
      const { startedAt = 0 } = readMeta(createTerminalAnswer, created.value) ?? {};
      return succeed(new ClientTerminal(request, asked, terminalId, startedAt));
    },
  };
}

/** The answer to a request, an error of the client as a failure. */
export async function answerOf<T>(answer: Promise<T>): Promise<Result<T>> {
  try {
    return succeed(await answer);
  } catch (error) {
    if (error instanceof AcpError) return fail(failureOf(error));
    throw error;
  }
}

const unknownExit: TerminalExit = { exitCode: -1, exitCodeKnown: false };
const noOutput: TerminalOutput = { combined: '', stdout: '', stderr: '', truncated: false };

/** A command that the client runs. Its end and last output stay known when it is released. */
class ClientTerminal implements TerminalHandle {
  private readonly names: { readonly sessionId: string; readonly terminalId: string };
  private readonly listeners = new Set<(text: string) => void>();
  private readonly inputListeners = new Set<(waits: boolean) => void>();
  private readonly exited: Promise<TerminalExit>;
  private waits = false;
  private last: TerminalOutput | undefined;

  constructor(
    private readonly request: ClientRequest,
    { sessionId, onWhole }: TerminalRequest,
    readonly terminalId: string,
    readonly startedAt: number,
  ) {
    this.names = { sessionId, terminalId };
    this.exited = this.end(this.follow(onWhole));
  }

  onOutput(listener: (text: string) => void): Disposable {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  onInputWait(listener: (waits: boolean) => void): Disposable {
    this.inputListeners.add(listener);
    if (this.waits) listener(true);
    return { dispose: () => void this.inputListeners.delete(listener) };
  }

  async output(): Promise<TerminalOutput> {
    if (this.last !== undefined) return this.last;
    const asked = { ...this.names, ...metaOf(terminalOutputAsk, { streams: true }) };
    const answer = await answerOf(this.request('terminal/output', asked));
    if (!answer.ok) return noOutput;
    const { output: combined, truncated, exitStatus } = answer.value;
    const { stdout = combined, stderr = '' } = readMeta(terminalOutputAnswer, answer.value) ?? {};
    const exit = exitStatus && { exitStatus: exitOf(exitStatus) };
    return { combined, stdout, stderr, truncated, ...exit };
  }

  waitForExit(signal: AbortSignal): Promise<TerminalExit | undefined> {
    return unlessAborted(this.exited, signal);
  }

  async kill(): Promise<void> {
    await answerOf(this.request('terminal/kill', this.names));
    await this.exited;
  }

  release(): void {
    // The client releases what it has ended by itself.
    void answerOf(this.request('terminal/release', this.names));
  }

  /** Resolves when the client has nothing more to tell, at once if it does not know the method. */
  private async follow(onWhole: TerminalRequest['onWhole']): Promise<void> {
    for (;;) {
      const answer = await answerOf(this.request(nextOutputMethod, this.names));
      const news = answer.ok ? parseNextOutput(answer.value) : undefined;
      if (news === undefined) return;
      const { text, whole, waitsForInput, ended } = news;
      if (whole !== undefined) onWhole?.(whole);
      if (text !== undefined) for (const listener of this.listeners) listener(text);
      if (waitsForInput !== undefined) this.tellWaiting(waitsForInput);
      if (ended === true) return;
    }
  }

  private tellWaiting(waits: boolean): void {
    this.waits = waits;
    for (const listener of this.inputListeners) listener(waits);
  }

  private async end(followed: Promise<void>): Promise<TerminalExit> {
    const answer = await answerOf(this.request('terminal/wait_for_exit', this.names));
    await followed;
    this.last = await this.output();
    return answer.ok ? exitOf(answer.value) : unknownExit;
  }
}

interface ExitStatus {
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly _meta?: unknown;
}

function exitOf(status: ExitStatus): TerminalExit {
  const ours = readMeta(exitAnswer, status);
  if (ours !== undefined) return ours;
  const { exitCode, signal } = status;
  if (typeof exitCode === 'number') return { exitCode, exitCodeKnown: true };
  return typeof signal === 'string' ? { ...unknownExit, signal } : unknownExit;
}
