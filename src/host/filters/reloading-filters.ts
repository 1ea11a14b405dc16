import type { Result } from '../../core/contracts/failure';
import type { FilterMetrics } from '../../core/contracts/filter-rule';
import type { CommandText } from '../../core/filters/command-match';
import type { Disposable } from '../../core/ports/system';
import type { OutputFilters, FilterRun } from '../../core/ports/output-filters';
import type { ShellReader } from '../../core/ports/shell';
import { metricsLines } from '../../core/filters/filter-metrics';
import { RuleLoader, type RuleLoaderSources } from './rule-loader';
import { Reload } from './reload';
import { ActiveRules } from './active-rules';
import { tryRules, type FilterTrial, type TrialInput } from './trial';
import type { FilterProblem, Watch } from './rule-file-locations';
import { t } from '../window/language';

type Subscribe = (listener: () => void) => Disposable;

export interface RuleSources extends RuleLoaderSources {
  readonly settings: RuleLoaderSources['settings'] & {
    get(key: 'filters.enabled'): boolean;
    readonly onDidChange: Subscribe;
  };
  readonly workspace: RuleLoaderSources['workspace'] & { readonly onDidChange: Subscribe };
  readonly shell: ShellReader;
  readonly log: {
    readonly debug: (message: string) => void;
    readonly warn: (message: string) => void;
    readonly report: (error: unknown) => void;
  };
}

/** The parts that VS Code supplies. */
export interface FiltersHost {
  /** Reports the problems of rules. */
  readonly notify: (problems: readonly FilterProblem[]) => void;
  readonly watch: Watch;
  /** Milliseconds that the user's patterns may take for one chunk of output. */
  readonly chunkLimitMs: number;
}

/**
 * The rules of the user, of a trusted workspace and the built-in rules, loaded with the first
 * command, and again when any of them changes (003-match-1; decision 31).
 */
export class ReloadingFilters implements OutputFilters, Disposable {
  private readonly loader: RuleLoader;
  private readonly sets: ActiveRules;
  private readonly reload: Reload;
  private subscriptions: readonly Disposable[] | undefined;
  private known: readonly FilterProblem[] = [];

  constructor(
    private readonly sources: RuleSources,
    private readonly host: FiltersHost,
  ) {
    const onEvent = (): void => this.reload.soon();
    this.loader = new RuleLoader({ ...sources, watch: host.watch, onEvent });
    this.sets = new ActiveRules({
      onMetrics: (metrics) => sources.log.debug(metricsLines(metrics).join('\n')),
      chunkLimitMs: host.chunkLimitMs,
      onDisabled: (rule) => {
        this.show([...this.known, this.loader.problemOf(rule, disabledText)]);
      },
    });
    this.reload = new Reload(() => this.load(), sources.clock);
  }

  async open(command: string): Promise<FilterRun | undefined> {
    const { log, settings } = this.sources;
    if (!settings.get('filters.enabled')) return undefined;
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

  /** Resolves when every known change of the rules is in force; loads them the first time. */
  settled(): Promise<void> {
    const { settings, workspace } = this.sources;
    if (this.subscriptions === undefined) {
      const again = (): void => this.reload.now();
      this.subscriptions = [settings.onDidChange(again), workspace.onDidChange(again)];
      again();
    }
    return this.reload.settled();
  }

  /** Problems in rule files. */
  problems(): readonly FilterProblem[] {
    return this.known;
  }

  /** Filters an output, once every pending rule change is active. */
  async try(input: TrialInput): Promise<FilterTrial> {
    return tryRules(this.sets.forTrial(), await this.read(input.command), input);
  }

  /** The user's own file, even if it does not exist; fails for an invalid setting. */
  userFile(): Result<string, string> {
    return this.loader.userFile();
  }

  dispose(): void {
    for (const each of [...(this.subscriptions ?? []), this.reload, this.loader]) each.dispose();
    this.subscriptions = [];
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
    this.host.notify(all);
  }

  private async read(command: string): Promise<CommandText> {
    const { shell } = this.sources;
    const [reading] = await Promise.all([shell.read(command), this.settled()]);
    return { whole: command, last: reading.lastCommand };
  }
}

const disabledText = (rule: string): string =>
  t('the rule {0} repeatedly took too long and is off until the rules are reloaded', rule);

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
