import type { Search } from '../../core/ports/search';
import { createLazyPart } from '../system/lazy-part';

/** A `Search` that loads with the first search (decision lazy-bundles). */
export function createLazySearch(
  load: () => Promise<Search>,
  onLoadFailed: (error: unknown) => void,
): Search {
  const use = createLazyPart({ load, name: 'The search', onLoadFailed });
  return {
    grep: (request) => use((search) => search.grep(request)),
    find: (request) => use((search) => search.find(request)),
  };
}
