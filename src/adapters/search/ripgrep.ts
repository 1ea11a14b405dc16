import { say, type Sentence } from '../../core/base/sentence';
import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cutStart } from '../../core/base/text-lines';
import {
  failure,
  type Failure,
  fail,
  succeed,
  type Result,
  saidOf,
} from '../../core/contracts/failure';
import { errnoFailure } from '../files/errno-failure';
import { runProgram, type ProgramExit, type ProgramRun } from '../process/run-program';
import { systemClock } from '../system/clock';
import { createFileFilter } from './file-filter';
import { rulesFrom, type IgnoreBase } from './parent-ignore-files';
import { findArguments, grepArguments, listArguments, workingFolder } from './ripgrep-arguments';
import { lineNumberField, maxRecordBytes, parseRipgrepRecord } from './ripgrep-json';
import {
  cancelled,
  maxWalkedBytes,
  tooSlow,
  type FindJob,
  type FoundLine,
  type FoundLines,
  type GrepJob,
  type SearchControl,
} from './search-job';

export interface RipgrepProgram {
  /** Its file; undefined when there is none. */
  path(): string | undefined;
  /** ripgrep needs nothing of it, but Windows starts no process without its system root. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What ripgrep prints, and who reads it. */
type Reading = Pick<ProgramRun, 'records' | 'onRecord'> & Partial<Pick<ProgramRun, 'limitMs'>>;

/** Milliseconds after which a search that asks no file for its size ends. */
const unaskedLimitMs = 3_000;

/**
 * Searches with the ripgrep of VS Code (decision search-engine), whose expressions take linear time
 * for any pattern.
 */
export class Ripgrep {
  constructor(
    private readonly program: RipgrepProgram,
    /** Milliseconds after which a search is stopped. */
    private readonly limitMs: number,
  ) {}

  /** Reports the matching lines of each file. */
  async grep(job: GrepJob, onFile: (found: FoundLines) => SearchControl): Promise<Result<void>> {
    if (job.pattern.includes('\0')) return fail(noNul);
    const filter = createFileFilter(job.scope);
    let file: { readonly path: string; readonly lines: FoundLine[] } | undefined;
    return this.run(job, (ignoreFile) => grepArguments(job, ignoreFile), {
      records: { end: '\n', maxBytes: maxRecordBytes, wanted: lineNumberField },
      onRecord: (raw) => {
        const record = parseRipgrepRecord(raw);
        if (record?.type === 'line') {
          file ??= { path: record.path, lines: [] };
          file.lines.push(record.line);
        }
        if (record?.type !== 'end' || file === undefined) return 'more';
        const found = file;
        file = undefined;
        const isReported = !record.isBinary && filter.accepts(found.path);
        return isReported && (job.asksSizes || isSmall(found.path)) ? onFile(found) : 'more';
      },
      limitMs: job.asksSizes ? this.limitMs : Math.min(this.limitMs, unaskedLimitMs),
    });
  }

  /** Reports each file of the scope, in no order. */
  async find(job: FindJob, onPath: (path: string) => void): Promise<Result<void>> {
    const filter = createFileFilter(job.scope);
    const reading = pathRecords((file) => {
      if (filter.accepts(file)) onPath(file);
    });
    return this.run(job, (ignoreFile) => findArguments(job.scope, ignoreFile), reading);
  }

  /** Reports each file of a folder that one of the globs matches, or each one without globs. */
  list({ folder, globs, signal }: ListJob, onPath: (path: string) => void): Promise<Result<void>> {
    return this.start({
      args: listArguments(folder, globs),
      cwd: path.dirname(folder),
      signal,
      ...pathRecords(onPath),
    });
  }

  private run(
    { scope, signal }: FindJob,
    args: (ignoreFile: string | undefined) => readonly string[],
    reading: Reading,
  ): Promise<Result<void>> {
    return withIgnoreFile(scope.ignore, (ignoreFile) =>
      this.start({ ...reading, args: args(ignoreFile), cwd: workingFolder(scope), signal }),
    );
  }

  private async start(
    run: Reading & Pick<ProgramRun, 'args' | 'cwd' | 'signal'>,
  ): Promise<Result<void>> {
    const program = this.program.path();
    if (program === undefined) {
      return fail(
        unavailable(
          say`Files cannot be searched: VS Code's ripgrep was not found. Reinstall VS Code.`,
        ),
      );
    }
    const { limitMs } = this;
    const { environment: env } = this.program;
    const ran = await runProgram({
      limitMs,
      ...run,
      program,
      env,
      isTree: false,
      clock: systemClock,
    });
    if (ran.ok) return this.judge(ran.value);
    return fail(
      unavailable(
        say`Files cannot be searched: VS Code's ripgrep could not be started (${saidOf(ran.failure)}). Reinstall VS Code.`,
      ),
    );
  }

