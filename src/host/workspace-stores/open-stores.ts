import type { Store } from '../../adapters/store/store';
import type { Disposable, Clock } from '../../core/ports/system';

export type WorkspaceStore = Pick<Store, 'audit' | 'close' | 'conversations' | 'erase' | 'health'>;

export interface OpenStoresDeps {
  readonly clock: Clock;
  readonly open: (folder: string) => WorkspaceStore;
  readonly report: (error: unknown) => void;
}

/** A window that opens there writes files of its own, so none is held for long. Milliseconds. */
const keptMs = 20_000;
/** Each has a database in memory. */
const maxOpen = 8;

interface CachedStore {
  readonly store: WorkspaceStore;
  users: number;
  timer: Disposable | undefined;
}

/** The stores of other workspaces, each open while in use and a moment longer. */
export class OpenStores {
  /** In order of their last use. */
  private readonly kept = new Map<string, CachedStore>();
  /** A store that is being closed is reopened only afterwards. */
  private readonly closing = new Map<string, Promise<void>>();

  constructor(private readonly deps: OpenStoresDeps) {}

  async use<T>(folder: string, work: (store: WorkspaceStore) => Promise<T>): Promise<T> {
    const one = await this.take(folder);
    try {
      return await work(one.store);
    } finally {
      this.giveBack(folder, one);
    }
  }

  /** Closes the store of a folder as soon as it is no longer used. */
  release(folder: string): Promise<void> {
    const one = this.kept.get(folder);
    if (one === undefined || one.users > 0) return this.closing.get(folder) ?? Promise.resolve();
    one.timer?.dispose();
    this.kept.delete(folder);
    const done = one.store
      .close()
      .catch(this.deps.report)
      .finally(() => this.closing.delete(folder));
    this.closing.set(folder, done);
    return done;
  }

  async close(): Promise<void> {
    for (const one of this.kept.values()) one.users = 0;
    await Promise.all([...this.kept.keys()].map((folder) => this.release(folder)));
    await Promise.all(this.closing.values());
  }

  private async take(folder: string): Promise<CachedStore> {
    await this.closing.get(folder);
    const { kept, deps } = this;
    const one = kept.get(folder) ?? { store: deps.open(folder), users: 0, timer: undefined };
    one.timer?.dispose();
    one.users += 1;
    kept.delete(folder);
    kept.set(folder, one);
    return one;
  }

  private giveBack(folder: string, one: CachedStore): void {
    const { kept, deps } = this;
    one.users -= 1;
    if (one.users > 0) return;
    one.timer = deps.clock.after(keptMs, () => void this.release(folder));
    const idle = [...kept].filter(([, { users }]) => users === 0);
    for (const [old] of idle.slice(0, Math.max(0, kept.size - maxOpen))) void this.release(old);
  }
}
