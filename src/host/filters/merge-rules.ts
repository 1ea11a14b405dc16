import type { FilterRule } from '../../core/contracts/filter-rule';
import type { SourcedRule } from '../../core/filters/filter-set';
import type { FilterEntry } from './parse-rules';
import { didYouMean, quoted } from './rule-words';
import { problemIn, type FilterProblem, type LoadedRules } from './types';

export interface MergedRules {
  readonly rules: readonly SourcedRule[];
  readonly problems: readonly FilterProblem[];
}

/** What has been said of a name: `rule` and `off` are the last word, `on` keeps what follows. */
type NameStatus = 'rule' | 'off' | 'on';

/**
 * The rules in their order: those of the files in theirs, then the built-in ones. Of one name the
 * first counts, be it a rule or a switch (003: `enabled = false` disables without removing).
 */
export function mergeRules(
  files: readonly LoadedRules[],
  builtIn: readonly FilterRule[],
): MergedRules {
  const said = new Map<string, NameStatus>();
  const rules: SourcedRule[] = [];
  for (const { ruleFile: place, entries } of files) {
    for (const entry of entries) {
      const rule = effectiveRule(entry, said);
      if (rule !== undefined) rules.push({ rule, source: place.source });
    }
  }
  for (const rule of builtIn) {
    const word = said.get(rule.name);
    if (word !== undefined && word !== 'on') continue;
    rules.push({ rule: { ...rule, enabled: rule.enabled || word === 'on' }, source: 'built-in' });
  }
  return { rules, problems: unknownSwitches(files, builtIn) };
}

/** The rule of an entry unless its name is taken; notes what the entry says. */
function effectiveRule(
  { name, enabled, rule }: FilterEntry,
  said: Map<string, NameStatus>,
): FilterRule | undefined {
  const before = said.get(name);
  if (before === 'rule' || before === 'off') return undefined;
  if (before === 'on' && !enabled) return undefined;
  said.set(name, statusOf(enabled, rule));
  return rule;
}

function statusOf(enabled: boolean, rule: FilterRule | undefined): NameStatus {
  if (rule !== undefined) return 'rule';
  return enabled ? 'on' : 'off';
}

function unknownSwitches(
  files: readonly LoadedRules[],
  builtIn: readonly FilterRule[],
): readonly FilterProblem[] {
  const written = files.flatMap(({ entries }) => entries.flatMap(({ rule }) => rule ?? []));
  const names = new Set([...builtIn, ...written].map(({ name }) => name));
  return files.flatMap(({ ruleFile: place, entries }) =>
    entries
      .filter(({ name, rule }) => rule === undefined && !names.has(name))
      .map(({ name, line }) =>
        problemIn(place, line, `there is no rule ${quoted(name)} to switch${didYouMean(name, names)}`),
      ),
  );
}
