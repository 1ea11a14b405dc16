import type { FilterRuleInput } from '../../../../src/core/contracts/filter-rule';
import { filterText, type FilteredText } from '../../../../src/core/filters/filter-set';
import { anyCommand, setOf } from './strategy-cases';

/** Filters a text, or lines, by one strategy. */
export function filterLines(
  strategy: FilterRuleInput['strategy'],
  output: string | readonly string[],
  exitCode = 0,
): FilteredText & { readonly lines: readonly string[] } {
  const text = typeof output === 'string' ? output : output.map((line) => `${line}\n`).join('');
  const filtered = filterText(setOf(strategy), anyCommand, text, exitCode);
  return { ...filtered, lines: filtered.text.replace(/\n$/, '').split('\n') };
}
