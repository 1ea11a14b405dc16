import type { Disposable } from '../../core/ports/disposable';
import type { OutputFilters } from '../../core/ports/output-filters';
import { createLazyViews } from '../window/lazy-views';
import type * as filtersEntry from './filters-entry';
import type { RuleSources, RunningFilters } from './start-filters';
import { noMetrics } from '../../core/filters/filter-metrics';
import type { TryOutputDeps } from './try-output';

/**
 * Output filters, loaded with the first command that runs, or the first of ours that needs them.
 */
export interface HostFilters extends OutputFilters, Disposable {
  /** Problems of the rules, as text for the user; none before they are loaded. */
  problems(): readonly string[];
  /** The rules once they are in force; undefined after a failed load, which was reported. */
  loaded(): Promise<RunningFilters | undefined>;
  /** Opens the user's rule file. */
  edit(): Promise<void>;
  /** Shows what the rules make of an output. */
  tryOut(deps: TryOutputDeps): Promise<void>;
}

export interface HostFiltersDeps extends RuleSources {
  readonly settings: RuleSources['settings'] & { get(key: 'filters.enabled'): boolean };
  readonly load: () => Promise<typeof filtersEntry>;
  /** Called once. */
  readonly onLoadFailed: (error: unknown) => void;
}

/** Without rules, outputs are unchanged (003-filters-9). */
export function createHostFilters(deps: HostFiltersDeps): HostFilters {
  let isTold = false;
  let running: RunningFilters | undefined;
  const entry = createLazyViews({
    load: deps.load,
    onLoadFailed: (error) => {
      if (!isTold) deps.onLoadFailed(error);
      isTold = true;
    },
  });
  const start = entry.keep(({ startNativeFilters }) => (running = startNativeFilters(deps)));
  const loaded = async (): Promise<RunningFilters | undefined> => {
    const filters = await start();
    await filters?.settled();
    return filters;
  };
  const use = async (
    act: (part: typeof filtersEntry, filters: RunningFilters) => Promise<void>,
  ): Promise<void> => {
    const filters = await start();
    if (filters !== undefined) await entry.open((part) => act(part, filters));
  };
  return {
    open: async (command) =>
      deps.settings.get('filters.enabled') ? (await start())?.open(command) : undefined,
    metrics: () => running?.metrics() ?? noMetrics,
    problems: () => running?.problems().map(({ text }) => text) ?? [],
    loaded,
    edit: () => use((part, filters) => part.editFilters(filters)),
    tryOut: (sources) => use((part, filters) => part.tryOutput(filters, sources)),
    dispose: () => {
      entry.dispose();
    },
  };
}
