import assert from 'node:assert/strict';
import type { ToolCallContent } from '../../../../../src/core/contracts/chats/acp';
import type { FileDiff } from '../../../../../src/core/contracts/calls/outcome';
import { failure } from '../../../../../src/core/contracts/failure';
import type { ChangedFile } from '../../../../../src/core/contracts/file-changes';
import type { ChangeSides } from '../../../../../src/core/ports/file-changes';
import { showProposedChanges } from '../../../../../src/host/panel/changes/proposed-change';
import { changedFile } from '../../../fakes/file-changes';
import { pendingApproval } from '../approvals';
import { say } from '../../../../../src/core/base/sentence';
import { bytesOf, createChangeWorld, type ChangeWorld } from '../change-world';

const binary = Uint8Array.of(1, 0, 2);

describe('the diff of a card that asks', () => {
  let world: ChangeWorld;
  beforeEach(async () => {
    world = await createChangeWorld();
  });
  const edit = { path: '/w/a.ts', oldText: 'one\n', newText: 'two\n' };

  async function open(diff: FileDiff) {
    world.propose('c1', diff);
    await world.actions.openDiff('c1', 0);
    return world.compared.at(-1);
  }

  it('has the file itself on the left and the proposed text on the right', async () => {
    world.texts.set('/w/a.ts', 'one\n');
    assert.deepEqual(await open(edit), {
      title: 'a.ts (now ↔ proposed)',
      before: { file: '/w/a.ts' },
      after: { name: 'a.ts', text: 'two\n' },
    });
  });

  it('has the text it was made from on the left when the file holds another one', async () => {
    world.texts.set('/w/a.ts', 'key = secret\n');
    const redacted = { ...edit, oldText: 'key = [REDACTED:secret]\n' };
    assert.deepEqual((await open(redacted))?.before, {
      name: 'a.ts',
      text: 'key = [REDACTED:secret]\n',
    });
  });

  it('shows new, deleted and moved files', async () => {
    world.texts.set('/w/a.ts', 'one\n');
    const after = { name: 'a.ts', text: undefined };
    assert.deepEqual(await open({ ...edit, newText: '', change: 'deleted' }), {
      title: 'a.ts (deleted)',
      before: { file: '/w/a.ts' },
      after,
    });
    assert.deepEqual((await open({ ...edit, oldText: null }))?.before, after);
    const moved = { path: '/w/b.ts', from: '/w/a.ts', change: 'moved' } as const;
    assert.deepEqual(await open({ ...edit, ...moved }), {
      title: 'a.ts → b.ts (now ↔ proposed)',
      before: { file: '/w/a.ts' },
      after: { name: 'b.ts', text: 'two\n' },
    });
  });

  it('has what hides in the texts marked, as on the card', async () => {
    world.texts.set('/w/a.ts', 'one\n');
    const diffs = [{ ...edit, newText: 'a\u202Eb\n' }];
    const { details, ...pending } = pendingApproval({ kind: 'edit', diffs });
    const argsJson = JSON.stringify({ path: 'a.ts', content: 'a\u202Eb\n' });
    world.chats.active.transcript.setApprovals([{ ...pending, details: { ...details, argsJson } }]);
    await world.actions.openDiff('c1', 0);
    assert.deepEqual(world.compared.at(-1)?.after, { name: 'a.ts', text: 'a⟨U+202E⟩b\n' });
  });

  it('is that of the finished call once it has been answered', async () => {
    world.propose('c1', edit);
    world.chats.active.transcript.setApprovals([]);
    await world.actions.openDiff('c1', 0);
    assert.deepEqual(world.told, ['This card is no longer available.']);
  });
});

