import type { Result } from '../contracts/failure';
import type { Disposable } from './disposable';

/**
 * Runs commands in terminals the user can see, by the requests of ACP v1 (`terminal/create`,
 * `output`, `wait_for_exit`, `kill`, `release`), as an external agent does. A command runs by
 * `bash -c` exactly as given; nothing is typed into a shell.
 */
export interface Terminals {
  /**
   * `terminal/create`: starts a command without waiting for the terminal to be shown. When it
   * returns, the command is on record, so that a crash of the host cannot lose it (decision 38).
   */
  create(request: TerminalRequest): Promise<Result<TerminalHandle>>;
}

export interface TerminalRequest {
  /** ACP `sessionId`: the chat, which the command does not outlive. */
  readonly sessionId: string;
  /** The call that runs it, for the audit entry after a crash. */
  readonly toolCallId?: string;
  /** ACP `command`. */
  readonly command: string;
  /** Absolute, inside the roots; checked again here. */
  readonly cwd: string;
  /** Bytes kept per stream and in the interleaved text, head and tail half each. */
  readonly outputByteLimit: number;
  /**
   * Variables added to the user's own environment. Variables that would run other code before the
   * command, or that look like a secret, are left out.
   */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Receives both streams whole, in order, without escape sequences and with each line as a
   * terminal shows it, including what `outputByteLimit` cuts. Called while the command runs, the
   * last time before it has ended; must be quick and must not throw.
   */
  readonly onWhole?: (text: string) => void;
  /** If aborted before the command starts, it never runs; no effect afterwards. */
  readonly signal?: AbortSignal;
}

export interface TerminalHandle {
  /** ACP `terminalId`. */
  readonly terminalId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** New interleaved output, without escape sequences, at most every 48 ms. */
  onOutput(listener: (text: string) => void): Disposable;
  /** `terminal/output`: what was captured so far; does not wait for the command, never rejects. */
  output(): Promise<TerminalOutput>;
  /**
   * `terminal/wait_for_exit`: resolves after both pipes are drained; never rejects. Aborting
   * `signal` does not kill; the result is then undefined.
   */
  waitForExit(signal: AbortSignal): Promise<TerminalExit | undefined>;
  /**
   * `terminal/kill`: TERM to the whole process group, KILL two seconds later; resolves when it has
   * ended.
   */
  kill(): Promise<void>;
  /**
   * `terminal/release`: frees the command's resources; kills it if it still runs. The terminal
   * stays visible.
   */
  release(): void;
  /**
   * True once the command has been silent for two seconds and waits for input; false when it
   * continues, got input, or ended. A new listener is called at once if it already waits.
   */
  onInputWait(listener: (waits: boolean) => void): Disposable;
}

/** ACP `terminal/output`: `combined` is its `output`. */
export interface TerminalOutput {
  /** Both streams in order, without escape sequences. ACP cuts the start, we cut the middle. */
  readonly combined: string;
  readonly stdout: string;
  readonly stderr: string;
  /** True exactly when something was cut (000-envelope-2). */
  readonly truncated: boolean;
  /** Set once the command has ended. */
  readonly exitStatus?: TerminalExit;
}

/**
 * ACP's exit status. ACP has no exit code after a signal: there, `exitCode` is null when `signal`
 * is set.
 */
export interface TerminalExit {
  /** 128+n after a signal, -1 when unknown (decision 16). */
  readonly exitCode: number;
  readonly exitCodeKnown: boolean;
  readonly signal?: string;
  /** Set if the user closed the terminal or pressed Ctrl-C in it. */
  readonly endedBy?: 'person' | 'kill';
}

/**
 * Commands that continue after their call returned (decisions 29, 38). Each belongs to one chat,
 * which sees no others, and ends with it.
 */
export interface BackgroundCommands {
  /** False if a chat has reached its limit. */
  hasRoom(sessionId: string): boolean;
  /** Takes over a running command and returns its id; undefined if there is no room. */
  add(command: BackgroundStart): string | undefined;
  /** The running ones and the last that ended, oldest first. */
  list(sessionId: string): readonly BackgroundCommand[];
  /** Those that ended and were not reported yet; each is returned once. */
  takeEnded(sessionId: string): readonly EndedCommand[];
}

/** Who ended a background command. */
export type BackgroundStopper = 'agent' | 'person';

/** A running command as its tool hands it over. */
export interface BackgroundStart {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** As given; redact it before showing it. */
  readonly command: string;
  readonly handle: TerminalHandle;
  /** Resolves when it has ended; never rejects. */
  readonly ended: Promise<CommandEnd>;
  /** Ends it with its whole process group; resolves when it has ended. */
  stop(by: BackgroundStopper): Promise<void>;
}

/** How a command ended, and why we stopped it, if we did. */
export interface CommandEnd {
  readonly exit: TerminalExit;
  readonly stopped: StopReason | undefined;
}

/** `no-room`: it took too long, and the limit of background commands was reached. */
export type StopReason = 'timeout' | 'no-room' | 'cancelled' | BackgroundStopper;

/** A command in the background, running or ended. */
export interface BackgroundCommand {
  /** `bg1`; numbered within the chat. */
  readonly id: string;
  readonly toolCallId: string;
  readonly command: string;
  readonly terminalId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Undefined while it runs. */
  end(): BackgroundEnd | undefined;
  waitsForInput(): boolean;
  /** Output since the last call of this, at first since the call returned. */
  takeNew(): RetainedOutput;
  /** The retained part of all its output. */
  output(): Promise<RetainedOutput>;
  /** True if `takeNew` would return something, or it has ended. */
  hasUpdate(): boolean;
  /** Resolves with the next update; aborting `signal` only ends the waiting. */
  nextUpdate(signal: AbortSignal): Promise<void>;
  /** Call when the chat has read how it ended. */
  markRead(): void;
  /** Ends it with its whole process group; resolves when it has ended and its end is known. */
  stop(by: BackgroundStopper): Promise<void>;
}

export interface BackgroundEnd extends CommandEnd {
  /** How long it ran, in milliseconds. */
  readonly durationMs: number;
}

/** Both streams in order, without escape sequences. */
export interface RetainedOutput {
  readonly text: string;
  /** True if some of it was cut. */
  readonly truncated: boolean;
}

export interface EndedCommand extends BackgroundEnd {
  readonly id: string;
  readonly command: string;
}
