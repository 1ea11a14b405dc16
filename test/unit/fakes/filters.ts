import type { FilterReport } from '../../../src/core/contracts/filter-rule';
import type { OutputFilters } from '../../../src/core/ports/output-filters';
import { FilterCounters } from '../../../src/core/filters/filter-metrics';

/** Filters without rules. */
export const noFilters: OutputFilters = {
  open: () => Promise.resolve(undefined),
  metrics: () => new FilterCounters().metrics(),
};

/** Filters that apply `shorten` to the whole output, and keep their input. */
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
    metrics: () => new FilterCounters().metrics(),
  };
}

/** A report of a fully confident rule for the text. */
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