describe('the changes of a review', () => {
  const shown = (path: string): FileDiff => ({ path, oldText: null, newText: 'x' });

  it('open in one diff editor, several of them together', async () => {
    const { editors, opened, compared } = await createChangeWorld();
    await showProposedChanges([shown('/w/a.ts')], 'a.ts (proposed)', editors);
    assert.deepEqual(opened, []);
    await showProposedChanges([shown('/w/a.ts'), shown('/w/b.ts')], 'lib (proposed)', editors);
    assert.deepEqual(opened, ['compare lib (proposed)']);
    assert.deepEqual(
      compared.map(({ title }) => title),
      ['a.ts (new file)', 'a.ts (new file)', 'b.ts (new file)'],
    );
  });
});

describe('the diff of a card', () => {
  let world: ChangeWorld;
  beforeEach(async () => {
    world = await createChangeWorld();
  });

  function diff(more: Partial<Extract<ToolCallContent, { type: 'diff' }>> = {}): ToolCallContent {
    const texts = { oldText: 'key=[redacted]\n', newText: 'key=[redacted]\nnew\n' };
    return { type: 'diff', path: '/w/a.ts', ...texts, ...more };
  }

  async function open(content: ToolCallContent, sides?: ChangeSides) {
    world.showDiff('c1', content);
    if (sides !== undefined) world.fileChanges.kept.set('/w/a.ts', sides);
    await world.actions.openDiff('c1', 0);
    return world.compared.at(-1);
  }

  it('shows what is kept, and the file itself while it is what the call made of it', async () => {
    const before = bytesOf('key=1\n');
    const shown = await open(diff(), { before, after: bytesOf('key=1\nnew\n'), isCurrent: true });
    assert.deepEqual(shown, {
      title: 'a.ts (before this call ↔ now)',
      before: { name: 'a.ts', text: 'key=1\n' },
      after: { file: '/w/a.ts' },
    });
  });

  it('shows a read-only text when the file has changed since', async () => {
    const sides = { before: bytesOf('one\n'), after: bytesOf('two\n'), isCurrent: false };
    assert.deepEqual(await open(diff(), sides), {
      title: 'a.ts (before ↔ after)',
      before: { name: 'a.ts', text: 'one\n' },
      after: { name: 'a.ts', text: 'two\n' },
    });
  });

  it('never compares a redacted text with a real one', async () => {
    const redacted = {
      title: 'a.ts (before ↔ after)',
      before: { name: 'a.ts', text: 'key=[redacted]\n' },
      after: { name: 'a.ts', text: 'key=[redacted]\nnew\n' },
    };
    const after = bytesOf('two\n');
    assert.deepEqual(await open(diff()), redacted, 'nothing is kept');
    const noAfter = { before: bytesOf('one\n'), after: undefined, isCurrent: false };
    assert.deepEqual(await open(diff(), noAfter), redacted);
    assert.deepEqual(await open(diff(), { before: undefined, after, isCurrent: true }), redacted);
  });

  it('of a new file has an empty left side', async () => {
    const sides = { before: undefined, after: bytesOf('x'), isCurrent: true };
    assert.deepEqual(await open(diff({ oldText: null }), sides), {
      title: 'a.ts (new file)',
      before: { name: 'a.ts', text: undefined },
      after: { file: '/w/a.ts' },
    });
  });

  it('of a deleted file has an empty right side', async () => {
    const content = diff({ newText: '', _meta: { gatehouse: { change: 'deleted' } } });
    const sides = { before: bytesOf('x\n'), after: undefined, isCurrent: true };
    assert.deepEqual(await open(content, sides), {
      title: 'a.ts (deleted)',
      before: { name: 'a.ts', text: 'x\n' },
      after: { name: 'a.ts', text: undefined },
    });
  });

  it('of a moved file names both places', async () => {
    const meta = { gatehouse: { change: 'moved', from: '/w/old.ts' } };
    const shown = await open(diff({ _meta: meta }));
    assert.equal(shown?.title, 'old.ts → a.ts (before ↔ after)');
    assert.deepEqual(shown.before, { name: 'old.ts', text: 'key=[redacted]\n' });
  });

  it('says so where a file is no text, and offers to open it', async () => {
    const sides = { before: binary, after: binary, isCurrent: true };
    assert.equal(await open(diff(), sides), undefined);
    assert.deepEqual(world.offered, [
      ['a.ts is not text, so there is no comparison to show.', 'Open File'],
    ]);
    await world.takeOffer();
    assert.deepEqual(world.opened, ['open /w/a.ts']);
  });

  it('reports a card or diff that is no longer available', async () => {
    world.showDiff('c1', diff());
    await world.actions.openDiff('c1', 1);
    await world.actions.openDiff('c2', 0);
    assert.equal(world.told.length, 2);
    assert.deepEqual(world.compared, []);
  });
});

