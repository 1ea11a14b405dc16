import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../../src/core/contracts/tools/bound-tool';
import { failure } from '../../../../src/core/contracts/failure';
import copyPath from '../../../../src/core/tools/copy-path';
import createDirectory from '../../../../src/core/tools/create-directory';
import deletePath from '../../../../src/core/tools/delete-path';
import movePath from '../../../../src/core/tools/move-path';
import { createFakeFiles, stampOfText, type FakeFiles } from '../../fakes/files';
import { capabilitiesWith, runTool, textOf } from './run-tool';

type Initial = Parameters<typeof createFakeFiles>[0];

interface World {
  readonly files: FakeFiles;
  readonly create: BoundTool;
  readonly remove: BoundTool;
  readonly move: BoundTool;
  readonly copy: BoundTool;
}

function world(initial: Initial = {}): World {
  const files = createFakeFiles(initial);
  const capabilities = capabilitiesWith({ files });
  return {
    files,
    create: bindTool(createDirectory, capabilities),
    remove: bindTool(deletePath, capabilities),
    move: bindTool(movePath, capabilities),
    copy: bindTool(copyPath, capabilities),
  };
}

const binary = { bytes: Uint8Array.from([0, 1, 2, 3]) };
const noted = 'This change cannot be undone: it is too large.';
const call = { sessionId: 's1', toolCallId: 'c1' };

describe('what the model reads of a change', () => {
  const two = { 'old/a.ts': 'a', 'old/deep/b.ts': 'b' };
  const pair = { 'a.ts': 'one\n', 'b.ts': 'two\n' };
  const from = 'a.ts';
  const to = 'b.ts';
  const texts: readonly (readonly [keyof Omit<World, 'files'>, object, Initial, string])[] = [
    ['create', { path: 'src' }, {}, 'Created the folder src.'],
    ['create', { path: 'a/b/c' }, {}, 'Created the folder a/b/c and 2 missing parent folders.'],
    ['create', { path: 'a' }, { 'a/x': '' }, 'a already exists; nothing was changed.'],
    ['create', { path: 'a' }, { a: { notes: [noted] } }, `Created the folder a.\n[${noted}]`],
    ['remove', { path: 'a.ts' }, pair, 'Deleted a.ts (moved to the trash).'],
    ['remove', { path: './old' }, two, 'Deleted the folder old with 2 files (moved to the trash).'],
    ['move', { source: from, destination: 'c/d.ts' }, pair, 'Moved a.ts to c/d.ts.'],
    ['move', { source: 'old', destination: 'new' }, two, 'Moved the folder old to new.'],
    [
      'move',
      { source: from, destination: to },
      pair,
      'Moved a.ts to b.ts, replacing the existing file.',
    ],
    ['copy', { source: from, destination: 'c.ts' }, pair, 'Copied a.ts to c.ts (4 bytes).'],
    [
      'copy',
      { source: 'old', destination: 'new' },
      two,
      'Copied the folder old with 2 files (2 bytes) to new.',
    ],
    [
      'copy',
      { source: from, destination: to },
      { ...pair, 'b.ts': binary },
      'Copied a.ts to b.ts (4 bytes), replacing the existing file.',
    ],
    [
      'move',
      { source: from, destination: 'c' },
      { 'a.ts': { text: 'x', notes: [noted] } },
      `Moved a.ts to c.\n[${noted}]`,
    ],
  ];
  for (const [tool, args, initial, text] of texts) {
    it(text, async () => {
      assert.equal(await textOf(world(initial)[tool], args), text);
    });
  }

  it('of a link says that only the link is gone', () => {
    const output = { path: 'a', kind: 'symlink', files: 0, trashed: false, notes: [] };
    assert.equal(world().remove.toModel(output), 'Deleted the link a; its target is unchanged.');
  });
});

describe('create_directory', () => {
  it('003-tools-12: creates a folder with its parents and lists them', async () => {
    const { create, files } = world({ 'src/a.ts': '' });
    const run = await runTool(create, { path: 'src/one/two' });
    assert.ok(run.ok);
    assert.deepEqual(run.output['made'], ['src/one', 'src/one/two']);
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/src/one/two' }]);
    assert.deepEqual(files.origins, [call]);
    assert.equal((await files.resolve('src/one/two')).ok, true);
  });

  it('refuses a file in the place of the folder', async () => {
    const text = await textOf(world({ src: '' }).create, { path: 'src' });
    assert.match(text, /^execution: .*is a file, not a folder/);
  });
});

