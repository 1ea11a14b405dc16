import type { Result } from '../contracts/result';
import type { Disposable } from './disposable';

/**
 * Runs commands in terminals the person can see. The methods are ACP's `terminal/*`, so that other
 * agents can use them. A command runs by `bash -c` exactly as given; nothing is typed into a shell.
 */
export interface Terminals {
  /** Starts a command; does not wait for the terminal to be shown. */
  create(request: TerminalRequest): Promise<Result<TerminalHandle>>;
}

export interface TerminalRequest {
  readonly sessionId: string;
  readonly command: string;
  /** Absolute, inside the roots; checked again here. */
  readonly cwd: string;
  /** Bytes kept per stream and in the interleaved text, head and tail half each. */
  readonly outputByteLimit: number;
}

export interface TerminalHandle {
  readonly terminalId: string;
  /** New interleaved output, without escape sequences, at most every 48 ms. */
  onOutput(listener: (text: string) => void): Disposable;
  /** What has been captured so far; never waits. */
  output(): TerminalOutput;
  /** Settles once, after both pipes are drained; never rejects. Aborting `signal` does not kill. */
  waitForExit(signal: AbortSignal): Promise<TerminalExit | undefined>;
  /** TERM to the whole process group, KILL two seconds later; settles when it is gone. */
  kill(): Promise<void>;
  /** Lets the command's resources go; the terminal stays visible. Kills what still runs. */
  release(): void;
}

export interface TerminalOutput {
  /** Both streams in the order they came, no escape sequences. */
  readonly combined: string;
  readonly stdout: string;
  readonly stderr: string;
  /** True exactly when something was cut (000). */
  readonly truncated: boolean;
}

export interface TerminalExit {
  /** 128+n after a signal, -1 when unknown (DESIGN decision 16). */
  readonly exitCode: number;
  readonly exitCodeKnown: boolean;
  readonly signal?: string;
  /** Set when the person closed the terminal or pressed Ctrl-C in it. */
  readonly endedBy?: 'person' | 'kill';
}
