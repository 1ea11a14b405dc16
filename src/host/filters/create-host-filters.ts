import type { Disposable } from '../../core/ports/disposable';
import type { OutputFilters } from '../../core/ports/output-filters';
import { noMetrics } from '../../core/filters/filter-metrics';
import type { RuleSources, RunningFilters } from './start-filters';

/** Output filters, started with the first command that runs, or the first of ours that needs them. */
export interface HostFilters extends OutputFilters, Disposable {
  /** Problems of the rules, as text for the user; none before they are loaded. */
  problems(): readonly string[];
  /** The rules, once they are in force. */
  loaded(): Promise<RunningFilters>;
  /** The rules, which may still be loading. */
  running(): RunningFilters;
}

export interface HostFiltersDeps {
  readonly settings: RuleSources['settings'] & { get(key: 'filters.enabled'): boolean };
  readonly start: () => RunningFilters;
}

/** Without rules, outputs are unchanged (003-filters-9). */
export function createHostFilters({ settings, start }: HostFiltersDeps): HostFilters {
  let started: RunningFilters | undefined;
  let isDisposed = false;
  const running = (): RunningFilters => (started ??= start());
  return {
    open: async (command) =>
      settings.get('filters.enabled') && !isDisposed ? running().open(command) : undefined,
    metrics: () => started?.metrics() ?? noMetrics,
    problems: () => started?.problems().map(({ text }) => text) ?? [],
    loaded: async () => {
      const filters = running();
      await filters.settled();
      return filters;
    },
    running,
    dispose: () => {
      isDisposed = true;
      started?.dispose();
    },
  };
}
