import type { SpooledOutput } from '../contracts/calls/spooled-output';
import type { Result } from '../contracts/failure';
import type { Disposable } from './system';

/** By ACP v1's `terminal/*`. A command runs by `bash -c` exactly as given; nothing is typed. */
export interface Terminals {
  /** Does not wait for the terminal. On return it is on record: no crash loses it (decision 38). */
  create(request: TerminalRequest): Promise<Result<TerminalHandle>>;
}

export interface TerminalRequest {
  /** ACP `sessionId`: the chat, which the command does not outlive. */
  readonly sessionId: string;
  /** The call that runs it, for the audit entry after a crash. */
  readonly toolCallId?: string;
  readonly command: string;
  /** Absolute, inside the roots; checked again here. */
  readonly cwd: string;
  /** Bytes kept per stream and in the interleaved text, head and tail half each. */
  readonly outputByteLimit: number;
  /** Added to the user's environment, but for what runs other code or looks like a secret. */
  readonly env?: Readonly<Record<string, string>>;
  /** Both streams whole and in order, each line as a terminal shows it. Quick; must not throw. */
  readonly onWhole?: (text: string) => void;
  /** Keeps all output on disk, redacted, if it is more than the limit: `TerminalOutput.spooled`. */
  readonly spools?: boolean;
  /** If aborted before the command starts, it never runs; no effect afterwards. */
  readonly signal?: AbortSignal;
}

export interface TerminalHandle {
  readonly terminalId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** New interleaved output, without escape sequences, at most every 48 ms. */
  onOutput(listener: (text: string) => void): Disposable;
  /** `terminal/output`: what was captured so far; does not wait for the command, never rejects. */
  output(): Promise<TerminalOutput>;
  /** Resolves after both pipes are drained; never rejects. An abort does not kill: undefined. */
  waitForExit(signal: AbortSignal): Promise<TerminalExit | undefined>;
  /** TERM to the whole process group, KILL two seconds later; resolves when it has ended. */
  kill(): Promise<void>;
  /** Frees its resources, and kills it if it still runs. The terminal stays visible. */
  release(): void;
  /** True once it was silent for two seconds and waits for input. Called at once if it does. */
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
  /** Set if all of it, or all so far, is on disk. */
  readonly spooled?: SpooledOutput;
}

/** ACP's exit status, which has no exit code after a signal. */
export interface TerminalExit {
  /** 128+n after a signal, -1 when unknown (decision 16). */
  readonly exitCode: number;
  readonly exitCodeKnown: boolean;
  readonly signal?: string;
  /** Set if the user closed the terminal or pressed Ctrl-C in it. */
  readonly endedBy?: 'person' | 'kill';
}

/** Commands that outlast their call (decisions 29, 38). A chat sees its own; they end with it. */
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

export type BackgroundStopper = 'agent' | 'person';

export interface BackgroundStart {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** As given; redact it before showing it. */
  readonly command: string;
  readonly handle: TerminalHandle;
  /** The command that left it running: it is shown beyond the limit of the chat, too. */
  readonly leftBy?: string;
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

export interface BackgroundCommand {
  /** `bg1`; numbered within the chat. */
  readonly id: string;
  readonly toolCallId: string;
  readonly command: string;
  readonly leftBy?: string | undefined;
  readonly terminalId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
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
  readonly truncated: boolean;
  /** Id of the stored output with all of it, if there is one. */
  readonly stored?: string;
}

export interface EndedCommand extends BackgroundEnd {
  readonly id: string;
  readonly command: string;
}
