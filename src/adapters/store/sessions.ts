import type { FeedPlace } from './feed';
import { openFolder, type OpenFolder } from './open-folder';
import { createView, type View, type ViewLimits } from './view';

/** An open folder and what is known of its content. */
export interface Session {
  readonly folder: OpenFolder;
  readonly view: View;
}

export interface Sessions {
  /** Opens the folder at first use, and again when its lock has expired. */
  current(): Promise<Session>;
  /** Lets go of the folder and opens it anew, as whatever role is free. */
  renew(session: Session): Promise<Session>;
  /** The open session, undefined when nothing was opened. */
  opened(): Promise<Session> | undefined;
}

export interface SessionOptions extends Omit<FeedPlace, 'opened'> {
  readonly viewLimits: ViewLimits;
  readonly onOpened: () => void;
}

export function createSessions(options: SessionOptions): Sessions {
  let pending: Promise<Session> | undefined;

  async function open(): Promise<Session> {
    const folder = await openFolder(options);
    options.onOpened();
    const place = { ...options, disk: folder.disk, opened: folder };
    return { folder, view: createView(place, options.viewLimits) };
  }

  function start(): Promise<Session> {
    const started = open();
    pending = started;
    started.catch(() => {
      // The caller gets the error; the next call tries again.
      if (pending === started) pending = undefined;
    });
    return started;
  }

  async function current(): Promise<Session> {
    const mine = pending ?? start();
    const session = await mine;
    return session.folder.lock.isHeld() ? session : replace(mine, session);
  }

  async function replace(mine: Promise<Session>, session: Session): Promise<Session> {
    if (pending === mine) {
      pending = undefined;
      await closeSession(session, options.log);
    }
    return current();
  }

  async function renew(session: Session): Promise<Session> {
    const mine = pending;
    return mine !== undefined && (await mine) === session ? replace(mine, session) : current();
  }

  return { current, renew, opened: () => pending };
}

/** Lets go of the folder; what fails here costs nothing that was acknowledged. */
export async function closeSession(
  { folder, view }: Session,
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
