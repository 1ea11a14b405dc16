import type { Store } from '../../adapters/store/store';
import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';

/** As much of a store as is used of another place. */
export type WorkspaceStore = Pick<Store, 'audit' | 'close' | 'conversations' | 'erase' | 'health'>;

/** The stores of other places, each open while it is used and a moment longer. */
export interface OpenStores {
  use<T>(folder: string, work: (store: WorkspaceStore) => Promise<T>): Promise<T>;
  /** Closes the store of a folder as soon as it is no longer used. */
  release(folder: string): Promise<void>;
  close(): Promise<void>;
}

export interface OpenStoresDeps {
  readonly clock: Clock;
  readonly open: (folder: string) => WorkspaceStore;
  readonly report: (error: unknown) => void;
}

/**
 * A window that opens there meanwhile writes files of its own, so a place is not held for longer
 * than the next click needs. Milliseconds.
 */
const keptMs = 20_000;
/** Each holds a database in memory. */
const maxOpen = 8;

interface CachedStore {
  readonly store: WorkspaceStore;
  users: number;
  timer: Disposable | undefined;
}

export function createOpenStores({ clock, open, report }: OpenStoresDeps): OpenStores {
  /** In order of their last use. */
  const kept = new Map<string, CachedStore>();
  /** A folder that is being closed is opened again only behind that. */
  const closing = new Map<string, Promise<void>>();

  function shut(folder: string): Promise<void> {
    const one = kept.get(folder);
    if (one === undefined || one.users > 0) return closing.get(folder) ?? Promise.resolve();
    one.timer?.dispose();
    kept.delete(folder);
    const done = one.store
      .close()
      .catch(report)
      .finally(() => closing.delete(folder));
    closing.set(folder, done);
    return done;
  }

  async function take(folder: string): Promise<CachedStore> {
    await closing.get(folder);
    const one = kept.get(folder) ?? { store: open(folder), users: 0, timer: undefined };
    one.timer?.dispose();
    one.users += 1;
    kept.delete(folder);
    kept.set(folder, one);
    return one;
  }

  function giveBack(folder: string, one: CachedStore): void {
    one.users -= 1;
    if (one.users > 0) return;
    one.timer = clock.after(keptMs, () => void shut(folder));
    const idle = [...kept].filter(([, { users }]) => users === 0);
    for (const [old] of idle.slice(0, Math.max(0, kept.size - maxOpen))) void shut(old);
  }

  return {
    use: async (folder, work) => {
      const one = await take(folder);
      try {
        return await work(one.store);
      } finally {
        giveBack(folder, one);
      }
    },
    release: shut,
    close: async () => {
      for (const one of kept.values()) one.users = 0;
      await Promise.all([...kept.keys()].map(shut));
      await Promise.all(closing.values());
    },
  };
}
