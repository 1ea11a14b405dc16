import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { CallEvent } from '../../../../src/core/contracts/calls/outcome';
import { failure } from '../../../../src/core/contracts/failure';
import { inEnglish } from '../../../../src/core/base/sentence';
import { createWorld, deny, gate } from './fixture';

const secret = `ghp_${'a1B2'.repeat(9)}`;

describe('running and finishing a call', () => {
  it('000-audit-2: audit is written before the result is returned', async () => {
    const world = createWorld();
    await world.call({ text: 'a' });
    assert.deepEqual(world.log, ['start', 'run', 'audit', 'end']);
  });

  it('an audit that cannot be written fails the call and withholds the result', async () => {
    const outcome = await createWorld({ auditFails: true }).call({ text: 'the answer' });
    assert.equal(outcome.status, 'failed');
    assert.equal(JSON.stringify(outcome).includes('the answer'), false);
  });

  it('001-result-1: one id is in start, end, outcome and audit', async () => {
    const world = createWorld();
    const outcome = await world.call({ text: 'a' }, { toolCallId: 'call_abc' });
    const ids = [outcome.toolCallId, ...world.events.map((event) => event.toolCallId)];
    assert.deepEqual([...new Set(ids)], ['call_abc']);
    assert.equal(world.entries[0]?.tool_call_id, 'call_abc');
  });

  const endings: Record<string, Parameters<typeof createWorld>[0]> = {
    'a failure': { run: () => Promise.resolve({ ok: false, failure: failure('execution', 'no') }) },
    'a throw': { run: () => Promise.reject(new Error('boom')) },
    'a denial': { policy: { allowedTools: new Set() } },
    'a broken audit': { auditFails: true },
    'an audit that throws': { auditThrows: true },
  };
  for (const [what, options] of Object.entries(endings)) {
    it(`announces exactly one start and one end on ${what}`, async () => {
      const world = createWorld(options);
      await world.call({ text: 'a' });
      const count = (type: CallEvent['type']) => world.events.filter((e) => e.type === type).length;
      assert.deepEqual([count('start'), count('end')], [1, 1]);
    });
  }

  it('001-result-2: fields outside the allowlist leave nowhere', async () => {
    const run = () => Promise.resolve({ ok: true, value: { said: 'x', hidden: 'leak' } } as const);
    const world = createWorld({ run });
    const outcome = await world.call({ text: 'a' });
    const everything = JSON.stringify([outcome, world.events, world.entries]);
    assert.equal(everything.includes('leak'), false);
  });

  it('a credential in a reason, a rule or a refusal reaches no event, answer or audit entry', async () => {
    const reason = say`Denied for ${secret}.`;
    const rule = { tool: 'echo', pattern: secret, action: 'deny', source: 'user' } as const;
    const refuse = gate('permission-rules', () => ({ ...deny, reason, rule }));
    const world = createWorld({ gates: [refuse] });
    const outcome = await world.call({ text: 'a' });
    assert.equal(JSON.stringify([outcome, world.events, world.entries]).includes('ghp_'), false);
  });

  it('003-secrets-1: a credential is removed everywhere and the model is warned without the value', async () => {
    const run = (_text: string, context: { progress: (u: { append: string }) => void }) => {
      context.progress({ append: `token ${secret.slice(0, 20)}` });
      context.progress({ append: `${secret.slice(20)}\n` });
      return Promise.resolve({ ok: true, value: { said: `token ${secret}` } } as const);
    };
    const world = createWorld({ run });
    const outcome = await world.call({ text: `use ${secret}` });
    assert.equal(JSON.stringify([outcome, world.events, world.entries]).includes('ghp_'), false);
    assert.match(outcome.text, /\[REDACTED:github-token\][^]*\[warning\]/);
  });

  it('the warning can be switched off, the redaction cannot', async () => {
    const run = () => Promise.resolve({ ok: true, value: { said: `token ${secret}` } } as const);
    const outcome = await createWorld({ run, secretWarnings: false }).call({ text: 'a' });
    assert.equal(outcome.text, 'token [REDACTED:github-token]');
    assert.deepEqual(outcome.warnings, []);
  });

  it('003-secrets-1: a large output is redacted in slices with turns between them, a small one at once', async () => {
    const line = `a line of ordinary output that says token ${secret} now and then\n`;
    const turnsFor = async (said: string) => {
      const run = () => Promise.resolve({ ok: true, value: { said } } as const);
      const world = createWorld({ run });
      const outcome = await world.call({ text: 'a' });
      assert.equal(JSON.stringify([outcome, world.stored]).includes('ghp_'), false);
      const clean = said.replaceAll(secret, '[REDACTED:github-token]');
      assert.ok(world.stored[0]?.startsWith(clean));
      return world.turns;
    };
    assert.equal(await turnsFor(line.repeat(1000)), 0);
    assert.ok((await turnsFor(line.repeat(10_000))) >= 10);
  });

  it('000-envelope-2: a text that the model reads without its middle is truncated, for card and log', async () => {
    const run = () => Promise.resolve({ ok: true, value: { said: 'x'.repeat(6000) } } as const);
    const world = createWorld({ run });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.presentation.truncated, true);
    assert.equal(world.entries[0]?.truncated, true);
    const short = createWorld();
    assert.equal((await short.call({ text: 'a' })).presentation.truncated, undefined);
  });

  it('003-overflow-1: a text of which the store keeps start and end is not called full', async () => {
    const limits = { maxCallsPerSession: 0, timeoutMs: 1000, overflowThreshold: 1000 };
    const run = () => Promise.resolve({ ok: true, value: { said: 'é'.repeat(3000) } } as const);
    const said = async (overflowMaxBytes: number) => {
      const policy = { limits: { ...limits, overflowMaxBytes } };
      return (await createWorld({ run, policy }).call({ text: 'a' })).text;
    };
    assert.match(await said(5999), /omitted\. Its start and end: overflow:/);
    assert.match(await said(6000), /omitted\. Full output: overflow:/);
    assert.match(await said(0), /omitted\. Full output: overflow:/);
  });

  it('003-overflow-1: of an output that is on disk, that is stored, and its secrets are reported', async () => {
    const spooled = { id: 'spool', bytes: 5_000_000, isWhole: true, kinds: ['github-token'] };
    const value = { said: 'x'.repeat(600) };
    const answer = async (isWhole: boolean) => {
      const run = () =>
        Promise.resolve({ ok: true, value, spooled: { ...spooled, isWhole } } as const);
      const world = createWorld({ run });
      const outcome = await world.call({ text: 'a' });
      assert.deepEqual(world.stored, ['spool']);
      assert.equal(world.entries[0]?.overflow_id, outcome.overflowId);
      assert.equal(outcome.presentation.truncated, true);
      return outcome;
    };
    const whole = await answer(true);
    assert.match(whole.text, /\[About 499\d{4} bytes omitted\. Full output: overflow:/);
    assert.match(whole.warnings.map(inEnglish).join(), /credentials \(github-token\)/);
    assert.match((await answer(false)).text, /omitted\. Its start and end: overflow:/);
  });

  it('003-overflow-2: what reads stored outputs never overflows itself', async () => {
    const value = { said: 'x'.repeat(6000) };
    const run = () => Promise.resolve({ ok: true, value } as const);
    const outcome = await createWorld({ run, traits: ['readsOverflow'] }).call({ text: 'a' });
    assert.deepEqual([outcome.text, outcome.overflowId], [value.said, undefined]);
  });

  it('003-overflow-1: text over the threshold becomes head, tail and a reference', async () => {
    const long = `${'h'.repeat(600)}${'m'.repeat(5000)}${'t'.repeat(600)}`;
    const world = createWorld({ run: () => Promise.resolve({ ok: true, value: { said: long } }) });
    const outcome = await world.call({ text: 'a' });
    assert.deepEqual(world.stored, [long]);
    assert.match(outcome.text, /^h{500}\n\[5200 characters omitted\. Full output: overflow:/);
    assert.match(outcome.text, /t{500}$/);
    assert.equal(world.entries[0]?.overflow_id, outcome.overflowId);
  });

  it('gives out no reference that is not durable', async () => {
    const run = () => Promise.resolve({ ok: true, value: { said: 'x'.repeat(2000) } } as const);
    const outcome = await createWorld({ run, overflowFails: true }).call({ text: 'a' });
    assert.equal(outcome.overflowId, undefined);
    assert.equal(outcome.status, 'failed');
  });

  it('001-budget-1: answers timeout when a tool takes too long, and aborts its signal', async () => {
    let aborted = false;
    const run = (_text: string, context: { signal: AbortSignal }) => {
      context.signal.addEventListener('abort', () => (aborted = true));
      return new Promise<never>(() => undefined);
    };
    const world = createWorld({ run });
    const running = world.call({ text: 'a' });
    await new Promise((settle) => setImmediate(settle));
    world.clock.advance(1000);
    const outcome = await running;
    assert.equal(outcome.failure?.category, 'timeout');
    assert.equal(aborted, true);
  });

  it('answers cancelled on stop and keeps what the tool had', async () => {
    const run = (_text: string, context: { signal: AbortSignal }) =>
      new Promise<{ ok: false; failure: ReturnType<typeof failure>; value: { said: string } }>(
        (settle) => {
          context.signal.addEventListener('abort', () => {
            settle({ ok: false, failure: failure('cancelled', 'x'), value: { said: 'half' } });
          });
        },
      );
    const world = createWorld({ run });
    const running = world.call({ text: 'a' });
    await new Promise((settle) => setImmediate(settle));
    world.controller.abort();
    const outcome = await running;
    assert.equal(outcome.status, 'cancelled');
    assert.match(outcome.text, /half$/);
    assert.equal(world.entries[0]?.result, 'cancelled');
  });

  it('000-audit-6: error_category is set for every failed call, also for a mere exit code', async () => {
    const run = () => Promise.resolve({ ok: true, value: { said: 'x' }, failed: true } as const);
    const world = createWorld({ run });
    await world.call({ text: 'a' });
    assert.equal(world.entries[0]?.error_category, 'permanent_failure');
    assert.equal(world.entries[0].error_code, 'execution');
  });

  it('leaves a tool behind that ignores the stop', async () => {
    const world = createWorld({ run: () => new Promise<never>(() => undefined) });
    const running = world.call({ text: 'a' });
    await new Promise((settle) => setImmediate(settle));
    world.controller.abort();
    world.clock.advance(6000);
    assert.equal((await running).status, 'cancelled');
  });

  it('a listener that throws is reported and disturbs nothing', async () => {
    const world = createWorld();
    world.events.push = () => {
      throw new Error('listener');
    };
    assert.equal((await world.call({ text: 'a' })).status, 'completed');
    assert.equal(world.log.includes('report Error: listener'), true);
  });

  it('a call that the audit log could not take does not count as completed', async () => {
    const world = createWorld({ auditFails: true });
    await world.call({ text: 'a' });
    assert.deepEqual(world.pipeline.completed('s1'), []);
  });

  it('002-state-2: only success counts as completed', async () => {
    const world = createWorld();
    assert.deepEqual(world.pipeline.completed('s1'), []);
    await world.call({ text: 'a' });
    assert.deepEqual(world.pipeline.completed('s1'), ['core__echo']);
  });
});
