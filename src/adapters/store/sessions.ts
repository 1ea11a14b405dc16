import type { IndexContext } from './index/catch-up';
import { openFolder } from './session/open-folder';
import { createStoreIndex, type StoreIndexLimits } from './index/store-index';
import { closedFailure, type StoreSession, type SessionQueue } from './session/session';
import { fail, type Result } from '../../core/contracts/failure';
import { attempt } from './disk/disk';
import { isLostLock } from './disk/window-lock';

export interface StoreSessions {
  /** Opens the folder at first use, and again after its lock has expired. */
  current(): Promise<StoreSession>;
  /** Releases the folder and reopens it in whatever role is free. */
  renew(session: StoreSession): Promise<StoreSession>;
  /** The open session; undefined if none was opened. */
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
    const context = { ...options, disk: folder.disk, opened: folder };
    return { folder, view: createStoreIndex(context, options.viewLimits) };
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

  async function replace(
    mine: Promise<StoreSession>,
    session: StoreSession,
  ): Promise<StoreSession> {
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

export function createSessionQueue(
  sessions: StoreSessions,
  log: (line: string) => void,
): SessionQueue {
  const running = new Set<Promise<unknown>>();
  let barrier: Promise<unknown> | undefined;
  let stopped = false;

  /** Retries once under a new lock if the machine slept during a write. */
  async function work<T>(ask: (session: StoreSession) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await ask(await sessions.current());
    } catch (error) {
      if (!isLostLock(error)) throw error;
      return ask(await sessions.current());
    }
  }

  async function track<T>(result: Promise<Result<T>>): Promise<Result<T>> {
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }

  return {
    run: async (task, ask) => {
      while (barrier !== undefined) await barrier;
      if (stopped) return fail(closedFailure);
      return track(attempt({ task, log }, () => work(ask)));
    },
    runExclusively: async (task, ask) => {
      while (barrier !== undefined) await barrier;
      if (stopped) return fail(closedFailure);
      const before = Promise.allSettled(running);
      const result = track(attempt({ task, log }, () => before.then(() => work(ask))));
      const mine = result.catch(() => undefined);
      barrier = mine;
      // Runs before any waiting call continues.
      void mine.then(() => {
        barrier = undefined;
      });
      return result;
    },
    stop: async () => {
      stopped = true;
      await Promise.allSettled(running);
    },
  };
}
