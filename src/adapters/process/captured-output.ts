import { createEscapeFilter, createLineResolver, isLineSequence } from '../../core/base/ansi';
import { createHeadTail } from '../../core/base/head-tail';
import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import type { TerminalOutput } from '../../core/ports/terminals';

export type StreamName = 'stdout' | 'stderr';

/** The output of a command: each stream, and both in order of arrival. */
export interface CapturedOutput {
  /** `isPlain`: the text has no control characters but backspace, tab and line breaks. */
  write(stream: StreamName, text: string, isPlain?: boolean): void;
  /** Ends the output. Every listener has received everything when it returns. */
  end(): void;
  read(): TerminalOutput;
  /** The last line while it is incomplete. */
  openLine(): string;
  onText(listener: (text: string) => void): Disposable;
}

/**
 * Keeps at most `limitBytes` of each stream and of both together, without escape sequences
 * (003-envelope-1). Sequences are removed per stream, so that one stream cannot interrupt a
 * sequence of the other; lines are resolved together, as on a screen. `onWhole` receives both
 * streams completely, by line or in longer pieces.
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
  const emit = (text: string): void => {
    if (text === '') return;
    onWhole(text);
    live.write(text);
  };
  return {
    write: (stream, text, isPlain) => {
      const clean = filters[stream].write(text, isPlain);
      streams[stream].write(clean, isPlain);
      emit(combined.write(clean, isPlain));
    },
    end: () => {
      streams.stdout.end();
      streams.stderr.end();
      emit(combined.end());
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

/** Lines as a terminal shows them; keeps the first and the last ones. */
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
      // Lines are emitted later than their text arrives: after any other text, any of them may
      // contain it.
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

/** Live output in pieces of limited size and rate. */
export interface LiveText {
  /** Accepts complete lines, or parts of an overlong one. */
  write(text: string): void;
  /** Emits the rest and ends. */
  end(): void;
  onText(listener: (text: string) => void): Disposable;
}

/**
 * Emits at most one piece of 64 KB every 48 ms; replaces the excess in the middle with a marker.
 * `pending` is the incomplete last line: it is shown while it only grows (a prompt, a row of dots);
 * a rewritten line (a progress bar) is shown when complete.
 */
export function createLiveText(clock: Clock, pending: () => string): LiveText {
  const listeners = new Set<(text: string) => void>();
  let complete = createHeadTail(maxBytes);
  /** The part of the line at the start of `complete` that listeners have received. */
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
