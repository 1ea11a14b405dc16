import assert from 'node:assert/strict';
import { findCall } from '../../../../../src/host/panel/history/find-call';
import { settled } from '../chat-world';
import {
  call,
  conversation,
  createStoredWorld,
  userChunk,
  type StoredWorld,
} from '../stored-world';

describe('showing a call of the audit log', () => {
  let world: StoredWorld;
  let find: (session: string, toolCallId: string) => Promise<string | undefined>;

  beforeEach(() => {
    world = createStoredWorld();
    const stored = world.makeStored();
    const deps = { chats: world.chats, stored, conversations: world.port };
    find = (session, toolCallId) => findCall({ session, toolCallId }, deps);
    world.conversations.set('s-old', conversation('s-old', [userChunk('#1', 'go'), call('c1')]));
  });

  it('selects the open chat that has its card', async () => {
    await world.send('first');
    world.update(call('c1'));
    world.chats.create();
    assert.equal(await find('s1', 'c1'), 'c1');
    assert.equal(world.chats.active.title, 'first');
  });

  it('opens the stored chat, and waits until it is loaded', async () => {
    const found = find('s-old', 'c1');
    await settled();
    world.replay([userChunk('#1', 'go'), call('c1')]);
    await world.endLoad();
    assert.equal(await found, 'c1');
    assert.equal(world.chats.active.title, 'Chat s-old');
  });

  it('changes nothing where the chat or the call is not stored', async () => {
    const { active } = world.chats;
    await world.send('first');
    world.chats.create();
    const other = world.chats.active;
    assert.equal(await find('s-old', 'c9'), undefined);
    assert.equal(await find('ghost', 'c1'), undefined);
    assert.equal(await find('s1', 'c1'), undefined);
    assert.equal(world.chats.active, other);
    assert.notEqual(other, active);
    assert.equal(world.agent.loads.length, 0);
  });

  it('finds nothing when the chat does not load, or is closed meanwhile', async () => {
    const failing = find('s-old', 'c1');
    await settled();
    world.agent.loads[0]?.fail(new Error('no'));
    assert.equal(await failing, undefined);
    const [notice] = world.chats.active.items;
    world.chats.active.act(notice?.id ?? '');
    await settled();
    const closing = find('s-old', 'c1');
    await settled();
    world.chats.close();
    assert.equal(await closing, undefined);
  });

  it('reads the card where another window has the chat', async () => {
    world.elsewhere.add('s-old');
    assert.equal(await find('s-old', 'c1'), 'c1');
    assert.equal(world.agent.loads.length, 0);
  });
});
