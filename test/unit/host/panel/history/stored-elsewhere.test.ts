import assert from 'node:assert/strict';
import { settled } from '../chat-world';
import {
  call,
  conversation,
  createStoredWorld,
  userChunk,
  type StoredWorld,
} from '../stored-world';

describe('a chat that another window has open', () => {
  let world: StoredWorld;

  function start() {
    world = createStoredWorld();
    return world.makeStored();
  }

  it('is read-only, from the store, with a notice; the agent is not involved', async () => {
    const stored = start();
    world.elsewhere.add('s-old');
    world.conversations.set('s-old', conversation('s-old', [userChunk('#1', 'go'), call('c1')]));
    stored.open('s-old', 'Old');
    await settled();
    assert.equal(world.agent.loads.length, 0);
    assert.deepEqual(world.shown().slice(0, 2), ['user go', 'call c1']);
    assert.match(world.shown()[2] ?? '', /open in another window/);
    assert.deepEqual(world.claims.open, [], 'it is not claimed here');
    await world.edit('#1', 'mine');
    await world.send('mine');
    assert.equal(world.agent.turns.length, 0);
    assert.equal(world.chats.state().draft, 'mine');
  });

  it('continues here once it is closed there', async () => {
    const stored = start();
    world.elsewhere.add('s-old');
    world.conversations.set('s-old', conversation('s-old', [userChunk('#1', 'go')]));
    const chat = stored.open('s-old', 'Old');
    await settled();
    world.elsewhere.clear();
    chat.act('#stored');
    await settled();
    world.replay([userChunk('#1', 'go')]);
    await world.endLoad();
    assert.deepEqual(world.shown(), ['user go']);
    await world.send('on');
    assert.equal(world.agent.turns.length, 1);
    assert.deepEqual(world.claims.open, ['s-old']);
  });

  it('continues here by itself when that window was closing', async () => {
    const stored = start();
    world.elsewhere.add('s-old');
    world.conversations.set('s-old', conversation('s-old', [userChunk('#1', 'go')]));
    stored.open('s-old', 'Old');
    await settled();
    world.clock.advance(1000);
    await settled();
    assert.equal(world.agent.loads.length, 0);
    world.elsewhere.clear();
    world.clock.advance(1000);
    await settled();
    world.replay([userChunk('#1', 'go')]);
    await world.endLoad();
    await world.send('on');
    assert.equal(world.agent.turns.length, 1);
  });

  it('stays there after ten seconds', async () => {
    const stored = start();
    world.elsewhere.add('s-old');
    world.conversations.set('s-old', conversation('s-old', [userChunk('#1', 'go')]));
    stored.open('s-old', 'Old');
    for (let second = 0; second < 11; second += 1) {
      await settled();
      world.clock.advance(1000);
    }
    await settled();
    world.elsewhere.clear();
    world.clock.advance(60_000);
    await settled();
    assert.equal(world.agent.loads.length, 0);
  });

  it('is asked for once a second, also after the user has tried again', async () => {
    const stored = start();
    world.elsewhere.add('s-old');
    world.conversations.set('s-old', conversation('s-old', [userChunk('#1', 'go')]));
    const chat = stored.open('s-old', 'Old');
    await settled();
    chat.act('#stored');
    await settled();
    // A try that has begun before the user does.
    world.clock.advance(1000);
    chat.act('#stored');
    await settled();
    const before = world.claims.asked;
    for (let second = 0; second < 3; second += 1) {
      world.clock.advance(1000);
      await settled();
    }
    assert.equal(world.claims.asked - before, 3);
  });

  it('says so when it cannot be read either', async () => {
    const stored = start();
    world.elsewhere.add('s-old');
    stored.open('s-old', 'Old');
    await settled();
    assert.match(world.shown()[0] ?? '', /not loaded: It is not stored/);
  });
});
