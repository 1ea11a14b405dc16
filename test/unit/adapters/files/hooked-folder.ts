import type { FileHandle } from 'node:fs/promises';
import type { Folder, FolderOpener } from '../../../../src/adapters/files/folder';

/** Called before each disk operation; may change the disk, or throw in its place. */
export type Hook = (call: string) => void;

/** The same folders, with the hook called before every operation, also on open files. */
export function hookFolders(open: FolderOpener, hook: Hook): FolderOpener {
  return async (real) => {
    hook('open');
    const folder = await open(real);
    return folder && hookFolder(folder, hook);
  };
}

function hookFolder(folder: Folder, hook: Hook): Folder {
  const tell = <T>(call: string, act: () => Promise<T>): Promise<T> => {
    hook(call);
    return act();
  };
  return {
    real: folder.real,
    pathOf: (name) => folder.pathOf(name),
    isStill: async () => tell('isStill', () => folder.isStill()),
    entries: async () => tell('entries', () => folder.entries()),
    stat: async (name) => tell('stat', () => folder.stat(name)),
    isWritable: async (name) => tell('isWritable', () => folder.isWritable(name)),
    openFile: async (name, flags, mode) =>
      hookFile(await tell('openFile', () => folder.openFile(name, flags, mode)), hook),
    openFolder: async (name) =>
      hookFolder(await tell('openFolder', () => folder.openFolder(name)), hook),
    makeFolder: async (name, mode) => tell('makeFolder', () => folder.makeFolder(name, mode)),
    makeLink: async (name, target) => tell('makeLink', () => folder.makeLink(name, target)),
    linkTarget: async (name) => tell('linkTarget', () => folder.linkTarget(name)),
    rename: async (name, to, newName) => tell('rename', () => folder.rename(name, to, newName)),
    removeFile: async (name) => tell('removeFile', () => folder.removeFile(name)),
    removeFolder: async (name) => tell('removeFolder', () => folder.removeFolder(name)),
    setMode: async (mode) => tell('setMode', () => folder.setMode(mode)),
    close: () => folder.close(),
  };
}

/** A handle is closed even if the system reports an error. */
function hookFile(file: FileHandle, hook: Hook): FileHandle {
  return new Proxy(file, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        if (key !== 'close') hook(String(key));
        const answer: unknown = await Reflect.apply(member, target, args);
        if (key === 'close') hook('close');
        return answer;
      };
    },
  });
}
