import assert from 'node:assert/strict';
import { noProxySettings } from '../../../../src/adapters/http/proxy-route';
import { connectHttp } from '../../../../src/adapters/mcp/connect-http';
import { systemClock } from '../../../../src/adapters/system/clock';
import type { ConnectMcp } from '../../../../src/core/ports/mcp';
import { stateText } from '../../../../src/host/views/mcp/server-texts';
import { end, HttpServer } from '../../adapters/mcp/http-server';
import { never, until } from '../../adapters/mcp/http-world';
import { World } from './servers-world';

/** Never answers. */
const silent = 'http://127.0.0.1:9/silent';

const connect: ConnectMcp = (target, events, signal) => {
  if (!('url' in target)) assert.fail('a program');
  if (target.url === silent) return new Promise(() => undefined);
  return connectHttp(target, events, signal, {
    clock: systemClock,
    version: '0',
    rules: () => ({ allow: [], deny: [], trustProxy: false }),
    proxy: () => noProxySettings,
    environment: () => ({}),
  });
};

describe('003-mcp-20: the state of MCP servers at addresses', () => {
  const server = new HttpServer();
  let world: World;
  beforeEach(async () => {
    server.asked.length = 0;
    await server.start();
    world = new World(connect);
    world.configure({ talk: { url: server.url }, mute: { url: silent } });
  });
  afterEach(() => {
    world.servers.dispose();
    server.stop();
    for (const method of Object.keys(server.instead)) {
      Reflect.deleteProperty(server.instead, method);
    }
  });

  const states = () => world.servers.all().map((each) => stateText(each));
  const start = async (): Promise<boolean> =>
    (await world.servers.all()[0]?.start(never))?.ok === true;
  const talk = () => states()[0] ?? '';
  const off = 'off; starts at the first use';

  it('is off, running with its revision, failed with the reason when it is lost, and running again', async () => {
    assert.deepEqual(states(), [off, off]);
    assert.equal(await start(), true);
    assert.equal(talk(), 'running: fixture 1.2.3, protocol 2025-11-25 (legacy)');
    server.stop();
    await world.servers.check();
    assert.match(talk(), /^failed: .* refused the connection.* Check its address and that it runs/);
    await world.servers.check();
    assert.equal(world.crashes.length, 1);
    await server.start();
    // Later each time, as a program.
    assert.equal(await start(), false);
    world.clock.advance(1000);
    assert.equal(await start(), true);
    assert.match(talk(), /^running: fixture/);
  });

  it('is failed when it cannot be reached, answers with 5xx or has nothing at its address', async () => {
    for (const [status, reason] of [
      [500, 'status 500'],
      [503, 'status 503'],
      [404, 'status 404'],
    ] as const) {
      for (const method of ['server/discover', 'initialize']) {
        server.instead[method] = (_asked, response) => end(response, status);
      }
      world.clock.advance(100_000);
      assert.equal(await start(), false);
      assert.match(talk(), new RegExp(`^failed: .*${reason}`));
    }
    server.stop();
    world.clock.advance(100_000);
    assert.equal(await start(), false);
    assert.match(talk(), /^failed: .*refused the connection/);
    assert.deepEqual(world.crashes, []);
  });

  it('delays no other: a server that never answers holds up no start and no list', async () => {
    const mute = world.servers.all()[1];
    assert.ok(mute);
    void mute.start(never);
    await until(() => mute.state === 'starting');
    assert.equal(await start(), true);
    await world.servers.check();
    assert.deepEqual(
      world.servers.all().map(({ state }) => state),
      ['running', 'starting'],
    );
    server.instead['tools/list'] = () => undefined;
    let isOver = false;
    const checking = world.servers.check().then(() => (isOver = true));
    await until(() => server.of('tools/list').length === 3);
    assert.equal(isOver, false);
    world.clock.advance(2000);
    await checking;
  });
});