describe('what the chat has changed in a file', () => {
  let world: ChangeWorld;
  beforeEach(async () => {
    world = await createChangeWorld();
  });

  async function open(path: string, more: Partial<ChangedFile> = {}, before?: string) {
    world.fileChanges.set('s1', [changedFile(path, { changeId: 'f1', added: 1, ...more })]);
    if (before !== undefined) world.fileChanges.contents.set('f1', bytesOf(before));
    await world.actions.openChange('f1');
    return world.compared.at(-1);
  }

  it('is shown next to the file itself', async () => {
    assert.deepEqual(await open('/w/src/cart.js', {}, 'old\n'), {
      title: 'cart.js (before this chat ↔ now)',
      before: { name: 'cart.js', text: 'old\n' },
      after: { file: '/w/src/cart.js' },
    });
  });

  it('is everything of a new file, and nothing of a deleted one', async () => {
    assert.deepEqual(await open('/w/new.js', { kind: 'created' }), {
      title: 'new.js (new in this chat)',
      before: { name: 'new.js', text: undefined },
      after: { file: '/w/new.js' },
    });
    assert.deepEqual(await open('/w/old.js', { kind: 'deleted' }, 'x'), {
      title: 'old.js (deleted in this chat)',
      before: { name: 'old.js', text: 'x' },
      after: { name: 'old.js', text: undefined },
    });
  });

  it('of a moved file is the text of the old place', async () => {
    assert.deepEqual(await open('/w/b.js', { kind: 'moved', movedFrom: '/w/a.js' }, 'x'), {
      title: 'a.js → b.js (before this chat ↔ now)',
      before: { name: 'a.js', text: 'x' },
      after: { file: '/w/b.js' },
    });
  });

  it('of a folder is the folder in the explorer', async () => {
    await open('/w/lib', { kind: 'created', isFolder: true });
    assert.deepEqual(world.opened, ['reveal /w/lib']);
    await open('/w/lib', { kind: 'deleted', isFolder: true });
    assert.deepEqual(world.told, ['lib is no longer there.']);
  });

  it('of a file that is no text is not compared', async () => {
    world.fileChanges.contents.set('f1', binary);
    assert.equal(await open('/w/logo.png'), undefined);
    assert.match(world.offered[0]?.[0] ?? '', /^logo\.png is not text/);
  });

  it('of a file that was too large to keep is the file as it is', async () => {
    await open('/w/big.csv', { notKept: say`it is too large to keep` });
    assert.deepEqual(world.told, ['big.csv cannot be undone: it is too large to keep.']);
    assert.deepEqual(world.opened, ['open /w/big.csv']);
  });

  it('says so when the file has gone since', async () => {
    world.gone.add('/w/a.js');
    const shown = await open('/w/a.js', {}, 'x');
    assert.equal(shown?.title, 'a.js (no longer there)');
    assert.deepEqual(shown.after, { name: 'a.js', text: undefined });
  });

  it('says why what stood there cannot be read', async () => {
    world.fileChanges.broken = failure('execution', 'The copy is gone.');
    assert.equal(await open('/w/a.js'), undefined);
    assert.deepEqual(world.told, ['The copy is gone.']);
  });

  it('hides nothing in a title', async () => {
    const shown = await open('/w/\u202Esj.exe', {}, 'x');
    assert.equal(shown?.title, '\\u202esj.exe (before this chat ↔ now)');
  });
});
