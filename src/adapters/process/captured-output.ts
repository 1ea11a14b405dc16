import { createEscapeFilter, createLineResolver, isLineSequence } from '../../core/base/ansi';
import { createHeadTail } from '../../core/base/head-tail';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { TerminalOutput } from '../../core/ports/terminals';
import { createLiveText } from './live-text';

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
 * (003 Structured Shell Output Envelope). Sequences are removed stream by stream, so that one stream
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
  // Nobody asked for the whole output.
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