describe('delete_path', () => {
  it('shows what is gone', async () => {
    const { remove, files } = world({ 'old/a.ts': 'one\n', 'old/b.bin': binary });
    const run = await runTool(remove, { path: 'old' });
    assert.ok(run.ok);
    assert.equal(run.output['files'], 2);
    assert.deepEqual(run.exhibit.diffs, [
      { path: '/ws/old/a.ts', oldText: 'one\n', newText: '', change: 'deleted' },
    ]);
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/old' }]);
    assert.deepEqual(files.origins, [call]);
    assert.equal(files.contents.size, 0);
  });

  it('shows at most 20 files, and 400 KB of them', async () => {
    const small = Array.from({ length: 30 }, (_, at) => [`old/f${at}`, 'x'] as const);
    const many = await runTool(world(Object.fromEntries(small)).remove, { path: 'old' });
    assert.equal(many.ok && many.exhibit.diffs.length, 20);
    const large = small.slice(0, 4).map(([name]) => [name, 'x'.repeat(150 * 1024)] as const);
    const heavy = await runTool(world(Object.fromEntries(large)).remove, { path: 'old' });
    assert.equal(heavy.ok && heavy.exhibit.diffs.length, 2);
    assert.equal(heavy.ok && heavy.output['files'], 4);
  });

  it('003-tools-6: does not delete the sandbox root', async () => {
    for (const path of ['.', '/ws', './', 'src/..']) {
      const { remove, files } = world({ 'src/a': '' });
      assert.match(await textOf(remove, { path }), /^policy_denied: /, path);
      assert.equal(files.contents.size, 1);
    }
  });

  it('leaves a file with unsaved changes', async () => {
    const { remove } = world({ a: { text: 'x', unsaved: true } });
    assert.match(await textOf(remove, { path: 'a' }), /^execution: .*not saved/);
  });

  it('is judged as a removal of the entry itself', () => {
    const prepared = world().remove.prepare({ path: 'a' });
    const subject = { text: 'a', reads: [], writes: [], removes: ['a'], takes: { from: 'a' } };
    assert.deepEqual(prepared.ok && prepared.value.subject, subject);
  });
});

describe('move_path', () => {
  const args = { source: 'src/a.ts', destination: 'src/b.ts' };

  it('shows where a file was, without a change of its text', async () => {
    const { move, files } = world({ 'src/a.ts': 'one\n' });
    const run = await runTool(move, args);
    assert.ok(run.ok);
    assert.deepEqual(run.exhibit, {
      diffs: [
        {
          path: '/ws/src/b.ts',
          oldText: 'one\n',
          newText: 'one\n',
          change: 'moved',
          from: '/ws/src/a.ts',
        },
      ],
      locations: [{ path: '/ws/src/b.ts', line: 1 }],
    });
    assert.deepEqual([...files.contents], [['/ws/src/b.ts', 'one\n']]);
    assert.deepEqual(files.origins, [call]);
  });

  it('shows what became of the file it replaced', async () => {
    const run = await runTool(world({ 'src/a.ts': 'one\n', 'src/b.ts': 'two\n' }).move, args);
    assert.deepEqual(run.ok && run.exhibit.diffs, [
      {
        path: '/ws/src/b.ts',
        oldText: 'two\n',
        newText: 'one\n',
        change: 'moved',
        from: '/ws/src/a.ts',
      },
    ]);
    assert.equal(run.ok && run.output['replaced'], true);
  });

  it('of a folder shows the place', async () => {
    const { move } = world({ 'old/a.ts': '' });
    const run = await runTool(move, { source: 'old', destination: 'new' });
    assert.deepEqual(run.ok && run.exhibit, { diffs: [], locations: [{ path: '/ws/new' }] });
  });

  it('002-state-3: makes no file known that was never read', async () => {
    const run = await runTool(world({ 'src/a.ts': 'one\n' }).move, args);
    assert.deepEqual(run.ok && run.seen, []);
  });

  it('is judged by what it takes away and what it writes', () => {
    const prepared = world().move.prepare(args);
    assert.ok(prepared.ok);
    assert.deepEqual(prepared.value.subject, {
      text: 'src/a.ts → src/b.ts',
      reads: [],
      writes: ['src/b.ts'],
      removes: ['src/a.ts', 'src/b.ts'],
      takes: { from: 'src/a.ts', to: 'src/b.ts' },
    });
    assert.equal(prepared.value.label, 'src/a.ts → src/b.ts');
  });
});

