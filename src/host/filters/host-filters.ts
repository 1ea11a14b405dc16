import type { Disposable } from '../../core/ports/disposable';
import type { FilterRun, OutputFilters } from '../../core/ports/output-filters';
import { noMetrics } from '../../core/filters/filter-metrics';
import type { RuleSources, RunningFilters } from './reloading-filters';

export interface HostFiltersDeps {
  readonly settings: RuleSources['settings'] & { get(key: 'filters.enabled'): boolean };
  readonly start: () => RunningFilters;
}

/**
 * Output filters, started with the first command that runs, or the first of ours that needs them.
 * Without rules, outputs are unchanged (003-filters-9).
 */
export class HostFilters implements OutputFilters, Disposable {
  private started: RunningFilters | undefined;
  private isDisposed = false;

  constructor(private readonly deps: HostFiltersDeps) {}

  async open(command: string): Promise<FilterRun | undefined> {
    const isOn = this.deps.settings.get('filters.enabled') && !this.isDisposed;
    return isOn ? this.running().open(command) : undefined;
  }

  metrics(): ReturnType<OutputFilters['metrics']> {
    return this.started?.metrics() ?? noMetrics;
  }

  /** Problems of the rules, as text for the user; none before they are loaded. */
  problems(): readonly string[] {
    return this.started?.problems().map(({ text }) => text) ?? [];
  }

  /** The rules, once they are in force. */
  async loaded(): Promise<RunningFilters> {
    const filters = this.running();
    await filters.settled();
    return filters;
  }

  /** The rules, which may still be loading. */
  running(): RunningFilters {
    return (this.started ??= this.deps.start());
  }

  dispose(): void {
    this.isDisposed = true;
    this.started?.dispose();
  }
}
