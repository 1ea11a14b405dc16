import assert from 'node:assert/strict';
import path from 'node:path';
import { connectStdio } from '../../../../src/adapters/mcp/connect';
import { systemClock } from '../../../../src/adapters/system/clock';
import { isObject } from '../../../../src/core/contracts/json';
import { readResult } from '../../../../src/core/mcp/call-result';
import type { McpAnswer, McpConnection } from '../../../../src/core/ports/mcp';
import { createSkippingClock } from '../../fakes/clock';
import { json } from './http-server';
import { HttpWorld, never, until } from './http-world';

const script = path.resolve('test/fixtures/mcp/server.mjs');
const page = (elicitationId: string) => ({
  ...{ mode: 'url', elicitationId, message: 'Log in.' },
  url: `https://login.example/${elicitationId}`,
});
const one = page('one');
const two = page('two');

describe('003-mcp-23: a server of an older revision that needs pages opened before a call', () => {
  let open: McpConnection | undefined;
  const asked: unknown[] = [];
  afterEach(async () => {
    await open?.end('now');
    asked.length = 0;
  });

  /** A call of the fixture with this data of its error, and with short limits. */
  async function call(
    data: unknown,
    answer: (params: unknown) => McpAnswer['action'],
    signal: AbortSignal = never,
  ): Promise<string> {
    const events = {
      printed: () => undefined,
      toolsChanged: () => undefined,
      offersChanged: () => undefined,
      ended: () => undefined,
    };
    const launch = {
      ...{ command: process.execPath, cwd: process.cwd(), confidential: [] },
      args: [script, 'needs-pages', JSON.stringify(data)],
      env: { PATH: process.env['PATH'] ?? '' },
    };
    const limits = { start: 10_000, idle: 10_000, total: 20_000 };
    const deps = { clock: systemClock, version: '0', limits };
    const connected = await connectStdio(launch, events, never, deps);
    assert.ok(connected.ok);
    open = connected.value;
    const result = await open.callTool({
      ...{ name: 'echo', args: { text: 'hi' }, signal, onProgress: () => undefined },
      ask: (params) => {
        asked.push(params);
        return Promise.resolve({ action: answer(params) });
      },
    });
    if (result.ok) return readResult(result.value)?.output.text ?? '';
    return `${result.failure.category} ${result.failure.message}`;
  }

  it('is called again once when the user has opened each and is done with it', async () => {
    assert.equal(await call({ elicitations: [one, two] }, () => 'accept'), 'opened');
    assert.deepEqual(asked, [one, two]);
  });

  it('is not called again when one is declined or closed', async () => {
    const said = await call({ elicitations: [one, two] }, () => 'decline');
    assert.match(said, /^policy_blocked .* was declined\.$/);
    assert.deepEqual(asked, [one]);
    await open?.end('now');
    const closed = await call({ elicitations: [one, two] }, (params) =>
      isObject(params) && params['elicitationId'] === 'two' ? 'cancel' : 'accept',
    );
    assert.match(closed, /^policy_blocked .* was cancelled\.$/);
  });

  it('asks no one for what the protocol does not have', async () => {
    const form = { ...one, mode: 'form' };
    const many = Array.from({ length: 6 }, () => one);
    for (const data of [
      {},
      [],
      { elicitations: [] },
      { elicitations: [one, form] },
      { elicitations: many },
    ]) {
      assert.match(await call(data, () => 'accept'), /^policy_blocked .* as the protocol says/);
      await open?.end('now');
    }
    assert.deepEqual(asked, []);
  });

  it('ends with Stop', async () => {
    const stop = new AbortController();
    const ended = call({ elicitations: [page('never')] }, () => 'accept', stop.signal);
    await until(() => asked.length > 0);
    stop.abort();
    assert.match(await ended, /cancelled/);
  });

  describe('over HTTP', () => {
    const world = new HttpWorld();
    beforeEach(() => world.begin());
    afterEach(() => world.end());

    it('is called again after a minute if it does not say when the user is done, and only once', async () => {
      world.server.instead['tools/call'] = ({ id }, response) => {
        const data = { elicitations: [one] };
        json(response, id, undefined, { code: -32042, message: 'Open it.', data });
      };
      world.ask = (params) => {
        asked.push(params);
        return Promise.resolve({ action: 'accept' });
      };
      const said = await world.saidBy(await world.running({ clock: createSkippingClock(60_000) }));
      assert.match(said, /^policy_blocked .*Open it\.$/);
      assert.deepEqual([asked, world.server.of('tools/call').length], [[one], 2]);
    });
  });
});
