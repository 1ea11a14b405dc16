import type { PathGuard } from '../../adapters/files/path-guard';
import { createLazyPart } from '../../adapters/system/lazy-part';
import { loadOnce } from '../../core/base/load-once';
import { succeed } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/disposable';
import type { FileChanges } from '../../core/ports/file-changes';
import type { Files } from '../../core/ports/files';
import type { HostFiles } from './host-files';

export interface LazyFilesDeps {
  /** Resolves paths without loading the rest: gates use it for every call. */
  readonly guard: Pick<PathGuard, 'resolve' | 'locate'>;
  readonly load: () => Promise<HostFiles>;
  /** Called when the load has failed; the next use tries again. */
  readonly onLoadFailed: (error: unknown) => void;
}

/**
 * File tools and undo, in a bundle of their own, loaded with the first file (decision
 * lazy-bundles).
 */
export function createLazyFiles({ guard, load, onLoadFailed }: LazyFilesDeps): HostFiles {
  const listeners = new Set<(sessionId: string) => void>();
  let made: HostFiles | undefined;
  const loaded = loadOnce(async () => {
    made = await load();
    made.changes.onDidChange((sessionId) => {
      for (const listener of listeners) listener(sessionId);
    });
    return made;
  });
  const use = createLazyPart({ load: loaded, name: 'The part for files', onLoadFailed });
  const files: Files = {
    resolve: (path, options) => guard.resolve(path, options),
    locate: (path) => guard.locate(path),
    read: (path, options) => use((part) => part.files.read(path, options)),
    head: (path, options) => use((part) => part.files.head(path, options)),
    stamp: (path, options) => use((part) => part.files.stamp(path, options)),
    list: (path, options) => use((part) => part.files.list(path, options)),
    inside: (path, options) => use((part) => part.files.inside(path, options)),
    write: (path, text, options) => use((part) => part.files.write(path, text, options)),
    createFolder: (path, options) => use((part) => part.files.createFolder(path, options)),
    remove: (path, options) => use((part) => part.files.remove(path, options)),
    move: (from, to, options) => use((part) => part.files.move(from, to, options)),
    copy: (from, to, options) => use((part) => part.files.copy(from, to, options)),
  };
  const changes: FileChanges = {
    // Before the load, this window has changed nothing.
    files: (sessionId) => made?.changes.files(sessionId) ?? [],
    undoState: (by) => made?.changes.undoState(by),
    undoCall: (by, signal) => use((part) => part.changes.undoCall(by, signal)),
    undoFiles: (id, changeIds, signal) =>
      use((part) => part.changes.undoFiles(id, changeIds, signal)),
    keepFiles: (id, changeIds) => use((part) => part.changes.keepFiles(id, changeIds)),
    before: (id, changeId) => use((part) => part.changes.before(id, changeId)),
    sides: (by, path) => use((part) => part.changes.sides(by, path)),
    chats: () => use((part) => part.changes.chats()),
    forget: async (sessionId) => made?.changes.forget(sessionId),
    onDidChange: (listener): Disposable => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return {
    files,
    changes,
    unsaved: () => unsavedOf(use),
    tidy: async () => (await loaded()).tidy(),
    close: async () => made?.close(),
  };
}

/** A failed load reports nothing, so that a search is not stopped by it. */
async function unsavedOf(use: ReturnType<typeof createLazyPart<HostFiles>>) {
  const unsaved = await use(async (part) => succeed(await part.unsaved()));
  return unsaved.ok ? unsaved.value : [];
}
