import type { FilterReport } from '../../../src/core/contracts/filter';
import type { OutputFilters } from '../../../src/core/ports/output-filters';
import { noMetrics } from '../../../src/core/filters/filter-metrics';

/** No rule is for any command. */
export const noFilters: OutputFilters = {
  open: () => Promise.resolve(undefined),
  metrics: () => noMetrics,
};

/** Filters that leave what `shorten` makes of the whole output, and what they were given. */
export function createFakeFilters(
  shorten: (whole: string, exitCode: number | undefined) => FilterReport | undefined,
): OutputFilters & { readonly commands: string[] } {
  const commands: string[] = [];
  return {
    commands,
    open: (command) => {
      commands.push(command);
      let whole = '';
      return Promise.resolve({
        write: (text) => {
          whole += text;
        },
        end: (exitCode) => shorten(whole, exitCode),
      });
    },
    metrics: () => noMetrics,
  };
}

/** A report that says so of the text, as of a rule that is sure. */
export function reportOf(
  text: string,
  raw: string,
  some: Partial<FilterReport> = {},
): FilterReport {
  const lines = (of: string) => of.replace(/\n$/, '').split('\n').length;
  return {
    text,
    rules: ['rule'],
    confidence: 'full',
    rawLines: lines(raw),
    filteredLines: lines(text),
    rawBytes: Buffer.byteLength(raw),
    filteredBytes: Buffer.byteLength(text),
    ...some,
  };
}
