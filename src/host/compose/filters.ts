import { systemClock } from '../../adapters/system/clock';
import type { ShellReader } from '../../core/ports/shell';
import { createHostFilters, type HostFilters } from '../filters/create-host-filters';
import type { Base } from './base';
import { notLoaded } from './views';

export interface FilterSources extends Pick<
  Base,
  'settings' | 'workspace' | 'log' | 'globalFolder'
> {
  readonly shell: ShellReader;
}

/** Output filters, loaded with the first command. */
export function composeFilters(sources: FilterSources): HostFilters {
  return createHostFilters({
    ...sources,
    clock: systemClock,
    load: () => import('../filters/filters-entry'),
    onLoadFailed: notLoaded(sources.log),
  });
}
