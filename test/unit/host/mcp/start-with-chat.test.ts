import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { say } from '../../../../src/core/base/sentence';
import { World } from './servers-world';

describe('003-mcp-21: servers that start with a chat', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });
  afterEach(() => world.servers.dispose());

  /** A chat begins, and the time goes by in which it was not to be delayed. */
  const chat = async (): Promise<void> => {
    world.servers.chatBegan();
    assert.ok(world.server.state !== 'starting', 'the chat waits for it');
    await later();
  };
  const later = async (): Promise<void> => {
    world.clock.advance(1000);
    await setImmediate();
  };

  it('start with it only where the user wants that, and once', async () => {
    await chat();
    assert.equal(world.started, 0);
    world.settings.set('mcp.start', 'chat');
    await later();
    assert.equal(world.started, 0);
    await chat();
    assert.deepEqual([world.started, world.server.state], [1, 'running']);
    await chat();
    assert.equal(world.started, 1);
  });

  it('start again with the next chat after they ended, later each time, and after Stop', async () => {
    world.settings.set('mcp.start', 'chat');
    await chat();
    world.events?.ended(say`exit code ${1}`);
    world.failsToStart = true;
    await chat();
    await chat();
    assert.equal(world.started, 2);
    world.failsToStart = false;
    world.clock.advance(60_000);
    await chat();
    await world.server.end('gently');
    await later();
    assert.deepEqual([world.started, world.server.state], [3, 'stopped']);
    await chat();
    assert.equal(world.started, 4);
  });

  it('start soon if they are configured while a chat is open', async () => {
    world.settings.set('mcp.start', 'chat');
    world.configure({});
    world.servers.chatBegan();
    await later();
    world.configure({ talk: { command: 'talk' }, bad: { command: 'bad' } });
    await later();
    assert.deepEqual(
      world.servers.all().map(({ state }) => state),
      ['running', 'failed'],
    );
  });

  it('do not start from a workspace without its approval, nor in one that is not trusted', async () => {
    world.settings.set('mcp.start', 'chat');
    world.configure({});
    world.workspace.name('talk', 'one');
    await chat();
    assert.deepEqual([world.started, world.server.state], [0, 'stopped']);
    world.workspace.approve('one');
    world.isTrusted = false;
    await chat();
    assert.deepEqual([world.started, world.server.state], [0, 'stopped']);
    world.isTrusted = true;
    await chat();
    assert.equal(world.started, 1);
  });
});
