import type { TerminalExit, TerminalHandle } from './terminals';

/**
 * The commands that run on after their call has answered (DESIGN decisions 29, 38). Each belongs to
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
