import { createHeadTail, type HeadTail } from '../../core/base/head-tail';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import { withCarriageReturns } from './terminal-text';

const tickMs = 50;
const bytesPerSecond = 256 * 1024;
const leastBytes = 8 * 1024;
const unopenedBytes = 64 * 1024;

/** Writes to a terminal that cannot say when it has enough. */
export interface TerminalWriter {
  /** Output of a command: joined, and cut in its middle when there is too much for the terminal. */
  mirror(text: string): void;
  /** Text of ours: comes after all output so far, and whole. */
  print(text: string): void;
  /** The terminal can take text from now on; what came before is written. */
  opened(): void;
  dispose(): void;
}

/**
 * VS Code has no flow control for the terminals of extensions, so the writer keeps to 256 KB a second
 * and says how much it skipped; at most 64 KB wait for the terminal to open. The captured output loses
 * nothing by this.
 */
export function createTerminalWriter(clock: Clock, write: (text: string) => void): TerminalWriter {
  let unopened: HeadTail | undefined = createHeadTail(unopenedBytes, skipped);
  let budget = bytesPerSecond;
  let filledAt = clock.monotonic();
  let waiting = createHeadTail(budget, skipped);
  let timer: Disposable | undefined;

  const put = (text: string): void => {
    if (unopened === undefined) write(text);
    else unopened.append(text);
  };
  const flush = (): void => {
    timer?.dispose();
    timer = undefined;
    const { text } = waiting.read();
    if (text !== '') put(withCarriageReturns(text));
    const now = clock.monotonic();
    const earned = ((now - filledAt) / 1000) * bytesPerSecond;
    budget = Math.min(bytesPerSecond, budget + earned - text.length);
    filledAt = now;
    waiting = createHeadTail(Math.max(leastBytes, Math.floor(budget)), skipped);
  };

  return {
    mirror: (text) => {
      waiting.append(text);
      timer ??= clock.after(tickMs, flush);
    },
    print: (text) => {
      flush();
      put(text);
    },
    opened: () => {
      const early = unopened?.read().text ?? '';
      unopened = undefined;
      if (early !== '') write(early);
    },
    dispose: () => {
      timer?.dispose();
      timer = undefined;
    },
  };
}

function skipped(bytes: number): string {
  return `\x1b[0m\r\n… ${String(bytes)} bytes skipped …\r\n`;
}
