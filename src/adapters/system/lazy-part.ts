import { loadOnce } from '../../core/base/load-once';
import { failure, fail, type Result } from '../../core/contracts/failure';

export interface LazyPartDeps<Part> {
  readonly load: () => Promise<Part>;
  /** For the message: "The search". */
  readonly name: string;
  /** Called when the load has failed; the next use tries again. */
  readonly onLoadFailed: (error: unknown) => void;
}

/** Asks a part of the extension that is a bundle of its own, loaded at its first use. */
export type UseLazyPart<Part> = <T>(ask: (part: Part) => Promise<Result<T>>) => Promise<Result<T>>;

/**
 * A part that loads lazily (decision lazy-bundles), for ports whose answers are results: what does
 * not load fails the call with a remedy. The error itself names a path of the installation, which
 * helps nobody but the log.
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
