import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { succeed } from '../../../../src/core/contracts/failure';
import type { FileEntry, ListOptions } from '../../../../src/core/ports/files';
import listDirectory from '../../../../src/core/tools/list-directory';
import { createFakeFiles } from '../../fakes/files';
import { capabilitiesWith, runTool, textOf } from './run-tool';

function listing(files: Parameters<typeof createFakeFiles>[0]) {
  return bindTool(listDirectory, capabilitiesWith({ files: createFakeFiles(files) }));
}

/** A folder with these entries, and the options it was listed with. */
function folderOf(entries: readonly FileEntry[]) {
  const asked: Omit<ListOptions, 'signal'>[] = [];
  const files = {
    ...createFakeFiles(),
    list: (_path: string, { signal: _signal, ...options }: ListOptions) => {
      asked.push(options);
      return Promise.resolve(succeed({ real: '/ws', entries, total: entries.length }));
    },
  };
  return { asked, tool: bindTool(listDirectory, capabilitiesWith({ files })) };
}

describe('list_directory', () => {
  it('003-tools-4: labels entries by lstat', async () => {
    const { tool } = folderOf([
      { name: 'zoo', kind: 'dir', size: 4096 },
      { name: 'b.txt', kind: 'file', size: 1536 },
      { name: 'a-link', kind: 'symlink', size: 4 },
      { name: 'pipe', kind: 'other', size: 0 },
    ]);
    assert.equal(
      await textOf(tool, {}),
      '[dir] zoo/\n[file] b.txt (1.5 KB)\n[symlink] a-link\n[other] pipe',
    );
  });

  it('lists one level of the workspace folder by default', async () => {
    const { asked, tool } = folderOf([]);
    await runTool(tool, {});
    await runTool(tool, { depth: 5 });
    assert.deepEqual(asked, [
      { depth: 1, maxEntries: 1000 },
      { depth: 5, maxEntries: 1000 },
    ]);
  });

  it('names what is deeper by its path from the folder', async () => {
    const tool = listing({ 'src/core/a.ts': 'x', 'src/b.ts': '', 'src/core/deep/c.ts': '' });
    assert.equal(
      await textOf(tool, { path: 'src', depth: 2 }),
      '[dir] core/\n[dir] core/deep/\n[file] core/a.ts (1 byte)\n[file] b.ts (0 bytes)',
    );
  });

  it('says when there is nothing, and when there is too much', async () => {
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`f${at}`, '']));
    assert.equal(await textOf(listing({}), {}), 'The folder has no entries to list.');
    const run = await runTool(listing(many), { path: '/ws' });
    assert.ok(run.ok);
    const lines = run.text.split('\n');
    assert.equal(lines.length, 1001);
    assert.equal(
      lines.at(-1),
      '[1000 of 1200 entries are shown. List a subfolder, or use find_path.]',
    );
    assert.deepEqual([run.output['truncated'], run.exhibit.truncated], [true, true]);
  });

  for (const [name, shown] of [
    ['a\n[dir] fake/', String.raw`a\n[dir] fake/`],
    ['a\r\u001b[2K', String.raw`a\r\e[2K`],
    ['a\u202Etxt.exe', String.raw`a\u202etxt.exe`],
    ['\uD800', String.raw`\ud800`],
  ] as const) {
    it(`shows a hostile name on one line: ${JSON.stringify(name)}`, async () => {
      const { tool } = folderOf([{ name, kind: 'file', size: 1 }]);
      assert.equal(await textOf(tool, {}), `[file] ${shown} (1 byte)`);
    });
  }

  it('points the card at the folder', async () => {
    const run = await runTool(listing({ 'src/a.ts': '' }), { path: 'src' });
    assert.deepEqual(run.ok && run.exhibit.locations, [{ path: '/ws/src' }]);
    assert.equal(run.ok && run.output['path'], 'src');
  });

  for (const [args, wanted] of [
    [{ path: '' }, /^validation: /],
    [{ depth: 0 }, /^validation: /],
    [{ depth: 6 }, /^validation: /],
    [{ depth: 1.5 }, /^validation: /],
    [{ recursive: true }, /^validation: /],
    [{ path: '../x' }, /^policy_denied: /],
    [{ path: 'none' }, /^execution: No such file or folder/],
    [{ path: 'a.ts' }, /^execution: .*is a file, not a folder/],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      assert.match(await textOf(listing({ 'a.ts': '' }), args), wanted);
    });
  }
});
