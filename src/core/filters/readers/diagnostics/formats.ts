import type { diagnosticFormats } from '../../../contracts/filter-rule';
import type { CreateReader, OwnPatterns } from './diagnostic';
import { createEslintReader, endsEslint } from './eslint-reader';
import { ownRows, tscRows, createRowReader } from './row-readers';
import { createRuffReader, endsPython, createRustcReader, endsRustc } from './block-readers';

export type DiagnosticFormatName = (typeof diagnosticFormats)[number];

/** One form in which linters and compilers name position and rule. */
export interface DiagnosticFormat {
  readonly create: CreateReader;
  /** True if a line starts the totals, which follow the groups. */
  ends(line: string): boolean;
}

export function diagnosticFormat(name: DiagnosticFormatName, own: OwnPatterns): DiagnosticFormat {
  const isOwn = own.location !== undefined || own.rule !== undefined;
  switch (name) {
    case 'clippy':
      return { create: (judge, sink) => createRustcReader(own, judge, sink), ends: endsRustc };
    case 'eslint':
      return {
        create: (judge, sink) =>
          own.location === undefined
            ? createEslintReader(own, judge, sink)
            : createRowReader(ownRows('eslint', own), judge, sink),
        ends: endsEslint,
      };
    case 'tsc':
      return {
        create: (judge, sink) =>
          createRowReader(isOwn ? ownRows('tsc', own) : tscRows, judge, sink),
        ends: (line) => /^Found \d+ errors?\b/.test(line),
      };
    case 'ruff':
      return {
        create: (judge, sink) =>
          isOwn
            ? createRowReader(ownRows('ruff', own), judge, sink)
            : createRuffReader(judge, sink),
        ends: endsPython,
      };
  }
}
