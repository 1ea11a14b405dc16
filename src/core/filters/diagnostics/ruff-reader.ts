import { createBlockReader } from './block-reader';
import type { CreateReader } from './diagnostic';
import { pythonRows } from './row-forms';
import { createRowReader } from './row-reader';

const ruffHeader = /^([A-Z]{1,5}\d{2,5}) (?:\[\*\] )?\S/;
const ruffLocation = /^ *--> (\S.*:\d+:\d+)$/;

/** Linters of Python: findings of one line, and those that ruff writes with place and frame below. */
export const createRuffReader: CreateReader = (judge, sink) => {
  const rows = createRowReader(pythonRows, judge, sink);
  const blocks = createBlockReader(
    {
      isHeader: (line) => ruffHeader.test(line),
      place: (line) => ruffLocation.exec(line)?.[1],
      rule: (line) => ruffHeader.exec(line)?.[1],
      words: ({ header: title, rule = title }) => ({
        group: rule,
        title,
        message: title.slice(rule.length + 1),
      }),
    },
    judge,
    { found: sink.found, plain: rows.push },
  );
  return {
    push: blocks.push,
    end() {
      blocks.end();
      rows.end();
    },
  };
};

/** Lines that the groups stand before. */
export function endsPython(line: string): boolean {
  return /^(?:Found \d+ errors?\b|All checks passed|-{60,}$|Your code has been rated)/.test(line);
}
