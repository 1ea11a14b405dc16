import assert from 'node:assert/strict';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import {
  eraseQuestion,
  type DataInventory,
} from '../../../../../src/host/views/data/erase-question';
import { healthy } from '../../../fakes/place-store';

const survey: DataInventory = {
  health: succeed({
    ...healthy,
    conversations: 12,
    outputs: 1,
    audit: { files: 1, bytes: 9, entries: 1204 },
  }),
  copies: { files: 14, bytes: 3 * 1024 * 1024 },
  grants: 0,
  others: [],
  hasKeys: false,
  isRunning: false,
};

const place = (label: string) => ({ id: label, label, folder: `/data/${label}`, usedAt: 1 });

describe('the question before all data is deleted', () => {
  it('names with numbers what goes, and what stays', () => {
    const { message, detail, remove, removeWithKeys } = eraseQuestion(survey, '/home/me');
    assert.equal(message, 'Delete all Gatehouse data?');
    assert.deepEqual([remove, removeWithKeys], ['Delete All Data', undefined]);
    for (const part of [
      '• 12 chats and 1 full output\n',
      '• the audit log with 1,204 entries\n',
      '(14 files, 3 MB)',
      'Everywhere: drafts.',
      'What stays: your settings, the filters file, the files of your workspaces',
      'This cannot be undone.',
    ]) {
      assert.ok(detail.includes(part), part);
    }
    assert.equal(/other place|Running/.test(detail), false);
  });

  it('names the other places, the first six of them', () => {
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(place);
    const { detail } = eraseQuestion({ ...survey, others }, '/home/me');
    assert.match(detail, /The same in 8 other places: a, b, c, d, e, f, and 2 more\./);
  });

  it('offers to delete stored keys, and says that they stay otherwise', () => {
    const { detail, removeWithKeys } = eraseQuestion({ ...survey, hasKeys: true }, '/home/me');
    assert.equal(removeWithKeys, 'Delete Keys Too');
    assert.match(detail, /What stays: your settings, API keys, /);
  });

  it('names running chats and remembered rules', () => {
    const { detail } = eraseQuestion({ ...survey, isRunning: true, grants: 2 }, '/home/me');
    assert.match(detail, /Running chats are stopped\./);
    assert.match(detail, /drafts, and 2 remembered “Always allow” rules\./);
  });

  it('says before the answer that a storage in use by another window stays', () => {
    for (const more of [{ role: 'second' }, { lock: { windows: 2 } }] as const) {
      const health = succeed({ ...healthy, ...more });
      const { detail } = eraseQuestion({ ...survey, health }, '/home/me');
      assert.match(detail, /^Another window uses the storage/);
      assert.equal(detail.includes('•'), false);
    }
  });

  it('can be asked when nothing can be counted', () => {
    const health = fail(failure('execution', 'broken'));
    assert.match(eraseQuestion({ ...survey, health }, '/').detail, /they cannot be counted/);
  });
});
