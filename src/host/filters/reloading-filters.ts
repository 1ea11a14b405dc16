import type { Result } from '../../core/contracts/failure';
import type { FilterMetrics } from '../../core/contracts/filter';
import type { CommandText } from '../../core/filters/command-match';
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
export class ReloadingFilters implements RunningFilters {
  readonly builtIn: readonly string[];
  private readonly loader: RuleLoader;
  private readonly sets: ActiveRules;
  private readonly reload: Reload;
  private readonly subscriptions: readonly Disposable[];
  private known: readonly FilterProblem[] = [];

  constructor(
    private readonly sources: RuleSources,
    private readonly host: FiltersHost,
  ) {
    const { settings, workspace, clock } = sources;
    const builtIn = builtInRules();
    this.builtIn = builtIn.map(({ name }) => name);
    const onEvent = (): void => {
      this.reload.soon();
    };
    this.loader = new RuleLoader({ ...sources, builtIn, watch: host.watch, onEvent });
    this.sets = new ActiveRules({
      chunkLimitMs: 20,
      onDisabled: (rule) => {
        this.show([...this.known, this.loader.problemOf(rule, disabledText)]);
      },
    });
    this.reload = new Reload(() => this.load(), clock);
    this.subscriptions = [settings, workspace].map((source) =>
      source.onDidChange(() => {
        this.reload.now();
      }),
    );
    this.reload.now();
  }

  async open(command: string): Promise<FilterRun | undefined> {
    const { log } = this.sources;
    try {
      const run = this.sets.open(await this.read(command));
      return run && safeRun(run, log);
    } catch (error) {
      log.report(error);
      return undefined;
    }
  }

  metrics(): FilterMetrics {
    return this.sets.metrics();
  }

  settled(): Promise<void> {
    return this.reload.settled();
  }

  problems(): readonly FilterProblem[] {
    return this.known;
  }

  async try(input: TrialInput): Promise<FilterTrial> {
    return tryRules(this.sets.forTrial(), await this.read(input.command), input);
  }

  userFile(): Result<string, string> {
    return this.loader.userFile();
  }

  dispose(): void {
    for (const each of [...this.subscriptions, this.reload, this.loader]) each.dispose();
  }

  private async load(): Promise<void> {
    try {
      const merged = await this.loader.load();
      this.sets.use(merged.rules);
      this.show(merged.problems);
    } catch (error) {
      // The earlier rules stay in force.
      this.sources.log.report(error);
    }
  }

  private show(all: readonly FilterProblem[]): void {
    this.known = all;
    this.host.notices.notify(all);
  }

  private async read(command: string): Promise<CommandText> {
    const { shell } = this.sources;
    const [reading] = await Promise.all([shell.read(command), this.reload.settled()]);
    return { whole: command, last: reading.lastCommand };
  }
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