  private judge({ by, code, signal, stderr }: ProgramExit): Result<void> {
    if (by === 'abort') return fail(cancelled());
    // A pipe in place of an ignore file would block it forever.
    if (by === 'time') return fail(tooSlow(this.limitMs));
    if (by === 'enough') return succeed(undefined);
    if (code === undefined) return fail(crashed(signal ?? 'unknown'));
    // An error code without a message only means that some file could not be read.
    const text = stderr.replace(/^rg: /gm, '').trim();
    return code > 1 && text !== '' ? fail(refusal(code, text)) : succeed(undefined);
  }
}

export interface ListJob {
  readonly folder: string;
  readonly globs: readonly string[];
  readonly signal: AbortSignal;
}

/** It was read just before, so the system knows its size. */
function isSmall(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size <= maxWalkedBytes;
}

function pathRecords(onPath: (path: string) => void): Reading {
  return {
    records: { end: '\0', maxBytes: maxRecordBytes },
    onRecord: ({ head: file }) => {
      onPath(file);
      return 'more';
    },
  };
}

/** There is no ripgrep to search with (decision search-engine). */
function unavailable(message: Sentence): Failure {
  return failure('unavailable', message, {
    category: 'permanent_failure',
    suggestion: 'Tell the user that VS Code needs to be reinstalled. Until then, search with bash.',
  });
}

function crashed(signal: string): Failure {
  return failure('execution', say`ripgrep was ended by a signal (${signal}).`, {
    suggestion: 'Try a narrower path or a simpler pattern.',
  });
}

function refusal(code: number, text: string): Failure {
  const known = refusedPatterns.find(({ sign }) => sign.test(text));
  if (known !== undefined) return known.failure;
  // The pattern is quoted first, the cause comes last.
  const shown = cutStart(text, 1000);
  if (/regex|pattern/i.test(text)) return badPattern(say`ripgrep rejected the pattern: ${shown}`);
  return failure('execution', say`ripgrep failed with code ${code}: ${shown}`);
}

function badPattern(
  message: Sentence,
  suggestion = 'Correct the regular expression; escape characters such as ( [ { . * + ? \\.',
): Failure {
  return failure('validation', message, { suggestion });
}

const noNul = badPattern(
  say`A pattern cannot contain a NUL character, because binary files are not searched.`,
  'Leave it out of the pattern.',
);

/** What ripgrep rejects with advice about its own options, which a call cannot set. */
const refusedPatterns: readonly { readonly sign: RegExp; readonly failure: Failure }[] = [
  {
    sign: /look-around|backreferences/,
    failure: badPattern(
      say`Look-around, such as (?=…) or (?<!…), and backreferences, such as \\1, are not supported.`,
      'Use a pattern without them that finds more lines, and choose among those; or use bash.',
    ),
  },
  {
    sign: /the literal .* is not allowed/,
    failure: badPattern(
      say`Patterns are matched line by line, so they cannot contain \\n.`,
      'Search for one of the lines, with context to see the lines next to it.',
    ),
  },
  { sign: /pattern contains "\\0"/, failure: noNul },
  {
    sign: /exceeds (?:the )?size limit|nest limit|exceeds the maximum number of nested/,
    failure: badPattern(
      say`The pattern is too large: its repeats or groups multiply.`,
      'Use smaller repeats such as {1,10}, fewer nested groups, or several calls.',
    ),
  },
];

/**
 * Runs ripgrep with a file that contains the rules of ignore files above the target: with its own
 * search for them, ripgrep would not stop at the base. Without such rules there is no file.
 */
async function withIgnoreFile<T>(
  ignore: IgnoreBase | undefined,
  run: (file: string | undefined) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (ignore === undefined || ignore.above.length === 0) return run(undefined);
  const folder = await makeFolder(rulesFrom(ignore).join('\n'));
  if (!folder.ok) return folder;
  try {
    return await run(path.join(folder.value, fileName));
  } finally {
    await rm(folder.value, { recursive: true, force: true });
  }
}

const fileName = 'ignore';

async function makeFolder(rules: string): Promise<Result<string>> {
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-search-'));
    await writeFile(path.join(folder, fileName), rules, { mode: 0o600 });
    return succeed(folder);
  } catch (error) {
    return fail(errnoFailure(error, say`the folder for temporary files`));
  }
}
