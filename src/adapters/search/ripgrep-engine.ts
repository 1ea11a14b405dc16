import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { createFileFilter } from './file-filter';
import { grepArguments, workingFolder } from './ripgrep-arguments';
import { noLineBreak, noLookAround } from './pattern-parts';
import { lineNumberField, maxRecordBytes, parseRipgrepRecord } from './ripgrep-json';
import { runRipgrep, type RipgrepExit } from './ripgrep-process';
import { type FoundLine, type SearchEngine, badPattern } from './search-engine';
import { errnoFailure } from '../files/errno-failure';
import { rulesFrom, type IgnoreBase } from './ignore-files';

export interface RipgrepEngineOptions {
  readonly program: string;
  /** ripgrep needs nothing of it, but Windows starts no process without its system root. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds after which a search is stopped. */
  readonly limitMs: number;
}

/** Searches with ripgrep, whose expressions take linear time for any pattern. */
export function createRipgrepEngine(options: RipgrepEngineOptions): SearchEngine {
  return {
    isOrdered: false,

    grep: ({ signal, ...job }, onFile) =>
      withIgnoreFile(job.scope.ignore, async (ignoreFile) => {
        const filter = createFileFilter(job.scope);
        let searched = false;
        let file: { readonly path: string; readonly lines: FoundLine[] } | undefined;
        const ran = await runRipgrep({
          ...options,
          args: grepArguments({ signal, ...job }, ignoreFile),
          cwd: workingFolder(job.scope),
          records: { maxBytes: maxRecordBytes, wanted: lineNumberField },
          signal,
          onRecord: (raw) => {
            const record = parseRipgrepRecord(raw);
            if (record?.type === 'summary') searched = true;
            if (record?.type === 'line') {
              file ??= { path: record.path, lines: [] };
              file.lines.push(record.line);
            }
            if (record?.type !== 'end' || file === undefined) return 'more';
            const found = file;
            file = undefined;
            return record.isBinary || !filter.accepts(found.path) ? 'more' : onFile(found);
          },
        });
        return ran.ok ? judge(ran.value, searched) : ran;
      }),
  };
}

/** After a completed search, an error code only means that some file could not be read. */
function judge(exit: RipgrepExit, searched: boolean): Result<void> {
  return exit.code > 1 && !searched ? fail(refusal(exit)) : succeed(undefined);
}

function refusal({ code, stderr }: RipgrepExit): Failure {
  const text = stderr.replace(/^rg: /gm, '').trim().slice(0, 1000);
  if (/look-around|backreferences/.test(text)) return badPattern(noLookAround);
  if (/the literal .* is not allowed/.test(text)) return badPattern(noLineBreak);
  if (/regex|pattern/i.test(text)) return badPattern(`ripgrep rejected the pattern: ${text}`);
  return failure('execution', `ripgrep failed with code ${String(code)}: ${text}`);
}

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
    return fail(errnoFailure(error, 'the folder for temporary files'));
  }
}
