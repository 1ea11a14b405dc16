import { createEscapeFilter, createLineResolver, isLineSequence } from '../../core/base/ansi';
import { createHeadTail } from '../../core/base/head-tail';
import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import type { TerminalOutput } from '../../core/ports/terminals';

export type StreamName = 'stdout' | 'stderr';

/** What a command has written: each stream, and both in the order they came. */
export interface CapturedOutput {
  /** `isPlain`: the text has no control but backspace, tab and line ends. */
  write(stream: StreamName, text: string, isPlain?: boolean): void;
  /** Nothing more comes. Every listener has everything when it returns. */
  end(): void;
  read(): TerminalOutput;
  /** The last line while it has no end. */
  openLine(): string;
  onText(listener: (text: string) => void): Disposable;
}

/**
 * Keeps at most `limitBytes` of each stream and of both together, without escape sequences
 * (003-envelope-1). Sequences are removed stream by stream, so that one stream
 * cannot break into a sequence of the other; lines are resolved together, as on a screen. `onWhole`
 * gets all of both, line by line or in longer pieces.
 */
export function createCapturedOutput(
  limitBytes: number,
  clock: Clock,
  onWhole: (text: string) => void = ignore,
): CapturedOutput {
  const streams = { stdout: createTextKeeper(limitBytes), stderr: createTextKeeper(limitBytes) };
  const filters = {
    stdout: createEscapeFilter(isLineSequence),
    stderr: createEscapeFilter(isLineSequence),
  };
  const combined = createTextKeeper(limitBytes);
  const live = createLiveText(clock, combined.pending);
  const tell = (text: string): void => {
    if (text === '') return;
    onWhole(text);
    live.write(text);
  };
  return {
    write: (stream, text, isPlain) => {
      const clean = filters[stream].write(text, isPlain);
      streams[stream].write(clean, isPlain);
      tell(combined.write(clean, isPlain));
    },
    end: () => {
      streams.stdout.end();
      streams.stderr.end();
      tell(combined.end());
      live.end();
    },
    read: () => {
      const parts = {
        combined: combined.read(),
        stdout: streams.stdout.read(),
        stderr: streams.stderr.read(),
      };
      return {
        combined: parts.combined.text,
        stdout: parts.stdout.text,
        stderr: parts.stderr.text,
        truncated: Object.values(parts).some((part) => part.cutBytes > 0),
      };
    },
    openLine: () => combined.pending(),
    onText: (listener) => live.onText(listener),
  };
}

function ignore(): void {
  // The whole output was not requested.
}

/** Lines as a terminal shows them, the first and the last of them kept. */
function createTextKeeper(limitBytes: number) {
  const lines = createLineResolver();
  const kept = createHeadTail(limitBytes);
  let isAscii = true;
  const keep = (text: string): string => {
    kept.append(text, isAscii);
    return text;
  };
  return {
    write: (text: string, isPlain = false): string => {
      // Lines are given out later than they come: once there was another text, any may be of it.
      isAscii &&= isPlain;
      return keep(lines.write(text));
    },
    end: (): string => keep(lines.end()),
    pending: (): string => lines.pending(),
    read: () => {
      const { text, cutBytes } = kept.read();
      return { text: text + lines.pending(), cutBytes };
    },
  };
}

const intervalMs = 48;
const maxBytes = 64 * 1024;

/** Live output in pieces of limited size at a limited rate. */
export interface LiveText {
  /** Takes whole lines, or parts of an overlong one. */
  write(text: string): void;
  /** Gives out what is left. Nothing comes after it. */
  end(): void;
  onText(listener: (text: string) => void): Disposable;
}

/**
 * Joins pieces to at most one every 48 ms of at most 64 KB; the middle of more is replaced by a
 * mark. `pending` is the line that has no end yet: it is shown while it only grows (a question, a
 * row of dots); one that is rewritten (a progress bar) is shown when it has ended.
 */
export function createLiveText(clock: Clock, pending: () => string): LiveText {
  const listeners = new Set<(text: string) => void>();
  let complete = createHeadTail(maxBytes);
  /** What listeners have of the line that `complete` begins with. */
  let shown = '';
  let timer: Disposable | undefined;

  const flush = (): void => {
    timer?.dispose();
    timer = undefined;
    const ended = complete.read().text;
    const open = pending();
    const text = ended + open;
    const grows = text.startsWith(shown);
    if (!grows && ended === '') return;
    const fresh = grows ? text.slice(shown.length) : `\n${text}`;
    complete = createHeadTail(maxBytes);
    shown = open;
    if (fresh === '') return;
    for (const listener of listeners) listener(fresh);
  };
  const schedule = (): void => {
    if (listeners.size > 0) timer ??= clock.after(intervalMs, flush);
  };

  return {
    write: (text) => {
      complete.append(text);
      schedule();
    },
    end: flush,
    onText: (listener) => {
      listeners.add(listener);
      schedule();
      return { dispose: () => void listeners.delete(listener) };
    },
  };
}
