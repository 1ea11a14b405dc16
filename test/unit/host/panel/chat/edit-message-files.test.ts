import assert from 'node:assert/strict';
import { createChatWorld, settled, type ChatWorld } from '../chat-world';

describe('editing an earlier message of a chat that has changed files since', () => {
  let world: ChatWorld;
  let second: string;
  beforeEach(async () => {
    world = createChatWorld();
    await world.send('first');
    world.changeFiles('c1');
    await world.end();
    await world.send('second');
    second = world.items().at(-1)?.id ?? '';
    world.changeFiles('c2');
    world.changeFiles('c3');
    await world.end();
  });

  async function edit(answer: 'keep' | 'undo' | 'cancel', id = second): Promise<void> {
    world.filesAsked.answer = () => Promise.resolve(answer);
    await world.edit(id, 'better');
    await settled();
  }

  it('asks about the calls since then, newest first, and about no others', async () => {
    await edit('keep');
    assert.deepEqual(world.filesAsked.asked, [['Edit c3.ts', 'Edit c2.ts']]);
  });

  it('asks nothing when nothing of them can be undone', async () => {
    for (const toolCallId of ['c2', 'c3']) {
      world.fileChanges.setUndo({ sessionId: 's1', toolCallId }, 'undone');
    }
    await edit('undo');
    assert.deepEqual(world.filesAsked.asked, []);
    assert.equal(world.lastText(), 'better');
  });

  it('leaves the files alone when they are to be kept', async () => {
    await edit('keep');
    assert.deepEqual(world.fileChanges.done, []);
    assert.deepEqual(world.sentTexts(), ['first', 'second', 'better']);
  });

  it('undoes them, newest first, before the message is sent', async () => {
    let open = (): void => undefined;
    world.fileChanges.gate = new Promise((resolve) => (open = resolve));
    const edited = edit('undo');
    await settled();
    assert.deepEqual(world.sentTexts(), ['first', 'second']);
    open();
    await edited;
    assert.deepEqual(world.fileChanges.done, ['undo call s1 c3', 'undo call s1 c2']);
    assert.deepEqual(world.sentTexts(), ['first', 'second', 'better']);
    assert.equal(world.fileChanges.undoState({ sessionId: 's1', toolCallId: 'c1' }), 'offered');
  });

  it('stops at the first that cannot be undone, and sends nothing until the user has reviewed it', async () => {
    world.fileChanges.changedSince.set('c2', 'of-c2 has changed since.');
    await edit('undo');
    assert.deepEqual(world.sentTexts(), ['first', 'second']);
    assert.equal(world.chats.active.draft.text, 'better');
    assert.equal(
      world.lastText(),
      '1 of 2 changes were undone. of-c2 has changed since. Your message is in the input: send it when the files are as you want them.',
    );
  });

  it('that is called off begins nothing and keeps the text', async () => {
    await edit('cancel');
    assert.deepEqual(world.agent.forks, []);
    assert.deepEqual(world.fileChanges.done, []);
    assert.deepEqual([world.chats.active.id, world.chats.active.draft.text], ['chat-1', 'better']);
    await edit('keep');
    assert.equal(world.agent.forks.length, 1, 'a later edit is not held up');
  });

  it('takes nothing back when the agent refuses', async () => {
    world.agent.refuse = new Error('no');
    await edit('undo');
    assert.deepEqual(world.fileChanges.done, []);
    assert.equal(world.chats.active.draft.text, 'better');
  });

  it('asks when the chat has stopped, about what was changed until then, too', async () => {
    await world.send('third');
    const edited = edit('keep');
    await settled();
    assert.deepEqual(world.filesAsked.asked, []);
    world.changeFiles('c4');
    await world.end('cancelled');
    await edited;
    assert.deepEqual(world.filesAsked.asked, [['Edit c4.ts', 'Edit c3.ts', 'Edit c2.ts']]);
  });

  it('undoes the calls of an earlier session under its name', async () => {
    const third = 'third';
    await world.send(third);
    await world.end();
    const id = world.items().findLast(({ type }) => type === 'user')?.id ?? '';
    await edit('keep', id);
    await world.end();
    world.changeFiles('c9');
    const first = world.items()[0]?.id ?? '';
    await edit('undo', first);
    assert.deepEqual(world.fileChanges.done, [
      'undo call f1 c9',
      'undo call s1 c3',
      'undo call s1 c2',
      'undo call s1 c1',
    ]);
  });

  it('of a chat that is closed during the question undoes nothing', async () => {
    world.filesAsked.answer = () => {
      world.chats.close();
      return Promise.resolve('undo');
    };
    await world.edit(second, 'better');
    assert.deepEqual([world.fileChanges.done, world.agent.forks], [[], []]);
  });

  it('is possible again when the question could not be asked', async () => {
    world.filesAsked.answer = () => Promise.reject(new Error('no window'));
    await assert.rejects(world.edit(second, 'better'));
    assert.equal(world.chats.active.draft.text, 'better');
    await edit('keep');
    assert.equal(world.lastText(), 'better');
  });
});
