import { loadOnce } from '../../core/base/load-once';
import type { Disposable } from '../../core/ports/disposable';

/**
 * Views in a separate bundle, loaded when the user first opens one (decision lazy-bundles). The
 * bundle has its own copy of its imports: values are compared by shape, never by `instanceof`, and
 * no module state is shared.
 */
export interface LazyViews<Entry> extends Disposable {
  /**
   * Runs a function of the entry. Undefined when it did not run: the entry failed to load, which
   * was reported to the user, or Gatehouse is being deactivated. Rejects as the function does.
   */
  open<T>(run: (entry: Entry) => T | Promise<T>): Promise<T | undefined>;
  /** For a view with state: made on first use, then the same one, disposed with these views. */
  keep<View extends Disposable>(make: (entry: Entry) => View): () => Promise<View | undefined>;
}

export interface LazyViewsDeps<Entry> {
  readonly load: () => Promise<Entry>;
  /** Notifies the user; never called after disposal. */
  readonly onLoadFailed: (error: unknown) => void;
}

export function createLazyViews<Entry>(deps: LazyViewsDeps<Entry>): LazyViews<Entry> {
  const load = loadOnce(deps.load);
  const kept: Disposable[] = [];
  let disposed = false;

  async function entryInUse(): Promise<{ readonly entry: Entry } | undefined> {
    if (disposed) return undefined;
    try {
      const entry = await load();
      return isDisposed() ? undefined : { entry };
    } catch (error) {
      if (!isDisposed()) deps.onLoadFailed(error);
      return undefined;
    }
  }

  /** Asked again after a wait. */
  const isDisposed = (): boolean => disposed;

  return {
    async open(run) {
      const loaded = await entryInUse();
      return loaded === undefined ? undefined : run(loaded.entry);
    },
    keep(make) {
      let view: ReturnType<typeof make> | undefined;
      return async () => {
        const loaded = await entryInUse();
        if (loaded === undefined) return undefined;
        if (view === undefined) {
          view = make(loaded.entry);
          kept.push(view);
        }
        return view;
      };
    },
    dispose() {
      disposed = true;
      for (const view of kept.splice(0)) view.dispose();
    },
  };
}
