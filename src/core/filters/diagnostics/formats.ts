import type { diagnosticFormats } from '../../contracts/filter-rule';
import type { LineJudge } from '../strategy';
import type { DiagnosticReader, OwnPatterns } from './diagnostic';
import { createEslintReader, endsEslint } from './eslint-reader';
import { ownRows, tscRows } from './row-forms';
import { createRowReader } from './row-reader';
import { createRuffReader, endsPython } from './ruff-reader';
import { createRustcReader, endsRustc } from './rustc-reader';

export type DiagnosticFormatName = (typeof diagnosticFormats)[number];

/** One way in which linters and compilers name place and rule. */
export interface DiagnosticFormat {
  create(judge: LineJudge): DiagnosticReader;
  /** Whether a line begins the totals, before which the groups stand. */
  ends(line: string): boolean;
}

export function diagnosticFormat(name: DiagnosticFormatName, own: OwnPatterns): DiagnosticFormat {
  const isOwn = own.location !== undefined || own.rule !== undefined;
  switch (name) {
    case 'clippy':
      return { create: (judge) => createRustcReader(own, judge), ends: endsRustc };
    case 'eslint':
      return {
        create: (judge) =>
          own.location === undefined
            ? createEslintReader(own, judge)
            : createRowReader(ownRows('eslint', own), judge),
        ends: endsEslint,
      };
    case 'tsc':
      return {
        create: (judge) => createRowReader(isOwn ? ownRows('tsc', own) : tscRows, judge),
        ends: (line) => /^Found \d+ errors?\b/.test(line),
      };
    case 'ruff':
      return {
        create: (judge) =>
          isOwn ? createRowReader(ownRows('ruff', own), judge) : createRuffReader(judge),
        ends: endsPython,
      };
  }
}
