import { fill, must, openStore, type StorePlace } from './open-store';

export interface StartOptions extends StorePlace {
  readonly journalBytes: number;
}

/** Fills a journal and leaves it as a window that is killed does: nothing of it is saved. */
export async function leaveJournal(options: StartOptions): Promise<number> {
  const store = openStore({ ...options, journalLimit: 4 * options.journalBytes });
  await fill(store, options.journalBytes);
  return 0;
}

/** Milliseconds from opening a folder to its first answer. */
export async function measureStart(options: StartOptions): Promise<number> {
  const began = performance.now();
  const store = openStore({ ...options, journalLimit: 4 * options.journalBytes });
  must(await store.conversations.list({ limit: 10 }));
  return performance.now() - began;
}
