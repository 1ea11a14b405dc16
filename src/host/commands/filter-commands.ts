import type { HostFilters } from '../filters/create-host-filters';
import type { TryOutputDeps } from '../filters/try-output';
import type { CommandHandlers } from './register';

/** Both load the filters when they are run. */
export function filterCommands(
  filters: Pick<HostFilters, 'edit' | 'tryOut'>,
  deps: TryOutputDeps,
): Pick<CommandHandlers, 'editOutputFilters' | 'tryOutputFilter'> {
  return {
    editOutputFilters: () => filters.edit(),
    tryOutputFilter: () => filters.tryOut(deps),
  };
}
