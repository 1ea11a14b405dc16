import assert from 'node:assert/strict';
import type { UndoFailure } from '../../../../../src/core/contracts/file-changes';
import { failure } from '../../../../../src/core/contracts/failure';
import { changedFile } from '../../../fakes/file-changes';
import { settled } from '../chat-world';
import { say } from '../../../../../src/core/base/sentence';
import { bytesOf, createChangeWorld, type ChangeWorld } from '../change-world';

describe('the buttons of changed files', () => {
  let world: ChangeWorld;
  beforeEach(async () => {
    world = await createChangeWorld();
  });

  /** Two files, and nothing that runs. */
  async function withFiles(): Promise<void> {
    await world.rest();
    world.fileChanges.set('s1', [changedFile('/w/a.ts'), changedFile('/w/src/b.ts')]);
  }

  describe('undo of a card', () => {
    it('asks nothing, and says what is as it was before', async () => {
      await world.rest();
      world.changeFiles('c1');
      await world.actions.undoCall('c1');
      assert.deepEqual(world.asked, []);
      assert.deepEqual(world.fileChanges.done, ['undo call s1 c1']);
      assert.deepEqual(world.ends, [{ isPartial: false, text: 'Undone: of-c1.' }]);
    });

    it('while the agent works asks first', async () => {
      world.changeFiles('c1');
      world.answers.confirm = false;
      await world.actions.undoCall('c1');
      assert.deepEqual(world.fileChanges.done, []);
      const [question] = world.asked;
      assert.match(question?.detail ?? '', /^Edit c1\.ts\n\nThe agent is still working/);
      world.answers.confirm = true;
      await world.actions.undoCall('c1');
      assert.equal(world.fileChanges.done.length, 1);
    });

    it('overwrites nothing: it says what has changed since and offers to show it', async () => {
      await world.rest();
      world.changeFiles('c1');
      world.showDiff('c1', { type: 'diff', path: '/w/a.ts', oldText: 'old\n', newText: 'new\n' });
      world.fileChanges.changedSince.set('c1', 'a.ts has changed since.');
      world.fileChanges.kept.set('/w/a.ts', {
        before: bytesOf('old\n'),
        after: undefined,
        isCurrent: false,
      });
      await world.actions.undoCall('c1');
      assert.deepEqual(world.offered, [['a.ts has changed since.', 'Show Changes']]);
      assert.deepEqual(world.compared, []);
      await world.takeOffer();
      assert.deepEqual(world.compared, [
        {
          title: 'a.ts (before this call ↔ now)',
          before: { name: 'a.ts', text: 'old\n' },
          after: { file: '/w/a.ts' },
        },
      ]);
      assert.deepEqual(world.ends, []);
    });

    it('can be tried again while the notification is open', async () => {
      await world.rest();
      world.changeFiles('c1');
      world.showDiff('c1', { type: 'diff', path: '/w/a.ts', oldText: 'old\n', newText: 'new\n' });
      world.fileChanges.changedSince.set('c1', 'a.ts has changed since.');
      await world.actions.undoCall('c1');
      world.fileChanges.changedSince.clear();
      await world.actions.undoCall('c1');
      assert.deepEqual(world.ends, [{ isPartial: false, text: 'Undone: of-c1.' }]);
    });

    it('offers nothing to show where a card shows no file', async () => {
      await world.rest();
      world.changeFiles('c1');
      world.fileChanges.changedSince.set('c1', 'The folder has changed since.');
      await world.actions.undoCall('c1');
      assert.deepEqual([world.told, world.offered], [['The folder has changed since.'], []]);
    });

    it('acts once on a doubled click', async () => {
      await world.rest();
      world.changeFiles('c1');
      await Promise.all([world.actions.undoCall('c1'), world.actions.undoCall('c1')]);
      assert.deepEqual([world.fileChanges.done.length, world.ends.length], [1, 1]);
    });

    it('of an earlier session, in a chat that continues it, undoes the call of that session', async () => {
      world.changeFiles('c1');
      await world.rest();
      await world.send('second');
      await world.end();
      const second = world.items().findLast(({ type }) => type === 'user');
      await world.edit(second?.id ?? '', 'better');
      await settled();
      await world.end();
      await world.actions.undoCall('c1');
      assert.deepEqual(world.fileChanges.done, ['undo call s1 c1']);
    });

    it('asks also when the earlier chat is the one that works', async () => {
      world.changeFiles('c1');
      await world.rest();
      await world.send('second');
      await world.end();
      const second = world.items().findLast(({ type }) => type === 'user');
      await world.edit(second?.id ?? '', 'better');
      await settled();
      await world.end();
      world.chats.select('chat-1');
      await world.send('third');
      world.chats.select('chat-2');
      await world.actions.undoCall('c1');
      assert.equal(world.asked.length, 1);
    });

    it('reports that there is nothing to undo, whatever the page sends', async () => {
      await world.rest();
      world.changeFiles('c1');
      world.fileChanges.setUndo({ sessionId: 's1', toolCallId: 'c1' }, 'undone');
      for (const id of ['c1', 'nothing', '#1', '__proto__']) await world.actions.undoCall(id);
      assert.equal(world.told.length, 4);
      assert.deepEqual(world.fileChanges.done, []);
    });

    it('reaches no call of another chat', async () => {
      world.changeFiles('c1');
      await world.rest();
      world.chats.create();
      await world.send('other');
      await world.actions.undoCall('c1');
      assert.deepEqual(world.told, ['This change can no longer be undone.']);
    });

    it('stops when the chat is closed', async () => {
      await world.rest();
      world.changeFiles('c1');
      await world.actions.undoCall('c1');
      world.chats.close();
      assert.equal(world.fileChanges.signals[0]?.aborted, true);
    });
  });

  describe('the audit log', () => {
    beforeEach(async () => {
      await world.rest();
      world.changeFiles('c1');
      world.update({ sessionUpdate: 'tool_call', toolCallId: 'c1', ...announced });
      world.fileChanges.setUndo({ sessionId: 's1', toolCallId: 'c1' }, 'offered');
    });
    const announced = { title: 'rm a', name: 'core__bash', rawInput: { command: 'rm a' } };
    const entry = { toolCallId: 'c1', tool: 'core__bash', args: { command: 'rm a' } };

    it('000-transaction-6: has an entry of each undo, with what it did', async () => {
      await world.actions.undoCall('c1');
      const value = { restored: ['of-c1'], removed: [] };
      assert.deepEqual(world.audit.entries, [
        { ...entry, sessionId: 's1', type: 'undo', done: { ok: true, value } },
      ]);
    });

    it('has none of an undo that changed nothing', async () => {
      world.fileChanges.changedSince.set('c1', 'It changed. Nothing was undone.');
      await world.actions.undoCall('c1');
      assert.deepEqual(world.audit.entries, []);
    });

    it('000-transaction-3: has an entry of an undo that stopped halfway', async () => {
      const half: UndoFailure = { ...failure('execution', 'Half of it.'), isPartial: true };
      world.fileChanges.broken = half;
      await world.actions.undoCall('c1');
      assert.equal(world.audit.entries.length, 1);
      assert.deepEqual(world.told, ['Half of it.']);
    });

    it('has an entry of files that were undone, of those left and of those kept', async () => {
      await withFiles();
      world.fileChanges.changedSince.set('/w/src/b.ts', 'It changed.');
      await world.actions.undoChange();
      await world.actions.keepChange('of /w/src/b.ts');
      const by = { sessionId: 's1' };
      const report = { restored: ['a.ts'], removed: [] };
      assert.deepEqual(world.audit.entries, [
        {
          ...{ ...by, toolCallId: 'id-1', tool: 'gatehouse.undo', type: 'undo' },
          ...{ args: { paths: ['a.ts'], left: ['src/b.ts'] }, done: { ok: true, value: report } },
        },
        {
          ...{ ...by, toolCallId: 'id-2', tool: 'gatehouse.keep', type: 'keep' },
          args: { paths: ['src/b.ts'] },
        },
      ]);
    });

    it('has none of files that were left as they are', async () => {
      await withFiles();
      world.fileChanges.changedSince.set('/w/a.ts', 'It changed.');
      await world.actions.undoChange('of /w/a.ts');
      assert.deepEqual(world.audit.entries, []);
    });

    it('says that it cannot be written, and what was done all the same', async () => {
      world.audit.fails = true;
      await world.actions.undoCall('c1');
      assert.match(world.told[0] ?? '', /audit log could not be written \(disk full\)/);
      assert.equal(world.ends.length, 1);
    });
  });

  describe('keep', () => {
    it('accepts one file, and says nothing: its row goes', async () => {
      await withFiles();
      await world.actions.keepChange('of /w/a.ts');
      assert.deepEqual(world.fileChanges.done, ['keep s1: of /w/a.ts']);
      assert.deepEqual(world.told, []);
    });

    it('accepts all that there is now, without a question', async () => {
      await withFiles();
      await world.actions.keepChange();
      assert.deepEqual(world.fileChanges.done, ['keep s1: of /w/a.ts, of /w/src/b.ts']);
      assert.deepEqual(world.told, ['Kept the changes in 2 files. They can no longer be undone.']);
      assert.deepEqual(world.asked, []);
    });

    it('reports a failure', async () => {
      await withFiles();
      world.fileChanges.broken = failure('execution', 'The copies could not be deleted.');
      await world.actions.keepChange('of /w/a.ts');
      await world.actions.keepChange();
      assert.deepEqual(world.told, [
        'The copies could not be deleted.',
        'The copies could not be deleted.',
      ]);
    });
  });

  describe('undo of files', () => {
    it('of one file asks nothing', async () => {
      await withFiles();
      await world.actions.undoChange('of /w/a.ts');
      assert.deepEqual(world.fileChanges.done, ['undo s1: of /w/a.ts']);
      assert.deepEqual(world.asked, []);
      assert.deepEqual(world.ends, [{ isPartial: false, text: 'Undone: a.ts.' }]);
    });

    it('decision native-confirm: of all asks outside the page, naming count and files', async () => {
      await withFiles();
      world.answers.confirm = false;
      await world.actions.undoChange();
      assert.deepEqual(world.fileChanges.done, []);
      const [question] = world.asked;
      assert.equal(question?.title, 'Undo the changes in 2 files?');
      assert.match(question.detail, /\na\.ts\nsrc\/b\.ts\n/);
    });

    it('undoes what was asked about, not what came while the question stood', async () => {
      await withFiles();
      const undone = world.actions.undoChange();
      world.fileChanges.set('s1', [
        ...world.fileChanges.files('s1'),
        changedFile('/w/never-shown.ts'),
      ]);
      await undone;
      assert.deepEqual(world.fileChanges.done, ['undo s1: of /w/a.ts, of /w/src/b.ts']);
    });

    it('asks about a single file, too, while the agent works', async () => {
      world.fileChanges.set('s1', [changedFile('/w/a.ts')]);
      await world.actions.undoChange('of /w/a.ts');
      assert.match(world.asked[0]?.detail ?? '', /still working/);
      assert.equal(world.asked[0]?.button, 'Undo Anyway');
    });

    it('asks even about a single file that was also changed between calls', async () => {
      world.fileChanges.set('s1', [changedFile('/w/a.ts', { changedBetween: true })]);
      world.answers.confirm = false;
      await world.actions.undoChange('of /w/a.ts');
      assert.match(world.asked[0]?.detail ?? '', /between two calls/);
      assert.deepEqual(world.fileChanges.done, []);
    });

    it('names what was left, and why', async () => {
      await withFiles();
      world.fileChanges.changedSince.set('/w/src/b.ts', 'It has changed since.');
      await world.actions.undoChange();
      assert.deepEqual(world.ends, [
        {
          isPartial: true,
          text: 'Undone: a.ts. Left unchanged: src/b.ts: It has changed since.',
        },
      ]);
    });

    it('of what was too large to keep says so', async () => {
      await world.rest();
      const huge = changedFile('/w/huge.bin', { notKept: say`it is too large to keep` });
      world.fileChanges.set('s1', [huge]);
      await world.actions.undoChange('of /w/huge.bin');
      await world.actions.undoChange();
      const said = 'huge.bin cannot be undone: it is too large to keep.';
      assert.deepEqual([world.told, world.fileChanges.done], [[said, said], []]);
    });

    it('leaves out of all what cannot be undone, and says so in the question', async () => {
      await withFiles();
      const huge = changedFile('/w/huge.bin', { notKept: say`it is too large to keep` });
      world.fileChanges.set('s1', [...world.fileChanges.files('s1'), huge]);
      await world.actions.undoChange();
      assert.equal(world.asked[0]?.title, 'Undo the changes in 2 files?');
      assert.match(world.asked[0].detail, /they will not change:\nhuge\.bin/);
      assert.deepEqual(world.fileChanges.done, ['undo s1: of /w/a.ts, of /w/src/b.ts']);
    });
  });

  it('say so when the page names what is not there, or what is another chat’s', async () => {
    await withFiles();
    world.chats.create();
    await world.send('other');
    await world.end();
    for (const id of ['of /w/a.ts', '', '../a.ts', '__proto__']) {
      await world.actions.undoChange(id);
      await world.actions.keepChange(id);
      await world.actions.openChange(id);
    }
    assert.equal(world.told.length, 12);
    assert.deepEqual(world.fileChanges.done, []);
    await world.actions.undoChange();
    assert.match(world.told.at(-1) ?? '', /^There is nothing to undo/);
  });

  it('notify the user of a failure, and log the cause', async () => {
    await withFiles();
    world.fileChanges.keepFiles = () => Promise.reject(new Error('disk'));
    await world.actions.keepChange();
    await world.actions.keepChange();
    assert.equal(world.told.length, 2);
    assert.deepEqual(world.warnings, ['A file change failed: disk', 'A file change failed: disk']);
  });
});
