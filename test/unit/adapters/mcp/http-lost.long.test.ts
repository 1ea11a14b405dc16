import assert from 'node:assert/strict';
import { end, json, stream } from './http-server';
import { HttpWorld, never, until } from './http-world';

describe('003-mcp-20: a client of an MCP server over HTTP that is no longer there', () => {
  const world = new HttpWorld();
  beforeEach(() => world.begin());
  afterEach(() => world.end());

  const lost = () => world.ends.length > 0;

  it('finds out by a call, in both revisions, and reports it once', async () => {
    for (const era of ['legacy', 'modern'] as const) {
      world.server.era = era;
      world.ends.length = 0;
      const connection = await world.running();
      assert.equal(await world.saidBy(connection), 'echo: hi');
      world.server.stop();
      assert.match(await world.saidBy(connection), /^network_error /);
      await until(lost);
      assert.match(await world.saidBy(connection), /^transient .* is gone|is gone/);
      assert.equal((await connection.listTools(never)).ok, false);
      assert.deepEqual(world.ends.length, 1);
      assert.match(world.ends[0] ?? '', /^it does not answer any more \(127\.0\.0\.1.* refused/);
      await world.server.start();
    }
  });

  it('finds out by the stream of what it sends by itself, without a call', async () => {
    world.server.instead['GET'] = (_asked, response) => void stream(response)({ method: 'ping' });
    await world.running();
    await until(() => world.server.of('GET').length > 0);
    world.server.stop();
    await until(lost);
    assert.equal(world.ends.length, 1);
  });

  it('is lost at another address or behind a gateway, not by one call or list that fails', async () => {
    const connection = await world.running();
    world.server.instead['tools/call'] = (_asked, response) => end(response, 500);
    assert.match(await world.saidBy(connection), /status 500/);
    world.server.instead['tools/call'] = (_asked, response) => response.destroy();
    await world.saidBy(connection);
    world.server.instead['tools/list'] = ({ id }, response) => {
      json(response, id, undefined, { code: -32603, message: 'Later.' });
    };
    assert.equal((await connection.listTools(never)).ok, false);
    await until(() => world.server.of('tools/list').length >= 3);
    delete world.server.instead['tools/call'];
    assert.equal(await world.saidBy(connection), 'echo: hi');
    assert.deepEqual(world.ends, []);
    world.server.instead['tools/list'] = (_asked, response) => end(response, 503);
    assert.equal((await connection.listTools(never)).ok, false);
    assert.match(String(world.ends), /status 503/);
  });
});
