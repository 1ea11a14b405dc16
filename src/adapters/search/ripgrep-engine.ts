import path from 'node:path';
import { compilePathGlob } from '../../core/base/glob-path';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { badGlob } from './bad-pattern';
import { findArguments, grepArguments } from './ripgrep-arguments';
import { parseRipgrepRecord } from './ripgrep-json';
import { runRipgrep, type RipgrepExit } from './ripgrep-process';
import type { SearchEngine } from './search-engine';

/** Searches with ripgrep, whose expressions take time linear in the text whatever the pattern. */
export function createRipgrepEngine(program: string): SearchEngine {
  return {
    grep: async (job, onMatch) => {
      let searched = false;
      const ran = await runRipgrep({
        program,
        args: grepArguments(job),
        cwd: job.ignore.folder,
        terminator: '\n',
        signal: job.signal,
        onRecord: (line) => {
          const record = parseRipgrepRecord(line);
          if (record?.type === 'summary') searched = true;
          return record?.type === 'match' ? onMatch(record.match) : 'more';
        },
      });
      return judge(ran, (exit) => (exit.code > 1 && !searched ? refusal(exit) : undefined));
    },

    find: async (job, onPath) => {
      const glob = compilePathGlob(job.pattern, { ignoreCase: job.ignoreCase });
      if (glob === undefined) return fail(badGlob());
      const prefix = job.target.endsWith(path.sep) ? job.target : job.target + path.sep;
      const ran = await runRipgrep({
        program,
        args: findArguments(job),
        cwd: job.ignore.folder,
        terminator: '\0',
        signal: job.signal,
        onRecord: (file) => {
          const relative = file.slice(prefix.length);
          const name = path.sep === '/' ? relative : relative.replaceAll(path.sep, '/');
          if (file.startsWith(prefix) && glob.matches(name)) onPath(file);
          return 'more';
        },
      });
      // Exit code 2 beside results means that some folder could not be read.
      return judge(ran, (exit) => (exit.code > 2 ? refusal(exit) : undefined));
    },
  };
}

function judge(
  ran: Result<RipgrepExit>,
  refused: (exit: RipgrepExit) => Failure | undefined,
): Result<void> {
  if (!ran.ok) return ran;
  const failed = refused(ran.value);
  return failed === undefined ? succeed(undefined) : fail(failed);
}

function refusal({ code, stderr }: RipgrepExit): Failure {
  const text = stderr.replace(/^rg: /gm, '').trim().slice(0, 1000);
  if (/regex|pattern/i.test(text)) {
    return failure('validation', `ripgrep refuses the pattern: ${text}`, {
      suggestion: 'Correct the regular expression; escape characters such as ( [ { . * + ? \\.',
    });
  }
  return failure('execution', `ripgrep failed with code ${String(code)}: ${text}`);
}
