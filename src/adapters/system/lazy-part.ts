import { loadOnce } from '../../core/base/load-once';
import { failure, fail, type Result } from '../../core/contracts/failure';

export interface LazyPartDeps<Part> {
  readonly load: () => Promise<Part>;
  /** Used in messages: "The search". */
  readonly name: string;
  /** Called when loading fails; the next use tries again. */
  readonly onLoadFailed: (error: unknown) => void;
}

/** Calls a part of the extension that is a lazy bundle. */
export type UseLazyPart<Part> = <T>(ask: (part: Part) => Promise<Result<T>>) => Promise<Result<T>>;

/**
 * A lazy part (decision lazy-bundles) for ports that return results: if it does not load, the call
 * fails with a remedy. The error itself contains a path of the installation and goes to the log
 * only.
 */
export function createLazyPart<Part>(deps: LazyPartDeps<Part>): UseLazyPart<Part> {
  const loaded = loadOnce(deps.load);
  return async (ask) => {
    let part: Part;
    try {
      part = await loaded();
    } catch (error) {
      deps.onLoadFailed(error);
      const message = `${deps.name} did not load. Reload the window or reinstall Gatehouse.`;
      return fail(failure('execution', message, { category: 'permanent_failure' }));
    }
    return ask(part);
  };
}
