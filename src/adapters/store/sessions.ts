import type { IndexContext } from './index/load-index';
import { openFolder } from './session/open-folder';
import { LoadedStoreIndex, type StoreIndexLimits } from './index/store-index';
import type { StoreSession } from './session/session';

export interface StoreSessionOptions extends Omit<IndexContext, 'opened'> {
  readonly viewLimits: StoreIndexLimits;
  readonly onOpened: () => void;
}

export class StoreSessions {
  private pending: Promise<StoreSession> | undefined;

  constructor(private readonly options: StoreSessionOptions) {}

  /** Opens the folder at first use, and again after its lock has expired. */
  async current(): Promise<StoreSession> {
    const mine = this.pending ?? this.start();
    const session = await mine;
    return session.folder.lock.isHeld() ? session : this.replace(mine, session);
  }

  /** Releases the folder and reopens it in whatever role is free. */
  async renew(session: StoreSession): Promise<StoreSession> {
    const mine = this.pending;
    return mine !== undefined && (await mine) === session
      ? this.replace(mine, session)
      : this.current();
  }

  /** The open session; undefined if none was opened. */
  opened(): Promise<StoreSession> | undefined {
    return this.pending;
  }

  private start(): Promise<StoreSession> {
    const started = this.open();
    this.pending = started;
    started.catch(() => {
      // The caller gets the error; the next call tries again.
      if (this.pending === started) this.pending = undefined;
    });
    return started;
  }

  private async open(): Promise<StoreSession> {
    const { options } = this;
    const folder = await openFolder(options);
    options.onOpened();
    const context = { ...options, disk: folder.disk, opened: folder };
    return { folder, view: new LoadedStoreIndex(context, options.viewLimits) };
  }

  private async replace(mine: Promise<StoreSession>, session: StoreSession): Promise<StoreSession> {
    if (this.pending === mine) {
      this.pending = undefined;
      await closeSession(session, this.options.log);
    }
    return this.current();
  }
}

/** Releases the folder; errors here lose nothing that was confirmed. */
export async function closeSession(
  { folder, view }: StoreSession,
  log: (line: string) => void,
): Promise<void> {
  for (const close of [() => view.close(), () => folder.close()]) {
    try {
      await close();
    } catch (error) {
      log(`Could not close the storage: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
