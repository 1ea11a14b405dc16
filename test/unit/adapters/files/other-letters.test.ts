import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type {
  EntryName,
  Folder,
  FolderEntry,
  FolderOpener,
} from '../../../../src/adapters/files/folder';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

const signal = quietSignal();

describe('a case-insensitive disk', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ caseSensitive: false, openFolder: openIgnoringCase });
    ws.put('ws/readme.md', 'text');
    ws.put('ws/dir/x', 'x');
  });
  afterEach(() => ws.dispose());

  it('renames a file and a folder to other letter case', async () => {
    for (const [from, to] of [
      ['readme.md', 'README.md'],
      ['dir', 'Dir'],
    ] as const) {
      const moved = await ws.files.move(from, to, { by, signal });
      assert.ok(moved.ok, moved.ok ? '' : moved.failure.message);
      assert.equal(moved.value.replacedText, undefined);
    }
    assert.deepEqual(readdirSync(ws.root), ['Dir', 'README.md']);
    assert.equal(readFileSync(`${ws.root}/README.md`, 'utf8'), 'text');
  });

  it('does not copy a file onto itself', async () => {
    const copied = await ws.files.copy('readme.md', 'ReadMe.md', { by, signal });
    assert.match(copied.ok ? '' : copied.failure.message, /^Source and destination are the same/);
    assert.equal(readFileSync(`${ws.root}/readme.md`, 'utf8'), 'text');
  });

  it('does not move a folder into itself under another letter case', async () => {
    const moved = await ws.files.move('dir', 'DIR/below', { by, signal });
    assert.match(moved.ok ? '' : moved.failure.message, /into itself/);
  });
});

/** Behaves like such a disk: any spelling finds the existing entry. */
const openIgnoringCase: FolderOpener = async (real) => {
  const folder = await openHeldFolder(real);
  return folder && ignoringCase(folder);
};

function ignoringCase(folder: Folder): Folder {
  const spelled = async (name: EntryName): Promise<EntryName> => {
    const entries = await folder.entries();
    const isSame = (one: FolderEntry): boolean =>
      String(one.name).toLowerCase() === String(name).toLowerCase();
    return entries.find(isSame)?.name ?? name;
  };
  return {
    ...folder,
    stat: async (name) => folder.stat(await spelled(name)),
    openFile: async (name, flags, mode) => folder.openFile(await spelled(name), flags, mode),
  };
}
