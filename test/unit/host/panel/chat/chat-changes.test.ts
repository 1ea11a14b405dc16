import assert from 'node:assert/strict';
import type { CallItem } from '../../../../../src/core/contracts/panel/state';
import { changedFile } from '../../../fakes/file-changes';
import { say } from '../../../../../src/core/base/sentence';
import { createChatWorld, type ChatWorld } from '../chat-world';

describe('the bar of changed files', () => {
  let world: ChatWorld;
  beforeEach(async () => {
    world = createChatWorld();
    await world.send('go');
  });

  /** The changes that the page was sent, newest last. */
  function sent(): readonly unknown[] {
    return world.seen.changes.flatMap((change) =>
      change.op === 'state' && change.state.changes !== undefined ? [change.state.changes] : [],
    );
  }

  it('lists what the active chat has changed, and follows it', () => {
    assert.deepEqual(world.chats.state().changes, []);
    world.fileChanges.set('s1', [
      changedFile('/w/src/cart.js', { changeId: 'f1', added: 3, removed: 1 }),
      changedFile('/w/b.js', { changeId: 'f2', kind: 'moved', movedFrom: '/w/old/a.js' }),
      changedFile('/w/logo.png', { changeId: 'f3', notKept: say`it is too large to keep` }),
    ]);
    assert.deepEqual(world.chats.state().changes, [
      {
        changeId: 'f1',
        name: 'cart.js',
        folder: 'src',
        kind: 'changed',
        isFolder: false,
        added: 3,
        removed: 1,
      },
      {
        changeId: 'f2',
        name: 'b.js',
        folder: '',
        movedFrom: 'old/a.js',
        kind: 'moved',
        isFolder: false,
      },
      {
        changeId: 'f3',
        name: 'logo.png',
        folder: '',
        kind: 'changed',
        isFolder: false,
        notKept: 'it is too large to keep',
      },
    ]);
    assert.deepEqual(sent(), [world.chats.state().changes]);
    world.fileChanges.set('s1', []);
    assert.deepEqual(sent().at(-1), []);
  });

  it('is not sent again with what is about something else', async () => {
    world.fileChanges.set('s1', [changedFile('/w/a.js')]);
    const before = sent().length;
    world.say('hello');
    await world.end();
    world.chats.active.addToDraft('x');
    assert.equal(sent().length, before);
  });

  it('lists 200 files and counts the rest', () => {
    const files = Array.from({ length: 1234 }, (_, at) => changedFile(`/w/${at}.js`));
    world.fileChanges.set('s1', files);
    const { changes, moreChanges } = world.chats.state();
    assert.deepEqual([changes.length, changes[0]?.name, moreChanges], [200, '0.js', 1034]);
  });

  it('of another chat is its own, whichever is in sight when it changes', async () => {
    world.fileChanges.set('s1', [changedFile('/w/a.js')]);
    world.chats.create();
    assert.deepEqual(world.chats.state().changes, []);
    await world.send('other');
    world.fileChanges.set('s1', [changedFile('/w/a.js'), changedFile('/w/b.js')]);
    world.fileChanges.set('s2', [changedFile('/w/c.js')]);
    assert.deepEqual(names(), ['c.js']);
    world.chats.select('chat-1');
    assert.deepEqual(names(), ['a.js', 'b.js']);
  });

  it('shows nothing that hides in a name', () => {
    world.fileChanges.set('s1', [changedFile('/w/\u202Egpj\n/a\n\u200Bb.js')]);
    const [item] = world.chats.state().changes;
    assert.deepEqual([item?.name, item?.folder], ['a\\n\\u200bb.js', '\\u202egpj\\n']);
  });

  it('goes with a chat that is closed', async () => {
    world.fileChanges.set('s1', [changedFile('/w/a.js')]);
    world.chats.close();
    await world.fileChanges.forget('s1');
    assert.deepEqual(world.chats.state().changes, []);
  });

  function names(): readonly string[] {
    return world.chats.state().changes.map(({ name }) => name);
  }
});

describe('the card of a call that changed files', () => {
  let world: ChatWorld;
  beforeEach(async () => {
    world = createChatWorld();
    await world.send('go');
  });

  function card(id = 'c1'): CallItem | undefined {
    return world.chats.active.transcript.card(id)?.item;
  }

  it('offers undo, and shows when it was used', () => {
    world.changeFiles('c1');
    assert.equal(card()?.undo, 'offered');
    world.fileChanges.setUndo({ sessionId: 's1', toolCallId: 'c1' }, 'undone');
    assert.equal(card()?.undo, 'undone');
    world.fileChanges.setUndo({ sessionId: 's1', toolCallId: 'c1' }, undefined);
    assert.equal('undo' in (card() ?? {}), false);
  });

  it('knows it also when the change was on record before the card came', () => {
    world.fileChanges.setUndo({ sessionId: 's1', toolCallId: 'c1' }, 'offered');
    world.update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Edit' });
    assert.equal(card()?.undo, 'offered');
  });

  it('of another chat with the same id is another call', async () => {
    world.changeFiles('c1');
    world.chats.create();
    await world.send('other');
    world.update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Edit' });
    assert.equal(card()?.undo, undefined);
    world.fileChanges.setUndo({ sessionId: 's2', toolCallId: 'c1' }, 'undone');
    assert.equal(card()?.undo, 'undone');
    world.chats.select('chat-1');
    assert.equal(card()?.undo, 'offered');
  });

  it('keeps the undo of its own session in a chat that continues from it', async () => {
    world.changeFiles('c1');
    await world.end();
    await world.send('second');
    await world.end();
    const second = world.items().find((item) => item.type === 'user' && item.text === 'second');
    await world.edit(second?.id ?? '', 'better');
    assert.deepEqual([world.chats.active.sessionId, card()?.undo], ['f1', 'offered']);
    assert.deepEqual(world.chats.state().changes, [], 'the bar is of the new chat alone');
    world.fileChanges.setUndo({ sessionId: 's1', toolCallId: 'c1' }, 'undone');
    assert.equal(card()?.undo, 'undone');
    await world.fileChanges.forget('s1');
    assert.equal(card()?.undo, undefined, 'the earlier chat was closed');
  });
});
