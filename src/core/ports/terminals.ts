import type { Result } from '../contracts/failure';
import type { Disposable } from './disposable';

/**
 * Runs commands in terminals the person can see. The methods are those of ACP v1
 * (`terminal/create`, `output`, `wait_for_exit`, `kill`, `release`), so that an agent outside can
 * be given them: a handle is what its `terminalId` stands for. A command runs by `bash -c` exactly
 * as given; nothing is typed into a shell. ACP's `args` are words: who has them quotes them into
 * the text.
 */
export interface Terminals {
  /**
   * `terminal/create`: starts a command and does not wait for the terminal to be shown. When it
   * answers, the command is on record, so that a crash of the host cannot lose it (decision 38).
   */
  create(request: TerminalRequest): Promise<Result<TerminalHandle>>;
}

export interface TerminalRequest {
  /** ACP `sessionId`: the chat, which the command does not outlive. */
  readonly sessionId: string;
  /** The call that runs it, by which the audit log tells what became of it after a crash. */
  readonly toolCallId?: string;
  /** ACP `command`. */
  readonly command: string;
  /** Absolute, inside the roots; checked again here. */
  readonly cwd: string;
  /** Bytes kept per stream and in the interleaved text, head and tail half each. */
  readonly outputByteLimit: number;
  /**
   * Variables on top of the person's own environment. One that would run other code before the
   * command, or that looks like a secret, is left out (peers rule 8).
   */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Gets both streams whole, in the order they came, without escape sequences and as a terminal
   * shows each line; what `outputByteLimit` cuts is in it. Called while the command runs, the last
   * time before it has ended; must be quick and must not throw.
   */
  readonly onWhole?: (text: string) => void;
  /** Aborted before the command runs, it never does; afterwards this means nothing. */
  readonly signal?: AbortSignal;
}

export interface TerminalHandle {
  /** ACP `terminalId`. */
  readonly terminalId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** New interleaved output, without escape sequences, at most every 48 ms. */
  onOutput(listener: (text: string) => void): Disposable;
  /** `terminal/output`: what has been captured so far; never waits. */
  output(): TerminalOutput;
  /**
   * `terminal/wait_for_exit`: settles once, after both pipes are drained; never rejects. Aborting
   * `signal` does not kill, and answers undefined.
   */
  waitForExit(signal: AbortSignal): Promise<TerminalExit | undefined>;
  /**
   * `terminal/kill`: TERM to the whole process group, KILL two seconds later; settles when it is
   * gone.
   */
  kill(): Promise<void>;
  /**
   * `terminal/release`: lets the command's resources go; kills what still runs. The terminal stays
   * visible.
   */
  release(): void;
  /** Types into the command's standard input; nothing happens when it reads no more. */
  type(text: string): void;
  /** Ends the command's standard input, as Ctrl-D does. */
  closeInput(): void;
  /**
   * True once the command has been silent for two seconds and waits for somebody to type; false
   * when it goes on, was given text, or ended. A new listener is told at once when it waits
   * already.
   */
  onInputWait(listener: (waits: boolean) => void): Disposable;
}

/** ACP `terminal/output`: `combined` is its `output`. */
export interface TerminalOutput {
  /**
   * Both streams in the order they came, no escape sequences. ACP cuts the begin, we cut the
   * middle.
   */
  readonly combined: string;
  readonly stdout: string;
  readonly stderr: string;
  /** True exactly when something was cut (000-envelope-2). */
  readonly truncated: boolean;
  /** Once the command has ended. */
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
  /** Set when the person closed the terminal or pressed Ctrl-C in it. */
  readonly endedBy?: 'person' | 'kill';
}

/**
 * The commands that run on after their call has answered (decisions 29, 38). Each belongs to
 * one chat, which sees no others; they end with it.
 */
export interface BackgroundCommands {
  /** False while a chat has as many as it may. */
  hasRoom(sessionId: string): boolean;
  /** Takes over a running command and gives it an id; undefined when there is no room. */
  add(command: BackgroundStart): string | undefined;
  /** Those that run, and the last that have ended, oldest first. */
  list(sessionId: string): readonly BackgroundCommand[];
  /** Those that have ended and whose end nobody has read yet; each is given out once. */
  takeEnded(sessionId: string): readonly EndedCommand[];
}

/** Who wanted a command in the background ended. */
export type BackgroundStopper = 'agent' | 'person';

/** A running command as the tool that started it hands it over. */
export interface BackgroundStart {
  readonly sessionId: string;
  readonly toolCallId: string;
  /** As it was given; whoever shows it redacts it. */
  readonly command: string;
  readonly handle: TerminalHandle;
  /** Settles once, when it has ended; never rejects. */
  readonly ended: Promise<CommandEnd>;
  /** Ends it with its whole group, and settles when it is gone. */
  stop(by: BackgroundStopper): Promise<void>;
}

/** How a command ended, and why we stopped it, if we did. */
export interface CommandEnd {
  readonly exit: TerminalExit;
  readonly stopped: StopReason | undefined;
}

/** `no-room`: it took too long for an answer, and as many as may run in the background already. */
export type StopReason = 'timeout' | 'no-room' | 'cancelled' | BackgroundStopper;

/** One command in the background, or one that has ended there. */
export interface BackgroundCommand {
  /** `bg1`; counts through the chat. */
  readonly id: string;
  readonly toolCallId: string;
  readonly command: string;
  readonly terminalId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Undefined while it runs. */
  end(): BackgroundEnd | undefined;
  waitsForInput(): boolean;
  /** What it wrote since this was last asked, after what its call answered. */
  takeNew(): RetainedOutput;
  /** What is kept of all that it wrote. */
  output(): RetainedOutput;
  /** True when `takeNew` would have something, or it has ended. */
  hasUpdate(): boolean;
  /** Settles with the next news; aborting `signal` only ends the waiting. */
  nextUpdate(signal: AbortSignal): Promise<void>;
  /** The chat has read how it ended. */
  markRead(): void;
  /** Ends it with its whole group; settles when it is gone and its end is known. */
  stop(by: BackgroundStopper): Promise<void>;
}

export interface BackgroundEnd extends CommandEnd {
  /** How long it ran, in milliseconds. */
  readonly durationMs: number;
}

/** Both streams in the order they came, no escape sequences. */
export interface RetainedOutput {
  readonly text: string;
  /** True when something of it was cut. */
  readonly truncated: boolean;
}

export interface EndedCommand extends BackgroundEnd {
  readonly id: string;
  readonly command: string;
}
