import type { Result } from '../../core/contracts/result';
import type { CommandText } from '../../core/filters/command-text';
import type { SourcedRule } from '../../core/filters/filter-set';
import type { Disposable } from '../../core/ports/disposable';
import type { OutputFilters } from '../../core/ports/output-filters';
import type { ShellReader } from '../../core/ports/shell-reader';
import { builtInRules } from './built-in-rules';
import { createRuleLoader, type RuleLoaderSources } from './loader';
import type { ProblemNotices } from './notices';
import { createReload } from './reload';
import { createActiveRules } from './rule-sets';
import { safeRun } from './safe-run';
import { tryRules, type FilterTrial, type TrialInput } from './trial';
import type { FilterProblem } from './types';
import type { Watch } from './watch-files';

type Subscribe = (listener: () => void) => Disposable;

export interface RuleSources extends RuleLoaderSources {
  readonly settings: RuleLoaderSources['settings'] & { readonly onDidChange: Subscribe };
  readonly workspace: RuleLoaderSources['workspace'] & { readonly onDidChange: Subscribe };
  readonly shell: ShellReader;
  readonly log: { warn(message: string): void; report(error: unknown): void };
}

/** What VS Code gives. */
export interface FiltersHost {
  readonly notices: ProblemNotices;
  readonly watch: Watch;
}

/** The rules in force, and where they come from. */
export interface RunningFilters extends OutputFilters, Disposable {
  /** Resolves when every change of the rules that is known of is in force. */
  settled(): Promise<void>;
  /** What in files of rules does not count, and why. */
  problems(): readonly FilterProblem[];
  /** What the rules make of an output, once every change of them is in force. */
  try(input: TrialInput): Promise<FilterTrial>;
  /** The person's own file, whether it is there or not; fails for a setting that names none. */
  userFile(): Result<string, string>;
  /** Names of the rules that ship. */
  readonly builtIn: readonly string[];
}

/**
 * Loads the rules of the person, of a trusted workspace and those that ship, and again when
 * anything of it changes (003 Declarative Filters; DESIGN decision 31).
 */
export function startFilters(
  sources: RuleSources,
  { notices, watch }: FiltersHost,
): RunningFilters {
  const { settings, workspace, shell, clock, log } = sources;
  const builtIn = builtInRules();
  const loader = createRuleLoader({ ...sources, builtIn, watch, onEvent });
  const sets = createActiveRules({ onDisabled: onLeftOut });
  let problems: readonly FilterProblem[] = [];

  function onEvent(): void {
    reload.soon();
  }

  function show(all: readonly FilterProblem[]): void {
    problems = all;
    notices.notify(all);
  }

  function onLeftOut(rule: SourcedRule): void {
    show([...problems, loader.problemOf(rule, disabledText)]);
  }

  async function load(): Promise<void> {
    try {
      const merged = await loader.load();
      sets.use(merged.rules);
      show(merged.problems);
    } catch (error) {
      // The rules before it stay in force.
      log.report(error);
    }
  }

  const reload = createReload(load, clock);
  const subscriptions = [settings, workspace].map((source) =>
    source.onDidChange(() => {
      reload.now();
    }),
  );
  reload.now();

  async function read(command: string): Promise<CommandText> {
    const [reading] = await Promise.all([shell.read(command), reload.settled()]);
    return { whole: command, last: reading.lastCommand };
  }

  return {
    builtIn: builtIn.map(({ name }) => name),
    open: async (command) => {
      try {
        const run = sets.open(await read(command));
        return run && safeRun(run, log);
      } catch (error) {
        log.report(error);
        return undefined;
      }
    },
    metrics: () => sets.metrics(),
    settled: () => reload.settled(),
    problems: () => problems,
    try: async (input) => tryRules(sets.forTrial(), await read(input.command), input),
    userFile: () => loader.userFile(),
    dispose: () => {
      for (const each of [...subscriptions, reload, loader]) each.dispose();
    },
  };
}

const disabledText =
  'took too long on outputs again and again, and is switched off until the rules are loaded again';
