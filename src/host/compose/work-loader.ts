import { loadOnce } from '../../core/base/async';

export interface WorkLoaderDeps<Work> {
  readonly load: () => Promise<Work>;
  readonly onLoaded: (work: Work) => void;
  /** For the log: what was thrown names a path of the installation. */
  readonly report: (error: unknown) => void;
  /** Notifies the user, and settles when the notification was closed. */
  readonly notify: () => Promise<void>;
}

export interface WorkLoader<Work> {
  /** Undefined when it did not load, of which the user is notified, or when it was closed. */
  readonly get: () => Promise<Work | undefined>;
  /** Closes what was loaded; loads nothing any more. */
  readonly close: () => Promise<void>;
}

/** Loads the second stage once, at its first use; after a failure the next use tries again. */
export function createWorkLoader<Work extends { close(): Promise<void> }>(
  deps: WorkLoaderDeps<Work>,
): WorkLoader<Work> {
  let made: Work | undefined;
  let loading: Promise<unknown> | undefined;
  let isNotifying = false;
  let isClosed = false;
  const load = loadOnce(async () => {
    made = await deps.load();
    if (!isClosed) deps.onLoaded(made);
    return made;
  });

  function failed(error: unknown): void {
    deps.report(error);
    if (isNotifying) return;
    isNotifying = true;
    deps
      .notify()
      .catch(deps.report)
      .finally(() => (isNotifying = false));
  }

  async function begin(): Promise<Work | undefined> {
    try {
      return await load();
    } catch (error) {
      if (!hasClosed()) failed(error);
      return undefined;
    }
  }

  /** Asked again after a wait. */
  const hasClosed = (): boolean => isClosed;

  return {
    get: async () => {
      if (isClosed) return undefined;
      const asked = begin();
      loading = asked;
      const work = await asked;
      return hasClosed() ? undefined : work;
    },
    close: async () => {
      isClosed = true;
      if (made === undefined) await loading;
      await made?.close();
    },
  };
}
