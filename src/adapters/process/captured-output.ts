import { createEscapeFilter, LineResolver, isLineSequence } from '../../core/base/ansi';
import { createHeadTail } from '../../core/base/head-tail';
import type { OutputSpool } from '../../core/ports/output-spools';
import type { Disposable, Clock } from '../../core/ports/system';
import type { TerminalOutput } from '../../core/ports/terminals';

export type StreamName = 'stdout' | 'stderr';

/** The output of a command: each stream, and both in order of arrival. */
export interface CapturedOutput {
  /** `isPlain`: the text has no control characters but backspace, tab and line breaks. */
  write(stream: StreamName, text: string, isPlain?: boolean): void;
  /** Undefined if the disk keeps up with the spool; otherwise resolves when it does. */
  drained(): Promise<void> | undefined;
  /** Ends the output. Listeners have received everything at once; resolves when the spool has. */
  end(): Promise<void>;
  read(): TerminalOutput;
  /** The last line while it is incomplete. */
  openLine(): string;
  onText(listener: (text: string) => void): Disposable;
}

/** Most that is kept of each stream alone. */
const streamBytes = 1024 * 1024;

export interface CaptureOptions {
  readonly outputByteLimit: number;
  /** Receives both streams completely, by line or in longer pieces. */
  readonly onWhole?: (text: string) => void;
  /** Keeps both streams completely if they are more than the limit. */
  readonly spool?: OutputSpool;
}

/**
 * Keeps at most `outputByteLimit` of both streams together, and a megabyte of each, without escape
 * sequences (003-envelope-1). Sequences are removed per stream, so that one stream cannot interrupt
 * a sequence of the other; lines are resolved together, as on a screen.
 */
export function createCapturedOutput(
  { outputByteLimit: limitBytes, onWhole, spool }: CaptureOptions,
  clock: Clock,
): CapturedOutput {
  const each = Math.min(limitBytes, streamBytes);
  const streams = { stdout: new TextKeeper(each), stderr: new TextKeeper(each) };
  const filters = {
    stdout: createEscapeFilter(isLineSequence),
    stderr: createEscapeFilter(isLineSequence),
  };
  const combined = new TextKeeper(limitBytes);
  const live = new LiveText(clock, () => combined.pending());
  const emit = (text: string): void => {
    if (text === '') return;
    onWhole?.(text);
    spool?.write(text);
    live.write(text, combined.isAscii());
  };
  return {
    write: (stream, text, isPlain) => {
      const clean = filters[stream].write(text, isPlain);
      streams[stream].write(clean, isPlain);
      emit(combined.write(clean, isPlain));
    },
    drained: () => spool?.drained(),
    end: async () => {
      streams.stdout.end();
      streams.stderr.end();
      emit(combined.end());
      live.end();
      await spool?.end();
    },
    read: () => {
      const parts = {
        combined: combined.read(),
        stdout: streams.stdout.read(),
        stderr: streams.stderr.read(),
      };
      const spooled = spool?.soFar();
      return {
        combined: parts.combined.text,
        stdout: parts.stdout.text,
        stderr: parts.stderr.text,
        truncated: Object.values(parts).some((part) => part.cutBytes > 0),
        ...(spooled !== undefined && { spooled }),
      };
    },
    openLine: () => combined.pending(),
    onText: (listener) => live.onText(listener),
  };
}

/** Lines as a terminal shows them; keeps the first and the last ones. */
class TextKeeper {
  private readonly lines = new LineResolver();
  private readonly kept: ReturnType<typeof createHeadTail>;
  private hasAsciiOnly = true;

  constructor(limitBytes: number) {
    this.kept = createHeadTail(limitBytes);
  }

  /** Returns the lines that are now complete. */
  write(text: string, isPlain = false): string {
    // Lines are emitted later than their text arrives: after any other text, any of them may
    // contain it.
    this.hasAsciiOnly &&= isPlain;
    return this.keep(this.lines.write(text, isPlain));
  }

  end(): string {
    return this.keep(this.lines.end());
  }

  pending(): string {
    return this.lines.pending();
  }

  read(): { readonly text: string; readonly cutBytes: number } {
    const { text, cutBytes } = this.kept.read();
    return { text: text + this.lines.pending(), cutBytes };
  }

  /** Whether all text so far is known to be ASCII. */
  isAscii(): boolean {
    return this.hasAsciiOnly;
  }

  private keep(text: string): string {
    this.kept.append(text, this.hasAsciiOnly);
    return text;
  }
}

const intervalMs = 48;
const maxBytes = 64 * 1024;

/**
 * Live output: emits at most one piece of 64 KB every 48 ms and replaces the excess in the middle
 * with a marker. `pending` is the incomplete last line: it is shown while it only grows (a prompt, a
 * row of dots); a rewritten line (a progress bar) is shown when complete.
 */
export class LiveText {
  private readonly listeners = new Set<(text: string) => void>();
  private complete = createHeadTail(maxBytes);
  /** The part of the line at the start of `complete` that listeners have received. */
  private shown = '';
  private timer: Disposable | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly pending: () => string,
  ) {}

  /** Accepts complete lines, or parts of an overlong one. */
  write(text: string, isAscii = false): void {
    this.complete.append(text, isAscii);
    this.schedule();
  }

  /** Emits the rest and ends. */
  end(): void {
    this.flush();
  }

  onText(listener: (text: string) => void): Disposable {
    this.listeners.add(listener);
    this.schedule();
    return { dispose: () => void this.listeners.delete(listener) };
  }

  private schedule(): void {
    if (this.listeners.size > 0) this.timer ??= this.clock.after(intervalMs, () => this.flush());
  }

  private flush(): void {
    this.timer?.dispose();
    this.timer = undefined;
    const ended = this.complete.read().text;
    const open = this.pending();
    const text = ended + open;
    const grows = text.startsWith(this.shown);
    if (!grows && ended === '') return;
    const fresh = grows ? text.slice(this.shown.length) : `\n${text}`;
    this.complete = createHeadTail(maxBytes);
    this.shown = open;
    if (fresh === '') return;
    for (const listener of this.listeners) listener(fresh);
  }
}
