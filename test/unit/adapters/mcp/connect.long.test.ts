import { inEnglish, type Sentence } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import path from 'node:path';
import { connectStdio } from '../../../../src/adapters/mcp/connect';
import type { McpLimits } from '../../../../src/adapters/mcp/connection';
import { systemClock } from '../../../../src/adapters/system/clock';
import { isObject, parseJson } from '../../../../src/core/contracts/json';
import { readResult } from '../../../../src/core/mcp/call-result';
import type { Clock } from '../../../../src/core/ports/system';
import type { McpCall, McpConnection } from '../../../../src/core/ports/mcp';
import { createSkippingClock } from '../../fakes/clock';

const script = path.resolve('test/fixtures/mcp/server.mjs');
const never = new AbortController().signal;

describe('a client of an MCP server over stdio', () => {
  const ends: string[] = [];
  let ask: McpCall['ask'] = () => assert.fail('asked');
  let printed = '';
  let changes = 0;
  let open: McpConnection | undefined;
  const folders = ['/ws/a b', '/ws/other'];

  const connect = async (
    behavior: readonly string[],
    limits: Partial<McpLimits> = {},
    clock: Clock = systemClock,
  ) => {
    const launch = {
      command: process.execPath,
      args: [script, ...behavior],
      cwd: process.cwd(),
      confidential: [],
      env: { PATH: process.env['PATH'] ?? '', ONLY: 'this' },
    };
    const events = {
      printed: (text: string) => void (printed += text),
      toolsChanged: () => void (changes += 1),
      offersChanged: () => void (changes += 1),
      ended: (why: Sentence) => void ends.push(inEnglish(why)),
    };
    const usual = { start: 20_000, idle: 20_000, total: 20_000, ...limits };
    const deps = { clock, version: '0', limits: usual, folders: () => folders };
    const connected = await connectStdio(launch, events, never, deps);
    open = connected.ok ? connected.value : undefined;
    return connected;
  };
  const running = async (...behavior: readonly string[]): Promise<McpConnection> => {
    const connected = await connect(behavior);
    assert.ok(connected.ok);
    return connected.value;
  };
  const call = (connection: McpConnection, more: { signal?: AbortSignal } = {}) => {
    const onProgress = (text: string) => void (printed += `${text}\n`);
    return connection.callTool({
      ...{ name: 'echo', args: { text: 'hi' }, signal: never, onProgress },
      ask: (params, signal) => ask(params, signal),
      ...more,
    });
  };

  beforeEach(() => {
    ends.length = changes = 0;
    printed = '';
    ask = () => assert.fail('asked');
  });
  afterEach(() => open?.end('now'));

  it('003-mcp-1: starts it, lists its tools, calls one and ends it', async () => {
    const connection = await running('plain');
    assert.deepEqual(connection.facts.era, 'legacy');
    assert.deepEqual([connection.facts.name, connection.facts.version], ['fixture', '1.2.3']);
    const listed = await connection.listTools(never);
    assert.ok(listed.ok);
    assert.equal(listed.value.items.length, 1);
    const result = await call(connection);
    assert.deepEqual(result, {
      ok: true,
      value: { content: [{ type: 'text', text: 'echo: hi' }] },
    });
    assert.match(printed, /ready/);
    await connection.end('gently');
    assert.deepEqual(ends, ['it was stopped']);
    const late = await call(connection);
    assert.deepEqual([late.ok, !late.ok && late.failure.category], [false, 'server_error']);
  });

  it('003-mcp-1: speaks the newest revision with a program that speaks no other', async () => {
    const connection = await running('modern');
    const { era, protocol } = connection.facts;
    assert.deepEqual([era, protocol], ['modern', '2026-07-28']);
    assert.match(JSON.stringify(await call(connection)), /echo: hi/);
    assert.deepEqual(ends, []);
  });

  it('003-mcp-11: names the open folders to a program of an older revision, and to no other', async () => {
    const answered = await call(await running('roots'));
    const read = answered.ok ? readResult(answered.value)?.output.text : undefined;
    const said = parseJson(read ?? '');
    assert.ok(isObject(said) && isObject(said['offers']));
    assert.deepEqual(said['offers']['roots'], {});
    assert.deepEqual(said['result'], {
      roots: [
        { uri: 'file:///ws/a%20b', name: 'a b' },
        { uri: 'file:///ws/other', name: 'other' },
      ],
    });
    await open?.end('now');
    const capabilities = await call(await running('modern-offers'));
    assert.match(JSON.stringify(capabilities), /elicitation/);
    assert.doesNotMatch(JSON.stringify(capabilities), /roots/);
  });

  for (const behavior of ['offers', 'modern-offers']) {
    it(`003-mcp-12: lists and reads what it offers to the user, as ${behavior}`, async () => {
      const connection = await running(behavior);
      assert.deepEqual(connection.facts.offers, ['resources', 'prompts']);
      const listed = await connection.listOffers('resources', never);
      assert.ok(listed.ok);
      assert.equal(listed.value.length, 3);
      const more = { args: {}, signal: never, onProgress: () => undefined, ask };
      const method = 'resources/read';
      const read = await connection.callTool({ method, name: 'memo://hello', ...more });
      assert.match(JSON.stringify(read), /Content of memo:\/\/hello/);
      const prompts = await connection.listOffers('prompts', never);
      assert.match(JSON.stringify(prompts), /"greet"/);
      const args = { who: 'Ada', how: 'loudly' };
      const got = await connection.callTool({
        ...more,
        method: 'prompts/get',
        name: 'greet',
        args,
      });
      assert.match(JSON.stringify(got), /greet Ada loudly/);
    });
  }

  it('003-mcp-12: hears that its offers may have changed; one without offers has none', async () => {
    await call(await running('offers'));
    assert.equal(changes, 2);
    await open?.end('now');
    assert.deepEqual((await running('plain')).facts.offers, []);
  });

  it('gives it the variables of its launch and no others', async () => {
    const result = await call(await running('environment'));
    assert.ok(result.ok);
    const names = readResult(result.value)?.output.text.match(/(?<=[{,])"\w+"/g);
    assert.deepEqual(names?.sort(), ['"ONLY"', '"PATH"']);
  });

  it('says what a program that does not start is missing', async () => {
    const connected = await connect(['exits']);
    assert.ok(!connected.ok);
    assert.match(connected.failure.message, /did not start: it ended by itself \(exit code 2\)/);
    assert.match(printed, /no license/);
    const slow = await connect(['mute'], { start: 300 });
    assert.ok(!slow.ok);
    assert.equal(slow.failure.errorCode, 'timeout');
    assert.match(slow.failure.message, /did not answer within 0.3 seconds/);
  });

  it('reads a list with malformed items, of many pages, of a circle and of too many tools', async () => {
    const counts = [];
    for (const behavior of ['malformed', 'endless', 'circle', 'huge']) {
      const listed = await (await running(behavior)).listTools(never);
      assert.ok(listed.ok, behavior);
      counts.push([listed.value.items.length, listed.value.problems.length]);
      await open?.end('now');
    }
    assert.deepEqual(counts, [
      [4, 0],
      [0, 1],
      [1, 0],
      [512, 1],
    ]);
  });

  it('ends a call without answer; progress holds it open, but not for ever', async () => {
    const silent = await connect(['silent'], { idle: 200 });
    assert.ok(silent.ok);
    const first = await call(silent.value);
    assert.equal(!first.ok && first.failure.errorCode, 'timeout');
    await open?.end('now');
    const slow = await connect(['progress', '10'], { idle: 300 });
    assert.ok(slow.ok);
    assert.equal((await call(slow.value)).ok, true);
    assert.match(printed, /9 on/);
    await open?.end('now');
    const endless = await connect(['progress', '0'], { idle: 300, total: 700 });
    assert.ok(endless.ok);
    const last = await call(endless.value);
    assert.equal(!last.ok && last.failure.errorCode, 'timeout');
  });

  it('cancels a call by its signal', async () => {
    const stop = new AbortController();
    const calling = call(await running('silent'), { signal: stop.signal });
    stop.abort();
    const result = await calling;
    assert.equal(!result.ok && result.failure.errorCode, 'cancelled');
  });

  const form = {
    message: 'Who?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  };
  const textOf = (result: Awaited<ReturnType<typeof call>>): unknown =>
    result.ok ? parseJson(readResult(result.value)?.output.text ?? '') : result.failure.message;

  it('003-mcp-7: hands on what a server asks during a call, and sends the answer back', async () => {
    const asked: unknown[] = [];
    ask = (params) => {
      asked.push(params);
      return Promise.resolve({ action: 'accept', content: { name: 'Ann', of: ['a'] } });
    };
    const result = await call(await running('asks', JSON.stringify(form)));
    const answer = { action: 'accept', content: { name: 'Ann', of: ['a'] } };
    const offers = { elicitation: { form: {}, url: {} }, roots: {} };
    assert.deepEqual([textOf(result), asked], [{ offers, result: answer }, [form]]);
  });

  it('003-mcp-7: refuses a question that the protocol does not have, and asks no one', async () => {
    const deep = { a: { type: 'object', properties: { b: { type: 'string' } } } };
    const wrong = { ...form, requestedSchema: { type: 'object', properties: deep } };
    const result = await call(await running('asks', JSON.stringify(wrong)));
    assert.match(JSON.stringify(textOf(result)), /"error":-32602/);
  });

  it('003-mcp-7: makes the call of the newest revision again with each answer', async () => {
    const asked: unknown[] = [];
    ask = (params) => {
      asked.push(params);
      return Promise.resolve({ action: 'decline' });
    };
    const result = await call(await running('modern-asks', JSON.stringify(form)));
    const last = textOf(result);
    assert.ok(isObject(last));
    assert.deepEqual([last['name'], last['requestState'], asked], ['echo', 'second', [form]]);
  });

  it('003-mcp-7: takes the time of the user for none of the server, and closes the question', async () => {
    let closed = false;
    ask = async (_params, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      closed = signal.aborted;
      return { action: 'decline' };
    };
    const slow = await connect(['asks', JSON.stringify(form)], { idle: 300, total: 400 });
    assert.ok(slow.ok);
    assert.equal((await call(slow.value)).ok, true);
    assert.equal(closed, false);
    await open?.end('now');
    const stop = new AbortController();
    ask = (_params, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          closed = true;
          resolve({ action: 'cancel' });
        });
        stop.abort();
      });
    const connection = await running('asks', JSON.stringify(form));
    const result = await call(connection, { signal: stop.signal });
    assert.deepEqual([!result.ok && result.failure.errorCode, closed], ['cancelled', true]);
    closed = false;
    ask = (_params, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          closed = true;
          resolve({ action: 'cancel' });
        });
        void open?.end('now');
      });
    const gone = await call(await running('asks', JSON.stringify(form)));
    assert.deepEqual([!gone.ok && gone.failure.category, closed], ['server_error', true]);
  });

  it('fails the call at once when the server dies or sends a message without end', async () => {
    const why: unknown[] = [];
    for (const behavior of ['dies', 'long']) {
      const result = await call(await running(behavior));
      why.push(!result.ok && [result.failure.category, result.failure.message]);
    }
    assert.deepEqual(why, [
      ['server_error', 'The MCP server is gone: it ended by itself (exit code 3).'],
      ['server_error', 'The MCP server is gone: it sent a message of more than 10 MB.'],
    ]);
    assert.ok(ends.includes('it ended by itself (exit code 3)'));
  });

  it('slows a server that floods, and ends it when it goes on for ten seconds', async () => {
    const clock = createSkippingClock(1000);
    const connected = await connect(['flood'], {}, clock);
    assert.ok(connected.ok);
    const result = await call(connected.value);
    const why = 'it kept sending too many messages';
    const message = `The MCP server is gone: ${why}.`;
    assert.deepEqual([!result.ok && result.failure.message, ends], [message, [why]]);
    assert.equal(clock.monotonic(), 10_000);
    assert.ok(changes > 11_000, String(changes));
  }).timeout(60_000);

  it('ignores answers to other requests and lines that are no messages', async () => {
    const result = await call(await running('wrong-ids'));
    assert.match(JSON.stringify(result), /mine/);
    await open?.end('now');
    assert.match(JSON.stringify(await call(await running('noise'))), /echo: hi/);
    assert.match(printed, /prints lines that are no messages/);
  });

  it('003-errors-6: maps errors of the protocol by their code', async () => {
    const found: unknown[] = [];
    for (const code of ['-32602', '-32601', '-32603', '-32042', '-32000']) {
      const result = await call(await running('refuses', code));
      found.push(!result.ok && result.failure.category);
      await open?.end('now');
    }
    const expected = ['invalid_parameters', 'tool_not_found', 'server_error', 'policy_blocked'];
    assert.deepEqual(found, [...expected, 'server_error']);
  });

  it('ends what the server has started, also what ignores the signal', async () => {
    const connection = await running('child');
    const pid = Number(/child (\d+)/.exec(printed)?.[1]);
    assert.doesNotThrow(() => process.kill(pid, 0));
    await connection.end('gently');
    assert.throws(() => process.kill(pid, 0), /ESRCH/);
  }).timeout(10_000);
});
