import type { Result } from '../../core/contracts/failure';
import type { CommandText } from '../../core/filters/command-match';
import type { SourcedRule } from '../../core/filters/filter-set';
import type { Disposable } from '../../core/ports/disposable';
import type { OutputFilters, FilterRun } from '../../core/ports/output-filters';
import type { ShellReader } from '../../core/ports/shell';
import { RuleLoader, type RuleLoaderSources } from './rule-loader';
import type { ProblemNotices } from './problem-notices';
import { Reload } from './reload';
import { ActiveRules } from './active-rules';
import { tryRules, type FilterTrial, type TrialInput } from './trial';
import type { FilterProblem, Watch } from './rule-file-locations';
import { filterRuleSchema, type FilterRule } from '../../core/contracts/filter-rule';
import { filterRules } from '../../core/filters/rules/catalog.gen';

type Subscribe = (listener: () => void) => Disposable;

export interface RuleSources extends RuleLoaderSources {
  readonly settings: RuleLoaderSources['settings'] & { readonly onDidChange: Subscribe };
  readonly workspace: RuleLoaderSources['workspace'] & { readonly onDidChange: Subscribe };
  readonly shell: ShellReader;
  readonly log: { warn(message: string): void; report(error: unknown): void };
}

/** The parts that VS Code supplies. */
export interface FiltersHost {
  readonly notices: ProblemNotices;
  readonly watch: Watch;
}

/** The rules in force, and their sources. */
export interface RunningFilters extends OutputFilters, Disposable {
  /** Resolves when every known change of the rules is in force. */
  settled(): Promise<void>;
  /** Problems in rule files. */
  problems(): readonly FilterProblem[];
  /** Filters an output, once every pending rule change is active. */
  try(input: TrialInput): Promise<FilterTrial>;
  /** The user's own file, even if it does not exist; fails for an invalid setting. */
  userFile(): Result<string, string>;
  /** Names of the built-in rules. */
  readonly builtIn: readonly string[];
}

/**
 * Loads the rules of the user, of a trusted workspace and the built-in rules, and again when any of
 * them changes (003-match-1; decision 31).
 */
export function startFilters(
  sources: RuleSources,
  { notices, watch }: FiltersHost,
): RunningFilters {
  const { settings, workspace, shell, clock, log } = sources;
  const builtIn = builtInRules();
  const loader = new RuleLoader({ ...sources, builtIn, watch, onEvent });
  const sets = new ActiveRules({ chunkLimitMs: 20, onDisabled: onLeftOut });
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
      // The earlier rules stay in force.
      log.report(error);
    }
  }

  const reload = new Reload(load, clock);
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

const disabledText = 'repeatedly took too long and is off until the rules are reloaded';

/** The built-in rules, read by the same schema as the user's (003-filters-10). */
export function builtInRules(): readonly FilterRule[] {
  return filterRules.map((rule) => filterRuleSchema.parse(rule));
}

/**
 * A run whose errors are reported and disable only the filter: otherwise an exception in a strategy
 * would stop reading the command's output.
 */
export function safeRun(run: FilterRun, log: { report(error: unknown): void }): FilterRun {
  let isBroken = false;
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!isBroken) log.report(error);
      isBroken = true;
      return undefined;
    }
  };
  return {
    write: (text) => {
      if (!isBroken) attempt(() => run.write(text));
    },
    end: (exitCode) => {
      const left = attempt(() => run.end(exitCode));
      return isBroken ? undefined : left;
    },
  };
}
