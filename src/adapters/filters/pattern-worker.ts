import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from 'node:worker_threads';
import type { SecretSpan } from '../../core/base/redact/values/secret-span';

/**
 * Milliseconds for one pattern and a short text, at the first and at the last attempt. A harmless
 * pattern needs a thousandth of the first: only a busy machine makes it late, and must not switch
 * it off, because its secrets would then be seen.
 */
const limitsMs = [50, 250] as const;
/** Characters for which it gets another millisecond. */
const charactersPerMs = 10_000;
/** Milliseconds in which a thread must start. */
const startMs = 10_000;

/** What is left of a text that cannot be searched. */
const withheld = '[REDACTED:extra]';

export interface PatternWorkerDeps {
  /** A pattern was too slow, and is not used any more. */
  readonly onSlow: (pattern: RegExp) => void;
  /** No thread starts: from now on every text is withheld. */
  readonly onBroken: () => void;
}

/**
 * Applies the user's patterns in a thread of its own, as a regular expression can take for ever
 * (003-secrets-2). The caller waits, for a limited time: a pattern that exceeds it is switched off,
 * and the text is searched again for the others. No text is returned that they have not seen.
 */
export class PatternWorker {
  private thread: Thread | undefined;
  private isBroken = false;

  constructor(
    private patterns: readonly RegExp[],
    private readonly deps: PatternWorkerDeps,
  ) {
    this.start();
  }

  /** What the patterns match, in order of place. The whole text if they cannot be applied. */
  readonly find = (text: string): readonly SecretSpan[] => {
    let attempt: 0 | 1 = 0;
    while (this.patterns.length > 0 && text !== '') {
      const thread = this.started();
      if (thread === undefined) return text === withheld ? [] : spansOf([0, text.length]);
      const found = thread.find(text, limitsMs[attempt] + text.length / charactersPerMs);
      if (typeof found !== 'number') return spansOf(found);
      this.dispose();
      if (attempt === 1) this.switchOff(found);
      attempt = attempt === 0 ? 1 : 0;
    }
    return [];
  };

  dispose(): void {
    this.thread?.stop();
    this.thread = undefined;
  }

  private switchOff(index: number): void {
    const slow = this.patterns[index];
    this.patterns = this.patterns.filter((_, at) => at !== index);
    if (slow !== undefined) this.deps.onSlow(slow);
  }

  private started(): Thread | undefined {
    if (this.isBroken) return undefined;
    this.start();
    if (this.thread?.isReady() === true) return this.thread;
    this.isBroken = true;
    this.dispose();
    this.deps.onBroken();
    return undefined;
  }

  private start(): void {
    if (this.patterns.length > 0) this.thread ??= createThread(this.patterns);
  }
}

function spansOf(places: readonly number[]): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [from = 0, to = 0] = places.slice(at, at + 2);
    spans.push({ kind: 'extra', begin: from, from, to });
  }
  return spans.sort((a, b) => a.from - b.from);
}

interface Thread {
  /** False if it has not started after `startMs`. */
  readonly isReady: () => boolean;
  /** From and to of each match, or the index of the pattern that took longer than `ms`. */
  readonly find: (text: string, ms: number) => readonly number[] | number;
  readonly stop: () => void;
}

/** Places of the shared memory. */
const ready = 0;
const done = 1;

function createThread(patterns: readonly RegExp[]): Thread {
  const { port1: own, port2: port } = new MessageChannel();
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(`(${String(searchForever)})(require('node:worker_threads'))`, {
    eval: true,
    env: {},
    execArgv: [],
    workerData: { patterns, port, shared },
    transferList: [port],
  });
  // What ends it, as too little memory, is seen by its silence.
  worker.on('error', () => undefined);
  worker.unref();
  return {
    isReady: () => {
      Atomics.wait(shared, ready, 0, startMs);
      return Atomics.load(shared, ready) === 1;
    },
    find: (text, ms) => {
      Atomics.store(shared, done, 0);
      own.postMessage(text);
      for (let count = 0; count < patterns.length; count = Atomics.load(shared, done)) {
        if (Atomics.wait(shared, done, count, ms) === 'timed-out') return count;
      }
      const answer: Answer | undefined = receiveMessageOnPort(own);
      return answer?.message ?? [];
    },
    stop: () => {
      own.close();
      worker.terminate().catch(() => undefined);
    },
  };
}

interface Answer {
  readonly message: readonly number[];
}

interface Given {
  readonly patterns: readonly RegExp[];
  readonly port: MessagePort;
  readonly shared: Int32Array<SharedArrayBuffer>;
}

/**
 * What the thread runs: only the text of this function goes there, so that it uses nothing outside.
 * A line is searched by itself, a long one in parts that overlap.
 */
function searchForever(threads: { workerData: Given }): void {
  const { patterns, port, shared } = threads.workerData;
  const maxPiece = 1024;
  const overlap = 512;

  const matchesIn = (pattern: RegExp, text: string, offset: number): number[] => {
    const found: number[] = [];
    for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
      for (let at = 0; at < line.length;) {
        const piece = line.slice(at, at + maxPiece);
        const isLast = at + piece.length === line.length;
        const match = pattern.exec(piece);
        const length = match?.[0].length ?? 0;
        if (match === null || length === 0) {
          at += isLast ? piece.length : maxPiece - overlap;
          continue;
        }
        // A match that the end of this part cuts off is complete in the next part.
        const isCut = !isLast && match.index >= overlap && match.index + length === piece.length;
        const from = offset + index + at + match.index;
        if (!isCut) found.push(from, from + length);
        at += match.index + (isCut ? 0 : length);
      }
    }
    return found;
  };
  /** What is between the places that are already found. */
  const between = (from: number, to: number, places: readonly number[]): number[][] => {
    const ends = [from, ...places, to];
    const left: number[][] = [];
    for (let at = 0; at < ends.length; at += 2) left.push(ends.slice(at, at + 2));
    return left;
  };
  port.on('message', (text: string) => {
    const marks = [...text.matchAll(/\[REDACTED:[a-z-]{1,40}\]/g)].flatMap(({ 0: mark, index }) => [
      index,
      index + mark.length,
    ]);
    let pieces = between(0, text.length, marks);
    const found: number[] = [];
    for (const [index, pattern] of patterns.entries()) {
      const next: number[][] = [];
      for (const [from = 0, to = 0] of pieces) {
        const places = matchesIn(pattern, text.slice(from, to), from);
        for (const place of places) found.push(place);
        next.push(...between(from, to, places));
      }
      pieces = next;
      if (index === patterns.length - 1) port.postMessage(found);
      Atomics.add(shared, 1, 1);
      Atomics.notify(shared, 1);
    }
  });
  Atomics.store(shared, 0, 1);
  Atomics.notify(shared, 0);
}
