import { mkdir } from 'node:fs/promises';
import { readRuleFile } from '../../adapters/filters/read-rule-file';
import type { FilterRule } from '../../core/contracts/filter-rule';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { SourcedRule } from '../../core/filters/filter-set';
import { builtInRules } from '../../core/filters/built-in.gen';
import type { Disposable, Clock } from '../../core/ports/system';
import { createRuleCheck } from './check-rule';
import {
  userRuleFile,
  workspaceRuleFiles,
  type UserRuleFileSources,
  type WatchedRuleFile,
  problemIn,
  type FilterProblem,
  type LoadedRules,
  type Watch,
} from './rule-file-locations';
import { createRuleFileReader } from './rule-file-reader';
import { quoted, hinted } from './rule-issues';
import type { FilterEntry } from './parse-rules';
import { t } from '../window/language';

export interface RuleLoaderSources extends UserRuleFileSources {
  readonly workspace: { roots(): readonly string[]; isTrusted(): boolean };
  readonly clock: Clock;
}

export interface RuleLoaderDeps extends RuleLoaderSources {
  readonly watch: Watch;
  /** One of the files may have changed. */
  readonly onEvent: () => void;
}

/** Reads the current rule files, and watches them. */
export class RuleLoader implements Disposable {
  private readonly files: ReturnType<typeof createRuleFileReader>;
  private readonly watching: ReturnType<typeof createWatching>;
  private loaded: readonly LoadedRules[] = [];

  constructor(private readonly deps: RuleLoaderDeps) {
    this.files = createRuleFileReader({
      read: readRuleFile,
      createCheck: () => createRuleCheck(deps.clock),
    });
    this.watching = createWatching(deps);
  }

  async load(): Promise<MergedRules> {
    const { places, problems } = currentRuleFiles(this.deps);
    // A missing folder would be polled every few seconds.
    await mkdir(this.deps.globalFolder, { recursive: true });
    this.watching.see(places);
    const loaded = await this.files.load(places);
    this.loaded = loaded;
    const merged = mergeRules(loaded, builtInRules);
    const ofFiles = loaded.flatMap((each) => each.problems);
    return { ...merged, problems: [...problems, ...ofFiles, ...merged.problems] };
  }

  /** The user's own file, even if it does not exist; fails for an invalid setting. */
  userFile(): Result<string, string> {
    const place = userRuleFile(this.deps);
    return place.ok ? succeed(place.value.file) : fail(place.failure.text);
  }

  /** `textOf` makes a sentence about the rule. */
  problemOf({ rule }: SourcedRule, textOf: (rule: string) => string): FilterProblem {
    const text = textOf(quoted(rule.name));
    for (const { ruleFile: place, entries } of this.loaded) {
      const entry = entries.find((each) => each.rule === rule);
      if (entry !== undefined) return problemIn(place, entry.line, text);
    }
    return { file: undefined, line: undefined, text: `${text}.` };
  }

  dispose(): void {
    this.watching.dispose();
  }
}

/** The user's file comes first: of rules with one name, the first counts. */
function currentRuleFiles(sources: RuleLoaderSources): {
  readonly places: readonly WatchedRuleFile[];
  readonly problems: readonly FilterProblem[];
} {
  const { workspace } = sources;
  const own = userRuleFile(sources);
  const others = workspace.isTrusted() ? workspaceRuleFiles(workspace.roots()) : [];
  return own.ok
    ? { places: [own.value, ...others], problems: [] }
    : { places: others, problems: [own.failure] };
}

/** Watchers are replaced only when the files change. */
function createWatching({ watch, onEvent }: Pick<RuleLoaderDeps, 'watch' | 'onEvent'>) {
  let seen = '';
  let watcher: Disposable | undefined;
  return {
    see(places: readonly WatchedRuleFile[]): void {
      const files = places.map(({ watched }) => watched);
      const now = JSON.stringify(files);
      if (now === seen) return;
      seen = now;
      watcher?.dispose();
      watcher = watch(files, onEvent);
    },
    dispose(): void {
      watcher?.dispose();
    },
  };
}

interface MergedRules {
  readonly rules: readonly SourcedRule[];
  readonly problems: readonly FilterProblem[];
}

/** State of a name: `rule` and `off` are final, `on` keeps the next rule of this name. */
type NameStatus = 'rule' | 'off' | 'on';

/**
 * The rules in their order: those of the files in theirs, then the built-in ones. Of one name the
 * first counts, whether a rule or a switch (003-match-2).
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

/** The rule of an entry unless its name is taken; records the status of the name. */
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
        problemIn(place, line, t('there is no rule {0} to switch', hinted(name, names))),
      ),
  );
}
