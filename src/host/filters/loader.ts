import { mkdir } from 'node:fs/promises';
import { readRuleFile } from '../../adapters/filters/rule-file';
import type { FilterRule } from '../../core/contracts/filter-rule';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { SourcedRule } from '../../core/filters/filter-set';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import { createRuleCheck } from './check-rule';
import { mergeRules, type MergedRules } from './merge-rules';
import { userRuleFile, workspaceRuleFiles, type UserRuleFileSources, type WatchedRuleFile } from './places';
import { createRuleFileReader } from './rule-files';
import { quoted } from './rule-words';
import { problemIn, type FilterProblem, type LoadedRules } from './types';
import type { Watch } from './watch-files';

export interface RuleLoaderSources extends UserRuleFileSources {
  readonly workspace: { roots(): readonly string[]; isTrusted(): boolean };
  readonly clock: Clock;
}

export interface RuleLoaderDeps extends RuleLoaderSources {
  readonly builtIn: readonly FilterRule[];
  readonly watch: Watch;
  /** Something has happened to one of the files. */
  readonly onEvent: () => void;
}

/** Reads the files of rules of now, and watches them. */
export interface RuleLoader extends Disposable {
  load(): Promise<MergedRules>;
  /** The person's own file, whether it is there or not; fails for a setting that names none. */
  userFile(): Result<string, string>;
  /** Something is wrong with a rule that was loaded. */
  problemOf(rule: SourcedRule, what: string): FilterProblem;
}

export function createRuleLoader(deps: RuleLoaderDeps): RuleLoader {
  const { clock, builtIn } = deps;
  const files = createRuleFileReader({ read: readRuleFile, createCheck: () => createRuleCheck(clock) });
  const watching = createWatching(deps);
  let loaded: readonly LoadedRules[] = [];
  return {
    load: async () => {
      const { places, problems } = currentRuleFiles(deps);
      // A folder that is not there yet is watched by looking for it every few seconds.
      await mkdir(deps.globalFolder, { recursive: true });
      watching.see(places);
      loaded = await files.load(places);
      const merged = mergeRules(loaded, builtIn);
      const ofFiles = loaded.flatMap((each) => each.problems);
      return { ...merged, problems: [...problems, ...ofFiles, ...merged.problems] };
    },
    userFile: () => {
      const place = userRuleFile(deps);
      return place.ok ? succeed(place.value.file) : fail(place.failure.text);
    },
    problemOf: ({ rule }, what) => {
      const text = `the rule ${quoted(rule.name)} ${what}`;
      for (const { ruleFile: place, entries } of loaded) {
        const entry = entries.find((each) => each.rule === rule);
        if (entry !== undefined) return problemIn(place, entry.line, text);
      }
      return { file: undefined, line: undefined, text: `${text}.` };
    },
    dispose: () => {
      watching.dispose();
    },
  };
}

/** The person's file first: of one name, the first rule counts. */
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

/** Watchers are made anew only when the files are others. */
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
