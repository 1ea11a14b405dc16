import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { systemDigest } from '../../../../src/adapters/system/random';
import { inEnglish, say } from '../../../../src/core/base/sentence';
import { succeed } from '../../../../src/core/contracts/failure';
import type { McpServerConfig } from '../../../../src/core/contracts/mcp/servers';
import { HostTrustLevels } from '../../../../src/host/policy/trust-levels';
import { createProduct, type Product } from '../../invariants/product';
import { echo, echoId, signal, World } from './servers-world';

describe('MCP servers as a source of tools', () => {
  let world: World;
  let product: Product | undefined;

  beforeEach(() => {
    world = new World();
  });
  afterEach(async () => {
    world.servers.dispose();
    await product?.dispose();
    product = undefined;
  });

  function open(): Product {
    const levels = new HostTrustLevels(() => world.servers.levelOf('talk'));
    product = createProduct({
      sources: [world.servers],
      trustLevels: levels,
      answer: () => ({ answer: 'allow' }),
    });
    return product;
  }

  it('INV-21: starts nothing by itself; a tool is off until it is switched on by its definition', async () => {
    assert.deepEqual([world.started, world.listed()], [0, []]);
    assert.ok((await world.server.start(signal)).ok);
    assert.deepEqual(world.standings(), ['off']);
    const own = open();
    own.policy.swap({ allowedTools: new Set() });
    const before = await own.call(echoId, { text: 'hi' });
    assert.equal(before.failure?.errorCode, 'policy_denied');
    await world.switchOn();
    assert.deepEqual(world.standings(), ['on']);
    own.policy.swap({ allowedTools: new Set([echoId]) });
    const after = await own.call(echoId, { text: 'hi' });
    assert.match(after.text, /data from the MCP server "talk"[^]*\nhi\n/);
    assert.equal(own.asked.length, 1);
    assert.equal(own.audit().at(-1)?.tool, echoId);
  });

  it('003-mcp-1: knows approved tools before the server runs, and starts it with the first call', async () => {
    await world.switchOn();
    await world.server.end('gently');
    const next = new World();
    next.memory = world.memory;
    next.settings.set('mcp.allowedTools', world.settings.get('mcp.allowedTools'));
    world.servers.dispose();
    world = next;
    assert.deepEqual([world.standings(), world.started], [['on'], 0]);
    const own = open();
    own.policy.swap({ allowedTools: new Set([echoId]) });
    assert.equal((await own.call(echoId, { text: 'hi' })).status, 'completed');
    assert.equal(world.started, 1);
  });

  it('003-mcp-3: the log names the server, also of a refused call, but none for a tool that does not exist', async () => {
    await world.switchOn();
    const own = open();
    own.policy.swap({ allowedTools: new Set([echoId]) });
    for (const tool of [echoId, 'mcp__talk__other', 'core__read']) await own.call(tool, {});
    await own.call(echoId, { text: 'hi' });
    const rows = own.audit().map(({ mcp_server_id: server, result }) => [server, result]);
    assert.deepEqual(rows, [
      ['talk', 'denied'],
      [undefined, 'denied'],
      [undefined, 'denied'],
      ['talk', 'success'],
    ]);
  });

  it('003-mcp-7: a question of a server comes with its call, and with nothing of the server', async () => {
    world.answer = async ({ ask, signal: stop }) => {
      const { action } = await ask({ message: 'Who?' }, stop);
      return succeed({ content: [{ type: 'text', text: action }] });
    };
    await world.switchOn();
    const own = open();
    own.policy.swap({ allowedTools: new Set([echoId]) });
    const outcome = await own.call(echoId, { text: 'hi' });
    assert.match(outcome.text, /decline/);
    const { toolCallId } = outcome;
    const [call] = world.asked;
    assert.deepEqual(call, [
      { server: 'talk', tool: echoId, sessionId: own.audit()[0]?.session, toolCallId },
      { message: 'Who?' },
    ]);
  });

  it('INV-21: a changed definition turns a tool off, also between the question and the call', async () => {
    await world.switchOn();
    await world.server.end('gently');
    world.offered = [{ ...echo, description: 'Sends it away.' }];
    const own = open();
    own.policy.swap({ allowedTools: new Set([echoId]) });
    // Known from the last time until the server runs again.
    const called = await own.call(echoId, { text: 'hi' });
    assert.equal(called.failure?.errorCode, 'policy_denied');
    assert.match(called.failure.message, /has changed since you switched it on/);
    assert.deepEqual(world.standings(), ['changed']);
    assert.deepEqual(world.listed(), []);
    assert.equal((await own.call(echoId, { text: 'hi' })).failure?.errorCode, 'unavailable');
    await world.switchOn();
    assert.deepEqual(world.standings(), ['on']);
    world.configure({ talk: { command: 'talk', args: ['--other'] } });
    assert.deepEqual(world.standings(), ['changed']);
  });

  it('INV-21: the digest covers the address and the names of headers, not their values', async () => {
    const url = 'https://example.com/mcp';
    const headers = { Authorization: 'a', Region: 'b' };
    world.configure({ talk: { url, headers } });
    await world.switchOn();
    const standingsWith = (server: McpServerConfig) => {
      world.configure({ talk: server });
      return world.standings();
    };
    const same = { Region: 'other', Authorization: '${env:TOKEN}' };
    assert.deepEqual(standingsWith({ url, headers: same }), ['on']);
    assert.deepEqual(standingsWith({ url: `${url}/2`, headers }), ['changed']);
    assert.deepEqual(standingsWith({ url, headers: { ...headers, Cookie: 'c' } }), ['changed']);
    assert.deepEqual(standingsWith({ url }), ['changed']);
    assert.deepEqual(standingsWith({ command: 'talk' }), ['changed']);
    assert.deepEqual(standingsWith({ url, headers }), ['on']);
  });

  it('reads the list again when the server says so, and switches nothing on', async () => {
    await world.switchOn();
    world.offered = [echo, { ...echo, name: 'more' }];
    for (let at = 0; at < 1000; at += 1) world.events?.toolsChanged();
    world.clock.advance(1000);
    await setImmediate();
    assert.deepEqual(world.standings(), ['on', 'off']);
  });

  it('INV-22: two tools with one id are both off, and say so; a malformed schema costs one tool', async () => {
    const linked = { type: 'object', properties: { a: { $ref: 'http://x/' } } };
    world.offered = [echo, { ...echo, name: 'a.b' }, { ...echo, name: 'A/B' }, { ...echo }].slice(
      0,
      3,
    );
    world.offered.push({ name: 'linked', inputSchema: linked });
    assert.ok((await world.server.start(signal)).ok);
    assert.deepEqual(world.standings(), ['off', 'unusable', 'unusable', 'unusable']);
    const problems = world.servers
      .toolsOf('talk')
      .map(({ problem }) => problem && inEnglish(problem));
    assert.match(String(problems[1]), /same id as the tool "A\/B"/);
    assert.match(String(problems[3]), /another document/);
  });

  it('INV-21: a new tool under the id of one that was on is not offered', async () => {
    world.offered = [{ ...echo, name: 'a.b' }];
    await world.switchOn();
    assert.deepEqual(
      world.listed().map(({ name }) => name),
      ['mcp__talk__a_b'],
    );
    world.offered = [{ ...echo, name: 'a_b' }];
    world.events?.toolsChanged();
    world.clock.advance(1000);
    await setImmediate();
    assert.deepEqual([world.standings(), world.listed()], [['off'], []]);
  });

  it('starts again after a failure, later each time, and says what its settings lack', async () => {
    await world.switchOn();
    world.events?.ended(say`exit code ${1}`);
    assert.deepEqual([world.server.state, world.crashes], ['failed', ['talk: exit code 1']]);
    world.failsToStart = true;
    const starts = async (): Promise<boolean> => (await world.server.start(signal)).ok;
    const before = world.started;
    assert.equal(await starts(), false);
    world.clock.advance(1000);
    assert.deepEqual([await starts(), await starts(), world.started - before], [false, false, 1]);
    world.failsToStart = false;
    world.clock.advance(1000);
    assert.equal(await starts(), false);
    assert.equal((await world.server.restart(signal)).ok, true);
    world.configure({ talk: { command: 'bad' } });
    const bad = await world.server.start(signal);
    assert.match(bad.ok ? '' : bad.failure.message, /^gatehouse\.mcp\.servers\.talk: cwd: no$/);
  });

  it('starts nothing in an untrusted workspace, redacts what is printed, and ends what is removed', async () => {
    world.isTrusted = false;
    const refused = await world.server.start(signal);
    assert.equal(!refused.ok && refused.failure.errorCode, 'authz_denied');
    assert.equal(world.started, 0);
    world.isTrusted = true;
    assert.ok((await world.server.start(signal)).ok);
    assert.deepEqual([world.printed, world.server.output], [['talk: a ***\n'], 'a ***\n']);
    world.configure({});
    assert.deepEqual([world.ends, world.servers.all()], [['now'], []]);
  });

  it('INV-21: a server of the workspace offers nothing and does not start until it is approved', async () => {
    world.configure({});
    world.workspace.name('talk', 'one');
    const refused = await world.server.start(signal);
    assert.equal(!refused.ok && refused.failure.errorCode, 'policy_denied');
    assert.equal(world.started, 0);
    world.clock.advance(60_000);
    world.workspace.approve('one');
    await world.switchOn();
    assert.deepEqual(Object.keys(world.settings.get('mcp.allowedTools')), [
      `talk@${systemDigest(JSON.stringify(['/ws', '.mcp.json'])).slice(0, 8)}`,
    ]);
    assert.deepEqual([world.standings(), world.listed().length], [['on'], 1]);
    world.workspace.approve();
    assert.deepEqual([world.listed(), world.ends], [[], ['gently']]);
  });

  it('INV-21: a changed file ends the server, and its tools are off in another workspace', async () => {
    world.configure({});
    world.workspace.name('talk', 'one');
    world.workspace.approve('one', 'other');
    await world.switchOn();
    world.workspace.name('talk', 'two');
    assert.deepEqual([world.ends, world.listed()], [['now'], []]);
    world.workspace.name('talk', 'other', '/other');
    assert.deepEqual(world.listed(), []);
    assert.equal(world.servers.bind(echoId), undefined);
    world.workspace.name('talk', 'one');
    assert.equal(world.listed().length, 1);
  });

  it("the user's own server of a name wins over that of a file, in any case", () => {
    world.workspace.name('TALK', 'one');
    assert.deepEqual(
      world.servers.all().map(({ name, origin }) => [name, origin]),
      [['talk', undefined]],
    );
  });
});
