import type { IndexContext } from './feed';
import { openFolder, type OpenFolder } from './open-folder';
import { createStoreIndex, type StoreIndex, type StoreIndexLimits } from './view';

/** An open folder and what is known of its content. */
export interface StoreSession {
  readonly folder: OpenFolder;
  readonly view: StoreIndex;
}

export interface StoreSessions {
  /** Opens the folder at first use, and again when its lock has expired. */
  current(): Promise<StoreSession>;
  /** Lets go of the folder and opens it anew, as whatever role is free. */
  renew(session: StoreSession): Promise<StoreSession>;
  /** The open session, undefined when nothing was opened. */
  opened(): Promise<StoreSession> | undefined;
}

export interface StoreSessionOptions extends Omit<IndexContext, 'opened'> {
  readonly viewLimits: StoreIndexLimits;
  readonly onOpened: () => void;
}

export function createStoreSessions(options: StoreSessionOptions): StoreSessions {
  let pending: Promise<StoreSession> | undefined;

  async function open(): Promise<StoreSession> {
    const folder = await openFolder(options);
    options.onOpened();
    const place = { ...options, disk: folder.disk, opened: folder };
    return { folder, view: createStoreIndex(place, options.viewLimits) };
  }

  function start(): Promise<StoreSession> {
    const started = open();
    pending = started;
    started.catch(() => {
      // The caller gets the error; the next call tries again.
      if (pending === started) pending = undefined;
    });
    return started;
  }

  async function current(): Promise<StoreSession> {
    const mine = pending ?? start();
    const session = await mine;
    return session.folder.lock.isHeld() ? session : replace(mine, session);
  }

  async function replace(mine: Promise<StoreSession>, session: StoreSession): Promise<StoreSession> {
    if (pending === mine) {
      pending = undefined;
      await closeSession(session, options.log);
    }
    return current();
  }

  async function renew(session: StoreSession): Promise<StoreSession> {
    const mine = pending;
    return mine !== undefined && (await mine) === session ? replace(mine, session) : current();
  }

  return { current, renew, opened: () => pending };
}

/** Lets go of the folder; what fails here costs nothing that was acknowledged. */
export async function closeSession(
  { folder, view }: StoreSession,
  log: (line: string) => void,
): Promise<void> {
  for (const close of [() => view.close(), () => folder.close()]) {
    try {
      await close();
    } catch (error) {
      log(`Closing the storage: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
