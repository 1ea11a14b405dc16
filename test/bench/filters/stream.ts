import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { createEscapeFilter, LineResolver, isLineSequence } from '../../../src/core/base/ansi';
import { builtInRules } from '../../../src/core/filters/built-in.gen';
import { commandText, shippedRules } from '../../unit/core/filters/shipped-rules';
import { buildLog } from './build-log';

/** What one process measured. */
interface Streamed {
  readonly bytes: number;
  /** Processor time: what else the machine does is not in it. */
  readonly cpuMs: number;
  /** Of it, what the longest piece of work took. */
  readonly longestMs: number;
  readonly peakBytes: number;
  readonly linesLeft: number;
}

/** Gets the log piece by piece, and answers how many lines it left. */
interface Subject {
  write(text: string): void;
  end(): number | Promise<number>;
}

const patterns = builtInRules
  .flatMap(({ name, strategy }) =>
    name === 'make' && 'patterns' in strategy ? strategy.patterns : [],
  )
  .map((pattern) => new RegExp(pattern));
const isNoise = (line: string): boolean => patterns.some((pattern) => pattern.test(line));

const subjects: Readonly<Record<string, () => Subject>> = {
  /** Escape sequences, carriage returns and the rules, as the output of a command passes them. */
  whole: () => {
    const escapes = createEscapeFilter(isLineSequence);
    const lines = new LineResolver();
    const run = filtered();
    return {
      write: (text) => {
        run.write(lines.write(escapes.write(text)));
      },
      end: () => {
        run.write(lines.end());
        return run.end();
      },
    };
  },
  /** The rules alone, on clean text. */
  rules: () => filtered(),
  /** A simple program: the whole text, split and stripped, each line against each pattern. */
  naive: () => {
    let all = '';
    return {
      write: (text) => {
        all += text;
      },
      end: () =>
        all
          .split('\n')
          .map((line) => stripVTControlCharacters(line))
          .filter((line) => !isNoise(line)).length,
    };
  },
  readline: () => {
    const input = new Readable({ read: () => undefined });
    let left = 0;
    const reader = createInterface({ input, crlfDelay: Infinity });
    reader.on('line', (line) => {
      if (!isNoise(stripVTControlCharacters(line))) left += 1;
    });
    const closed = new Promise<number>((resolve) => {
      reader.once('close', () => {
        resolve(left);
      });
    });
    return {
      write: (text) => input.push(text),
      end: () => {
        input.push(null);
        return closed;
      },
    };
  },
};

function filtered(): Subject {
  const run = shippedRules().open(commandText('make -j8'));
  return {
    write: (text) => run?.write(text),
    end: () => run?.end(0)?.filteredLines ?? 0,
  };
}

/** One subject on a log of so many megabytes, in a process of its own: prints what it took as JSON. */
async function main(name: string, megabytes: number): Promise<void> {
  const create = subjects[name];
  if (create === undefined) throw new Error(`There is no subject ${name}.`);
  const clean = name === 'rules' ? stripVTControlCharacters : (text: string): string => text;
  const log = buildLog(clean);
  const subject = create();
  const before = process.cpuUsage();
  const limit = megabytes * 1024 * 1024;
  let bytes = 0;
  let peakBytes = 0;
  while (bytes < limit) {
    for (const piece of log) {
      bytes += piece.length;
      subject.write(piece);
    }
    // A stream reads on when the turn is over.
    await new Promise<void>((resolve) => setImmediate(resolve));
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }
  const linesLeft = await subject.end();
  const cpuMs = cpuSince(before);
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  const longestMs = await longestSlice(create(), log);
  const streamed: Streamed = { bytes, cpuMs, longestMs, peakBytes, linesLeft };
  process.stdout.write(`${JSON.stringify(streamed)}\n`);
}

/** Of the pieces of the log, and of the end. Measured apart, as the clock costs more than a piece. */
async function longestSlice(subject: Subject, log: readonly string[]): Promise<number> {
  const works = [...log, undefined].map((piece) => () => {
    if (piece === undefined) return subject.end();
    subject.write(piece);
    return 0;
  });
  let longest = 0;
  for (const work of works) {
    const before = process.cpuUsage();
    const done = work();
    longest = Math.max(longest, cpuSince(before));
    await done;
  }
  return longest;
}

/** Milliseconds. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

main(process.argv[2] ?? '', Number(process.argv[3])).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
