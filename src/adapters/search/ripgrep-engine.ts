import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { createFileFilter } from './file-filter';
import { grepArguments, workingFolder } from './ripgrep-arguments';
import { noLineBreak, noLookAround } from './pattern-parts';
import { withIgnoreFile } from './ripgrep-ignore-file';
import { lineNumberField, maxRecordBytes, parseRipgrepRecord } from './ripgrep-json';
import { runRipgrep, type RipgrepExit } from './ripgrep-process';
import type { FoundLine, SearchEngine } from './search-engine';
import { badPattern } from './search-failures';

export interface RipgrepEngineOptions {
  readonly program: string;
  /** Nothing of it is ripgrep's business, but Windows starts nothing without its root. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds after which a search is ended. */
  readonly limitMs: number;
}

/** Searches with ripgrep, whose expressions take time linear in the text whatever the pattern. */
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

/** What was searched had a good pattern; a code then means that some file could not be read. */
function judge(exit: RipgrepExit, searched: boolean): Result<void> {
  return exit.code > 1 && !searched ? fail(refusal(exit)) : succeed(undefined);
}

function refusal({ code, stderr }: RipgrepExit): Failure {
  const text = stderr.replace(/^rg: /gm, '').trim().slice(0, 1000);
  if (/look-around|backreferences/.test(text)) return badPattern(noLookAround);
  if (/the literal .* is not allowed/.test(text)) return badPattern(noLineBreak);
  if (/regex|pattern/i.test(text)) return badPattern(`ripgrep refuses the pattern: ${text}`);
  return failure('execution', `ripgrep failed with code ${String(code)}: ${text}`);
}
