import * as assert from 'node:assert/strict';
import { failure, fail, succeed } from '../../../src/core/contracts/failure';
import { policyAllows, type ToolPolicy } from '../../../src/core/contracts/policy/tool-policy';
import { freshFolder, parts, put } from '../world';
import { call, freshSession, pipelineWith, type CallMore } from './calls';
import { useModelChats } from './model-chat';
import { probeTool } from './probe-tool';
import { backgroundCalls, sampleCalls, webCalls } from './sample-calls';
import { withUser } from './settings';

/** Reads and writes in one chat, with the extension's own pipeline or with another. */
async function useFiles(names: readonly string[], more: CallMore = {}) {
  const folder = await freshFolder('state');
  const files = await Promise.all(names.map((name) => put(folder, name, 'one\n')));
  const session = more.session ?? freshSession();
  const read = (index: number) => call('read', { path: files[index] }, { ...more, session });
  const mayWrite = async (index: number) => {
    const args = { path: files[index], content: 'two\n' };
    return (await call('write', args, { ...more, session })).code === undefined;
  };
  return { session, read, mayWrite };
}

describe('rules: the state of a chat', () => {
  const open = useModelChats();

  it('W18: restoring a snapshot brings back exactly the state of that moment', async () => {
    const { pipeline } = await parts();
    const { session, read, mayWrite } = await useFiles(['a.txt', 'b.txt']);
    await read(0);
    const snapshot = pipeline.snapshot(session);
    await read(1);
    const restored = pipeline.restore(session, JSON.parse(JSON.stringify(snapshot)));
    assert.ok(restored.ok);
    // What the chat has spent stays spent (decision 57).
    assert.equal(pipeline.spent(session), 2);
    assert.deepEqual({ ...pipeline.snapshot(session), spent: 1 }, snapshot);
    assert.equal(await mayWrite(1), false);
    assert.equal(await mayWrite(0), true);
  });

  it('W19: a snapshot from before any state clears the state', async () => {
    const { pipeline } = await parts();
    const { session, read, mayWrite } = await useFiles(['a.txt']);
    const empty = pipeline.snapshot(session);
    await read(0);
    assert.deepEqual(pipeline.completed(session), ['core__read']);
    assert.ok(pipeline.restore(session, empty).ok);
    assert.deepEqual(pipeline.completed(session), []);
    assert.equal(await mayWrite(0), false);
  });

  it('W20: a reset clears successes, read marks, policy state and quota together', async () => {
    const probe = probeTool('probe', {
      run: (_args, { slices }) => {
        slices.set('plan', 'kept');
        return succeed({ said: 'done', secret: '' });
      },
    });
    const { limits } = (await parts()).policy.current();
    const on = await pipelineWith({
      probes: [probe.tool],
      policy: { limits: { ...limits, maxCallsPerSession: 2 } },
    });
    const { session, read, mayWrite } = await useFiles(['a.txt'], { on });
    await read(0);
    await call('probe', {}, { on, session });
    assert.equal((await read(0)).code, 'quota_blocked');
    on.reset(session);
    const { tools, marks, own, slices } = on.snapshot(session);
    assert.deepEqual([tools, marks, own, slices], [[], [], [], []]);
    assert.equal(await mayWrite(0), false, 'the file counts as unread, and the quota is free');
    assert.equal((await read(0)).code, undefined);
  });

  it('W20: closing a chat in the panel clears its successes', async () => {
    const { pipeline, chats } = await parts();
    const chat = await open();
    await chat.say('/tool list_directory {"path":"."}');
    assert.deepEqual(pipeline.completed(chat.sessionId), ['core__list_directory']);
    chats.close();
    assert.deepEqual(pipeline.completed(chat.sessionId), []);
  });

  it("W21: two chats in the panel do not see each other's state", async () => {
    const { pipeline } = await parts();
    const file = await put(await freshFolder('w21'), 'a.txt', 'one\n');
    const first = await open();
    first.begin(`/tool read ${JSON.stringify({ path: file })}`);
    const second = await open();
    second.begin('/tool list_directory {"path":"."}');
    await Promise.all([first.ended(), second.ended()]);
    assert.deepEqual(pipeline.completed(first.sessionId), ['core__read']);
    assert.deepEqual(pipeline.completed(second.sessionId), ['core__list_directory']);
    await second.say(`/tool write ${JSON.stringify({ path: file, content: 'two' })}`);
    assert.match(second.cards().at(-1)?.failure?.message ?? '', /must be read before/);
  });

  it('W22: a new pipeline, as in a new window, starts without state of an earlier one', async () => {
    const { makePipeline, pipeline } = await parts();
    const { session, read } = await useFiles(['a.txt']);
    await read(0);
    const fresh = makePipeline({});
    assert.notDeepEqual(pipeline.snapshot(session).marks, []);
    const { tools, marks, own, slices } = fresh.snapshot(session);
    assert.deepEqual([tools, marks, own, slices], [[], [], [], []]);
  });

  it('W23: a restore notifies no policy', async () => {
    const told: string[] = [];
    const policy: ToolPolicy = {
      name: 'listening',
      check: () => {
        told.push('check');
        return policyAllows;
      },
      onResult: () => {
        told.push('result');
        return told.length;
      },
    };
    const toolPolicies = { groups: new Map(), profile: [policy] };
    const probe = probeTool('probe');
    const on = await pipelineWith({ probes: [probe.tool], policy: { toolPolicies } });
    const session = freshSession();
    await call('probe', {}, { on, session });
    const before = told.length;
    assert.ok(before > 0);
    assert.ok(on.restore(session, on.snapshot(session)).ok);
    assert.equal(told.length, before);
  });

  const endings = {
    'returns a failure': () => fail(failure('execution', 'No luck.')),
    throws: () => Promise.reject(new Error('boom')),
    'returns an invalid output': () =>
      Promise.resolve(JSON.parse('{"ok":true,"value":{"said":1}}')),
  } as const;
  for (const [how, end] of Object.entries(endings)) {
    it(`W25: a call keeps none of the state it set if its tool ${how}; the audit entry stays`, async () => {
      const seen: unknown[] = [];
      let fails = false;
      const probe = probeTool('probe', {
        run: ({ text }, { slices }) => {
          seen.push(slices.get('plan'));
          slices.set('plan', text);
          return fails ? end() : succeed({ said: 'done', secret: '' });
        },
      });
      const on = await pipelineWith({ probes: [probe.tool], report: () => undefined });
      const session = freshSession();
      await call('probe', { text: 'first' }, { on, session });
      fails = true;
      const { outcome, entry } = await call('probe', { text: 'second' }, { on, session });
      assert.deepEqual([outcome.status, entry.result], ['failed', 'error']);
      fails = false;
      await call('probe', { text: 'third' }, { on, session });
      assert.deepEqual(seen, [undefined, 'first', 'first']);
      assert.deepEqual(on.snapshot(session).slices, [['plan', 'third']]);
    });
  }

  it('W25: a denied or cancelled call keeps none of the state it set', async () => {
    const controller = new AbortController();
    const probe = probeTool('probe', {
      effect: 'state_change',
      run: (_args, { slices }) => {
        slices.set('plan', 'late');
        controller.abort();
        return succeed({ said: 'done', secret: '' });
      },
    });
    const on = await pipelineWith({ probes: [probe.tool] });
    const session = freshSession();
    const { signal } = controller;
    await call('probe', {}, { on, session, answer: () => ({ answer: 'deny' }) });
    assert.equal((await call('probe', {}, { on, session, signal })).code, 'cancelled');
    assert.equal(probe.runs(), 1);
    assert.deepEqual(on.snapshot(session).slices, []);
  });

  it('W26: a snapshot of another version, or a damaged one, is refused and changes nothing', async () => {
    const { pipeline } = await parts();
    const { session, read, mayWrite } = await useFiles(['a.txt']);
    await read(0);
    const good = pipeline.snapshot(session);
    const corrupt = [
      { ...good, schema: 0 },
      { ...good, schema: 1 },
      { ...good, schema: 3 },
      { ...good, tools: 'read' },
      { ...good, marks: [['core__read', [['/a']]]] },
      {},
      null,
      'snapshot',
    ];
    for (const each of corrupt) {
      const restored = pipeline.restore(session, each);
      assert.ok(!restored.ok);
      assert.equal(restored.failure.errorCode, 'snapshot_failed');
      assert.deepEqual(pipeline.snapshot(session), good);
    }
    assert.equal(await mayWrite(0), true);
  });

  it('W27: an argument that a tool does not know is an error, and no value is converted', async () => {
    const folder = await freshFolder('w27');
    const file = await put(folder, 'a.txt', 'one\n');
    for (const { name, args } of [...backgroundCalls, ...webCalls, ...sampleCalls(folder, file)]) {
      const made = await call(name, { ...args, extra_argument: 'zq7-value' });
      assert.equal(made.code, 'validation', name);
      assert.match(made.outcome.text, /unrecognized_keys "extra_argument"/);
      assert.equal(made.outcome.text.includes('zq7-value'), false);
    }
    const wrong = await call('read', { path: file, limit: '1' });
    assert.deepEqual(
      [wrong.outcome.failure?.category, wrong.entry.error_category],
      ['type_mismatch', 'type_mismatch'],
    );
    const sneaky = await call(
      'read',
      JSON.stringify({ path: file }).replace('{', '{"__proto__":{},'),
    );
    assert.equal(sneaky.code, 'validation');
  });

  it('decision 15: the quota of a chat counts first attempts only, denied calls included', async () => {
    await withUser({ 'tools.maxCallsPerSession': 2 }, async () => {
      const session = freshSession();
      const look = (more: CallMore = {}) =>
        call('list_directory', { path: '.' }, { session, ...more });
      assert.equal((await look()).code, undefined);
      assert.equal((await look({ attempt: 1 })).code, undefined);
      assert.equal(
        (await call('read', { path: '/etc/passwd' }, { session })).code,
        'policy_denied',
      );
      const spent = await look();
      assert.deepEqual(
        [spent.code, spent.entry.error_category],
        ['quota_blocked', 'policy_blocked'],
      );
      assert.equal((await look({ session: freshSession() })).code, undefined);
    });
  });
});