describe('copy_path', () => {
  const args = { source: 'a.ts', destination: 'b.ts' };

  it('shows a copy as a new file, and makes it known', async () => {
    const { copy, files } = world({ 'a.ts': 'one\n' });
    const run = await runTool(copy, args);
    assert.ok(run.ok);
    assert.deepEqual(run.exhibit.diffs, [{ path: '/ws/b.ts', oldText: null, newText: 'one\n' }]);
    assert.deepEqual(run.seen, [{ real: '/ws/b.ts', stamp: stampOfText('one\n') }]);
    assert.equal(files.contents.get('/ws/a.ts'), 'one\n');
    assert.deepEqual(files.origins, [call]);
  });

  it('shows what became of the file it replaced', async () => {
    const run = await runTool(world({ 'a.ts': 'one\n', 'b.ts': 'two\n' }).copy, args);
    assert.deepEqual(run.ok && run.exhibit.diffs, [
      { path: '/ws/b.ts', oldText: 'two\n', newText: 'one\n' },
    ]);
  });

  it('of what is no text shows the place, and makes nothing known', async () => {
    const run = await runTool(world({ 'a.ts': binary }).copy, args);
    assert.ok(run.ok);
    assert.deepEqual(run.exhibit, { diffs: [], locations: [{ path: '/ws/b.ts' }] });
    assert.deepEqual(run.seen, []);
  });

  it('decision 13: is judged by what it reads and what it writes', () => {
    const prepared = world().copy.prepare(args);
    assert.ok(prepared.ok);
    const { subject, label } = prepared.value;
    assert.deepEqual(subject, {
      text: 'a.ts → b.ts',
      reads: ['a.ts'],
      writes: ['b.ts'],
      removes: ['b.ts'],
      takes: { from: 'a.ts', to: 'b.ts' },
    });
    assert.equal(label, 'a.ts → b.ts');
  });
});

describe('what changes paths refuses bad input', () => {
  const full = { writeFailure: failure('execution', 'No space is left on the disk: b') };
  const cases: readonly (readonly [keyof Omit<World, 'files'>, unknown, RegExp])[] = [
    ['create', {}, /^validation: /],
    ['create', { path: '' }, /^validation: /],
    ['create', { path: 1 }, /^validation: /],
    ['create', { path: 'x', parents: true }, /^validation: /],
    ['create', { path: '../x' }, /^policy_denied: /],
    ['remove', {}, /^validation: /],
    ['remove', { path: '' }, /^validation: /],
    ['remove', { path: 'x', recursive: true }, /^validation: /],
    ['remove', { path: 'none' }, /^execution: No such file or folder/],
    ['remove', { path: '/etc/passwd' }, /^policy_denied: /],
    ['move', { source: 'a' }, /^validation: /],
    ['move', { destination: 'a' }, /^validation: /],
    ['move', { from: 'a', to: 'b' }, /^validation: /],
    ['move', { source: 'none', destination: 'x' }, /^execution: No such file or folder/],
    ['move', { source: 'a', destination: 'dir' }, /^execution: This already exists/],
    ['move', { source: 'dir', destination: 'dir/in' }, /^validation: /],
    ['move', { source: 'a', destination: '../x' }, /^policy_denied: /],
    ['move', { source: '../x', destination: 'a' }, /^policy_denied: /],
    ['move', { source: '.', destination: 'x' }, /^policy_denied: /],
    ['copy', { source: 'a' }, /^validation: /],
    ['copy', { source: 'none', destination: 'x' }, /^execution: No such file or folder/],
    ['copy', { source: 'dir', destination: 'a' }, /^execution: This already exists/],
    ['copy', { source: 'dir', destination: 'dir/in/it' }, /^validation: /],
    ['copy', { source: '../x', destination: 'b' }, /^policy_denied: /],
    ['copy', { source: 'a', destination: 'b' }, /^execution: No space is left/],
  ];
  for (const [tool, args, wanted] of cases) {
    it(`${tool} ${JSON.stringify(args)}`, async () => {
      const tried = world({ a: 'x', 'dir/c': 'y', b: full });
      assert.match(await textOf(tried[tool], args), wanted);
      assert.deepEqual([...tried.files.contents.keys()].sort(), ['/ws/a', '/ws/dir/c']);
    });
  }
});
