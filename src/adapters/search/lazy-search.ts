import { loadOnce } from '../../core/base/load-once';
import { failure } from '../../core/contracts/failure';
import { fail, type Result } from '../../core/contracts/result';
import type { Search } from '../../core/ports/search';

/** A `Search` that is loaded with the first search (DESIGN section 8); a failed load is tried again. */
export function createLazySearch(
  load: () => Promise<Search>,
  onLoadFailed: (error: unknown) => void,
): Search {
  const loaded = loadOnce(load);
  const use = async <T>(ask: (search: Search) => Promise<Result<T>>): Promise<Result<T>> => {
    let search: Search;
    try {
      search = await loaded();
    } catch (error) {
      onLoadFailed(error);
      return fail(notLoaded);
    }
    return ask(search);
  };
  return {
    grep: (request) => use((search) => search.grep(request)),
    find: (request) => use((search) => search.find(request)),
  };
}

const notLoaded = failure(
  'execution',
  'The search of Gatehouse did not load. Reload the window or reinstall Gatehouse.',
  { category: 'permanent_failure' },
);
