import * as outerWrappers from '../../src/core/shell/describe/outer-wrapper-table';
import { shellOptions } from '../../src/core/shell/describe/shells';
import * as wrappers from '../../src/core/shell/describe/wrapper-table';
import { allPrograms } from '../../src/core/shell/programs/all-programs';
import { optionRows } from '../../src/core/shell/programs/program-table';
import { unknownProgram } from '../../src/core/shell/programs/unknown-programs';
import { readSource, sourceFiles } from './source-text';

/** Each text behind `hazard` or `pathHazard` in a table, at any depth. */
function predicatesIn(table: unknown): readonly string[] {
  if (typeof table !== 'object' || table === null) return [];
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    /^(?:hazard|pathHazard)$/.test(key) && typeof value === 'string'
      ? [value]
      : predicatesIn(value),
  );
}

/** What the tables of the shell say of options and verbs: `writes a file`. */
export const shellPredicates: ReadonlySet<string> = new Set(
  predicatesIn([allPrograms, unknownProgram, wrappers, outerWrappers, shellOptions]),
);

/** What source passes to `optionRows`: a table that is not read above shows here. */
export const writtenPredicates: readonly string[] = sourceFiles('src/core/shell')
  .flatMap((file) => [...readSource(file).matchAll(/\boptionRows\(\s*[`']([^`'$]*)[`']/g)])
  .flatMap(([, rows = '']) => predicatesIn(optionRows(rows)));
