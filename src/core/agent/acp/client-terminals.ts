import {
  AcpError,
  createTerminalAnswer,
  createTerminalAsk,
  exitAnswer,
  failureOf,
  metaOf,
  nextOutputMethod,
  nextOutput,
  readMeta,
  terminalOutputAnswer,
  terminalOutputAsk,
} from '../../contracts/chats/acp-client';
import { unlessAborted } from '../../base/async';
import { fail, succeed, type Result } from '../../contracts/failure';
import type { ClientRequest } from '../../ports/acp';
import type { Disposable } from '../../ports/system';
import type {
  TerminalExit,
  TerminalHandle,
  TerminalOutput,
  TerminalRequest,
  Terminals,
} from '../../ports/terminals';

/** Terminals by ACP (decision acp-client). `report` receives what a listener throws. */
export function createClientTerminals(
  request: ClientRequest,
  report: (error: unknown) => void,
): Terminals {
  return {
    create: async (asked) => {
      const { sessionId, toolCallId, command, cwd, outputByteLimit, env = {}, signal } = asked;
      const whole = asked.onWhole !== undefined;
      const spools = asked.spools === true && { spools: true };
      const meta = { ...(toolCallId !== undefined && { toolCallId }), whole, ...spools };
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
      return succeed(new ClientTerminal({ request, report }, asked, terminalId, startedAt));
    },
  };
}

/** The answer to a request, an error of the client as a failure with its code. */
export async function answerOf<T>(
  answer: Promise<T>,
): Promise<Result<T> & { readonly code?: number; readonly data?: unknown }> {
  try {
    return succeed(await answer);
  } catch (error) {
    if (error instanceof AcpError) {
      const { code, data } = error;
      return { ...fail(failureOf(error)), code, data };
    }
    throw error;
  }
}

const unknownExit: TerminalExit = { exitCode: -1, exitCodeKnown: false };
const noOutput: TerminalOutput = { combined: '', stdout: '', stderr: '', truncated: false };

type Listener<T> = (news: T) => void;

interface Client {
  readonly request: ClientRequest;
  readonly report: (error: unknown) => void;
}

/** A command that the client runs. Its end and last output stay known when it is released. */
class ClientTerminal implements TerminalHandle {
  private readonly names: { readonly sessionId: string; readonly terminalId: string };
  private readonly wholeListeners = new Set<Listener<string>>();
  private readonly listeners = new Set<Listener<string>>();
  private readonly inputListeners = new Set<Listener<boolean>>();
  private readonly exited: Promise<TerminalExit>;
  private waits = false;
  private last: TerminalOutput | undefined;

  constructor(
    private readonly client: Client,
    { sessionId, onWhole }: TerminalRequest,
    readonly terminalId: string,
    readonly startedAt: number,
  ) {
    this.names = { sessionId, terminalId };
    if (onWhole !== undefined) this.wholeListeners.add(onWhole);
    this.exited = this.end(this.follow());
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
    const answer = await answerOf(this.client.request('terminal/output', asked));
    if (!answer.ok) return { ...noOutput, truncated: true };
    const { output: combined, truncated, exitStatus } = answer.value;
    const ours = readMeta(terminalOutputAnswer, answer.value);
    const streams = ours ?? { stdout: combined, stderr: '' };
    const exit = exitStatus && { exitStatus: exitOf(exitStatus) };
    return { combined, ...streams, truncated, ...exit };
  }

  waitForExit(signal: AbortSignal): Promise<TerminalExit | undefined> {
    return unlessAborted(this.exited, signal);
  }

  async kill(): Promise<void> {
    await answerOf(this.client.request('terminal/kill', this.names));
    await this.exited;
  }

  release(): void {
    // The client releases what it has ended by itself.
    void answerOf(this.client.request('terminal/release', this.names));
  }

  /** Resolves when the client has nothing more to report, at once if it does not know the method. */
  private async follow(): Promise<void> {
    for (;;) {
      const answer = await answerOf(this.client.request(nextOutputMethod, this.names));
      const news = answer.ok ? nextOutput.safeParse(answer.value).data : undefined;
      if (news === undefined) return;
      const { text, whole, waitsForInput, ended } = news;
      if (whole !== undefined) this.notify(this.wholeListeners, whole);
      if (text !== undefined) this.notify(this.listeners, text);
      if (waitsForInput !== undefined) {
        this.waits = waitsForInput;
        this.notify(this.inputListeners, waitsForInput);
      }
      if (ended === true) return;
    }
  }

  /** A listener that throws is reported and dropped: the others and the end do not depend on it. */
  private notify<T>(listeners: Set<Listener<T>>, news: T): void {
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        listeners.delete(listener);
        this.client.report(error);
      }
    }
  }

  private async end(followed: Promise<void>): Promise<TerminalExit> {
    const answer = await answerOf(this.client.request('terminal/wait_for_exit', this.names));
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
