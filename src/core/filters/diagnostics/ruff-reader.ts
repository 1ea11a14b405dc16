import type { LineJudge } from '../strategy';
import { createBlockReader } from './block-reader';
import type { DiagnosticReader } from './diagnostic';
import { pythonRows } from './row-forms';
import { createRowReader } from './row-reader';

const header = /^([A-Z]{1,5}\d{2,5}) (?:\[\*\] )?\S/;
const place = /^ *--> (\S.*:\d+:\d+)$/;

/** Linters of Python: findings of one line, and those that ruff writes with place and frame below. */
export function createRuffReader(judge: LineJudge): DiagnosticReader {
  const rows = createRowReader(pythonRows, judge);
  const blocks = createBlockReader(
    {
      isHeader: (line) => header.test(line),
      place: (line) => place.exec(line)?.[1],
      rule: (line) => header.exec(line)?.[1],
      words: ({ header: title, rule = title }) => ({
        group: rule,
        title,
        message: title.slice(rule.length + 1),
      }),
    },
    judge,
  );
  return {
    push(line, sink) {
      blocks.push(line, { found: sink.found, plain: (text) => rows.push(text, sink) });
    },
    end(sink) {
      blocks.end({ found: sink.found, plain: (text) => rows.push(text, sink) });
      rows.end(sink);
    },
  };
}

/** Lines that the groups stand before. */
export function endsPython(line: string): boolean {
  return /^(?:Found \d+ errors?\b|All checks passed|-{60,}$|Your code has been rated)/.test(line);
}
