import assert from 'node:assert/strict';
import { end, json, progressTokenOf, said, stream } from './http-server';
import { HttpWorld, never, until } from './http-world';

describe('003-mcp-9: a client of an MCP server over HTTP that behaves', () => {
  const world = new HttpWorld();
  beforeEach(() => world.begin());
  afterEach(() => world.end());

  it('opens a session with a server of an older revision, and takes leave of it', async () => {
    const connection = await world.running({ headers: { 'X-Region': 'north' } });
    assert.deepEqual(connection.facts, {
      ...{ name: 'fixture', version: '1.2.3', protocol: '2025-11-25', era: 'legacy' },
      offers: [],
    });
    const listed = await connection.listTools(never);
    assert.equal(listed.ok && listed.value.items.length, 1);
    assert.equal(await world.saidBy(connection), 'echo: hi');
    await until(() => world.server.of('GET').length > 0);
    await connection.end('gently');
    const expected = ['server/discover', 'initialize', 'notifications/initialized'];
    assert.deepEqual(world.server.methods().slice(0, 3), expected);
    assert.deepEqual(world.server.methods().at(-1), 'DELETE');
    assert.ok(world.server.asked.every(({ headers }) => headers['x-region'] === 'north'));
    const [called] = world.server.of('tools/call');
    assert.equal(called?.headers['mcp-session-id'], 'session-1');
    assert.equal(called.headers['mcp-protocol-version'], '2025-11-25');
    assert.equal(world.server.of('initialize')[0]?.headers['mcp-session-id'], undefined);
    assert.deepEqual(world.ends, ['it was stopped']);
    assert.equal((await world.call(connection)).ok, false);
  });

  it('speaks the revision of 2026-07-28 with one that has it, with the headers it asks for', async () => {
    world.server.era = 'modern';
    const connection = await world.running();
    const { era, protocol, version } = connection.facts;
    assert.deepEqual([era, protocol, version], ['modern', '2026-07-28', '2.0.0']);
    assert.equal(await world.saidBy(connection), 'echo: hi');
    const [called] = world.server.of('tools/call');
    const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
    const found = names.map((name) => called?.headers[name]);
    assert.deepEqual(found, ['2026-07-28', 'tools/call', 'echo', undefined]);
    assert.equal(world.server.of('initialize').length + world.server.of('GET').length, 0);
  });

  it('shows progress and cancels a call, of both revisions', async () => {
    for (const era of ['legacy', 'modern'] as const) {
      world.server.era = era;
      world.printed = '';
      let gone: Promise<void> | undefined;
      world.server.instead['tools/call'] = (asked, response) => {
        const send = stream(response);
        const progressToken = progressTokenOf(asked);
        const params = { progressToken, progress: 1, total: 2, message: 'half' };
        send({ method: 'notifications/progress', params });
        gone = asked.gone;
      };
      const stop = new AbortController();
      const calling = world.call(await world.running(), stop.signal);
      await until(() => world.printed.includes('1 / 2 half'));
      stop.abort();
      const result = await calling;
      assert.equal(!result.ok && result.failure.errorCode, 'cancelled', era);
      await gone;
      if (era === 'legacy') {
        await until(() => world.server.of('notifications/cancelled').length > 0);
      }
      await world.open?.end('now');
    }
  });

  it('hears of another list of tools, of both revisions', async () => {
    const changed = { method: 'notifications/tools/list_changed' };
    world.server.instead['GET'] = (_asked, response) => stream(response)(changed);
    await world.running();
    await until(() => world.changes === 1);
    await world.open?.end('now');
    world.server.era = 'modern';
    world.server.instead['subscriptions/listen'] = ({ id }, response) => {
      const send = stream(response);
      const meta = { 'io.modelcontextprotocol/subscriptionId': id };
      const notifications = { toolsListChanged: true };
      const acknowledged = 'notifications/subscriptions/acknowledged';
      send({ method: acknowledged, params: { _meta: meta, notifications } });
      send({ ...changed, params: { _meta: meta } });
    };
    await world.running();
    await until(() => world.changes === 2);
  });

  it('takes up a stream that the server closed before the result', async () => {
    world.server.instead['tools/call'] = (_asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('retry: 300\nid: at-1\ndata:\n\n');
    };
    let resumedAt = 0;
    world.server.instead['GET'] = (asked, response) => {
      if (asked.headers['last-event-id'] !== 'at-1') {
        end(response, 405);
        return;
      }
      resumedAt = performance.now();
      stream(response)({ id: world.server.of('tools/call')[0]?.id, result: said('late') });
    };
    const connection = await world.running();
    const begun = performance.now();
    assert.equal(await world.saidBy(connection), 'late');
    assert.ok(resumedAt - begun >= 290, String(resumedAt - begun));
  });

  it('opens a forgotten session again, once', async () => {
    const connection = await world.running();
    world.server.session = 'session-2';
    assert.deepEqual(await Promise.all([world.saidBy(connection), world.saidBy(connection)]), [
      'echo: hi',
      'echo: hi',
    ]);
    assert.equal(world.server.of('initialize').length, 2);
    assert.deepEqual([world.ends, world.changes], [[], 1]);
    world.server.instead['tools/call'] = (_asked, response) => end(response, 404);
    assert.match(await world.saidBy(connection), /^permanent_failure .* status 404/);
    assert.equal(world.server.of('initialize').length, 3);
  });

  it('003-mcp-7: asks the user in each round of the newest revision, up to a limit', async () => {
    world.server.era = 'modern';
    const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
    world.server.instead['tools/call'] = ({ id }, response) => {
      const inputRequests = { who: { method: 'elicitation/create', params: form } };
      json(response, id, { resultType: 'input_required', inputRequests, requestState: 's' });
    };
    let asked = 0;
    world.ask = () => {
      asked += 1;
      return Promise.resolve({ action: 'accept', content: {} });
    };
    const failed = await world.saidBy(await world.running());
    assert.match(failed, /^permanent_failure .* again and again/);
    const [first, second] = world.server.of('tools/call').map(({ params }) => params);
    assert.deepEqual(
      [first?.['inputResponses'], second?.['inputResponses'], second?.['requestState'], asked],
      [undefined, { who: { action: 'accept', content: {} } }, 's', 10],
    );
  });

  it('003-mcp-7: asks for a server of an older revision, and posts the answer', async () => {
    const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
    world.server.instead['tools/call'] = ({ id }, response) => {
      const send = stream(response);
      send({ id: 'q', method: 'elicitation/create', params: form });
      world.server.instead['POST'] = (_asked, answered) => {
        end(answered, 202);
        send({ id, result: said('thanks') });
        response.end();
      };
    };
    world.ask = () => Promise.resolve({ action: 'decline' });
    assert.equal(await world.saidBy(await world.running()), 'thanks');
  });

  it('names what a server asks for that no one can give it', async () => {
    world.server.era = 'modern';
    world.server.instead['tools/call'] = ({ id }, response) => {
      const params = { messages: [], maxTokens: 1 };
      const inputRequests = { text: { method: 'sampling/createMessage', params } };
      json(response, id, { resultType: 'input_required', inputRequests, requestState: 's' });
    };
    const failed = await world.saidBy(await world.running());
    assert.match(failed, /^permanent_failure .*: sampling\/createMessage$/);
    assert.equal(world.server.of('tools/call').length, 1);
  });

  it('answers questions of an older server with an error of the protocol', async () => {
    world.server.instead['tools/call'] = (_asked, response) => {
      const send = stream(response);
      send({
        id: 'q1',
        method: 'sampling/createMessage',
        params: { messages: [], maxTokens: 1 },
      });
      send({ id: 'q2', method: 'roots/list' });
    };
    const replies: unknown[] = [];
    world.server.instead['POST'] = (asked, response) => {
      replies.push([asked.id, asked.errorCode]);
      end(response, 202);
    };
    const stop = new AbortController();
    const calling = world.call(await world.running(), stop.signal);
    await until(() => replies.length === 2);
    stop.abort();
    await calling;
    assert.deepEqual(replies.sort(), [
      ['q1', -32601],
      ['q2', -32601],
    ]);
  });

  for (const era of ['legacy', 'modern'] as const) {
    it(`003-mcp-12: reads what a ${era} server offers, named in the headers as the revision wants it`, async () => {
      const { server } = world;
      server.era = era;
      server.capabilities = { resources: {}, prompts: {} };
      server.offers['resources/list'] = { resources: [{ uri: 'memo://a', name: 'a' }] };
      server.offers['resources/read'] = { contents: [{ uri: 'memo://a', text: 'hi' }] };
      server.offers['prompts/get'] = { messages: [] };
      const connection = await world.running();
      assert.deepEqual(connection.facts.offers, ['resources', 'prompts']);
      assert.deepEqual(await connection.listOffers('resources', never), {
        ok: true,
        value: [{ uri: 'memo://a', name: 'a' }],
      });
      const more = { args: {}, signal: never, onProgress: () => undefined, ask: world.ask };
      for (const [method, name] of [
        ['resources/read', 'memo://a'],
        ['prompts/get', 'greet'],
      ] as const) {
        assert.equal((await connection.callTool({ method, name, ...more })).ok, true);
        const [asked] = server.of(method);
        assert.equal(asked?.headers['mcp-name'], era === 'modern' ? name : undefined);
      }
    });
  }

  it('003-mcp-12: a list of offers without end, of ten thousand or that breaks off is cut or fails alone', async () => {
    const { server } = world;
    server.capabilities = { resources: {}, prompts: {} };
    const resources = Array.from({ length: 10_000 }, (_, at) => ({ uri: `memo://${String(at)}` }));
    server.offers['resources/list'] = { resources };
    let page = 0;
    server.instead['prompts/list'] = ({ id }, response) => {
      page += 1;
      json(response, id, { prompts: [{ name: `p${String(page)}` }], nextCursor: String(page) });
    };
    const connection = await world.running();
    const many = await connection.listOffers('resources', never);
    const endless = await connection.listOffers('prompts', never);
    assert.deepEqual([many.ok && many.value.length, endless.ok && endless.value.length], [512, 64]);
    server.instead['prompts/list'] = (_asked, response) => response.destroy();
    assert.equal((await connection.listOffers('prompts', never)).ok, false);
    assert.equal((await world.call(connection)).ok, true);
  });
});
