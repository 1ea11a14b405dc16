import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { FakeClock } from '../../../fakes/clock';
import { describe, it } from 'mocha';
import type { AuditEntry } from '../../../../../src/core/contracts/audit/entry';
import { failure } from '../../../../../src/core/contracts/failure';
import { allow, ask, createWorld, deny, gate, type WorldOptions } from '../fixture';

const secret = `ghp_${'a1B2'.repeat(9)}`;

async function entryOf(
  options: WorldOptions,
  args: unknown = { text: 'a' },
  more: Parameters<ReturnType<typeof createWorld>['call']>[1] = {},
): Promise<AuditEntry> {
  const world = createWorld(options);
  await world.call(args, more);
  const [entry, ...others] = world.entries;
  assert.ok(entry !== undefined);
  assert.deepEqual(others, []);
  return entry;
}

const rule = { tool: 'core__echo', pattern: '*', action: 'allow', source: 'user' } as const;
const ruled = { gates: [gate('permission-rules', () => ({ ...allow, rule }))] };

describe('the audit entry of a call', () => {
  it('000-audit-1: every tool call is logged, denied, failed, unknown and invalid ones too', async () => {
    const refused = { gates: [gate('permission-rules', () => deny)] };
    const failed: WorldOptions = {
      run: () => Promise.resolve({ ok: false, failure: failure('execution', 'no') }),
    };
    const asked: WorldOptions = {
      gates: [gate('permission-rules', () => ask)],
      answer: { answer: 'deny' },
    };
    const results = [
      await entryOf({}),
      await entryOf(refused),
      await entryOf(failed),
      await entryOf(asked),
      await entryOf({}, { wrong: true }),
      await entryOf({}, {}, { tool: 'core__nothing' }),
    ].map(({ result }) => result);
    assert.equal(results[0], 'success');
    assert.equal(results.slice(1).includes('success'), false);
  });

  it('has what a command wrote, each stream apart and cut at 4,000 characters', async () => {
    const output = { said: '', stdout: 'out '.repeat(2000), stderr: `token ${secret}` };
    const entry = await entryOf({ run: () => Promise.resolve({ ok: true, value: output }) });
    assert.equal(entry.stdout, 'out '.repeat(1000));
    assert.match(entry.stderr ?? '', /^token \[REDACTED/);
    const silent = await entryOf({});
    assert.deepEqual([silent.stdout, silent.stderr], [undefined, undefined]);
  });

  it('000-audit-5: the entry has start and end, and whether the user was asked', async () => {
    const onAsk = (clock: FakeClock) => clock.advance(5000);
    const asked = await entryOf({ gates: [gate('permission-rules', () => ask)], onAsk });
    assert.equal(Date.parse(asked.ts) - Date.parse(asked.started_at ?? ''), 5000);
    assert.equal(asked.enforcement, 'asked');
    const denied = [gate('permission-rules', () => ask), gate('policy-rules', () => deny)];
    for (const options of [
      {},
      { gates: [gate('permission-rules', () => deny)] },
      { gates: denied },
    ]) {
      const entry = await entryOf(options);
      assert.deepEqual([entry.started_at, entry.enforcement], [entry.ts, 'enforced']);
    }
  });

  it('000-audit-4: sensitive values in tool calls are redacted before logging', async () => {
    const entry = await entryOf({}, { text: `curl -H "Authorization: Bearer ${secret}"` });
    assert.equal(JSON.stringify(entry).includes('ghp_'), false);
    assert.match(JSON.stringify(entry.call), /REDACTED/);
  });

  it('000-audit-6: every failed call has an error category, and for no other', async () => {
    const failing: readonly WorldOptions[] = [
      { gates: [gate('permission-rules', () => deny)] },
      { run: () => Promise.reject(new Error('boom')) },
      { run: () => Promise.resolve({ ok: false, failure: failure('timeout', 'slow') }) },
      { policy: { allowedTools: new Set() } },
    ];
    for (const options of failing) {
      assert.equal(typeof (await entryOf(options)).error_category, 'string');
    }
    assert.equal('error_category' in (await entryOf({})), false);
  });

  it('000-phases-1: the entry holds the phase, as the call site says it', async () => {
    for (const phase of ['planner', 'executor', 'verifier', 'autonomous'] as const) {
      assert.equal((await entryOf({}, { text: 'a' }, { phase })).phase, phase);
    }
  });

  it('003-audit-1: caller_id and policy_match are propagated to the audit log', async () => {
    const entry = await entryOf(ruled, { text: 'a' });
    assert.equal(entry.caller_id, entry.session);
    assert.equal(entry.policy_match, 'core__echo "*" allow (user)');
  });

  it('003-audit-1: policy_match lists the rules of the parts of a command by their code', async () => {
    const part = { text: 'x', verdict: 'allow', hazards: [] } as const;
    const parts = [
      { ...part, reason: say`rule bash "a" (user)`, code: 'rule' },
      { ...part, reason: say`rule bash "a" (user)`, code: 'rule' },
      { ...part, reason: say`no rule matches "c"`, code: 'no-rule' },
      { ...part, reason: say`rule of thumb` },
    ] as const;
    const entry = await entryOf({
      gates: [gate('permission-rules', () => ({ ...allow, parts }))],
    });
    assert.equal(entry.policy_match, 'rule bash "a" (user) allow');
  });

  it('003-audit-1: policy_match is omitted from the JSON audit log when null', async () => {
    const entry = await entryOf({});
    assert.equal('policy_match' in entry, false);
    assert.doesNotMatch(JSON.stringify(entry), /:null/);
  });

  it('000-thoughts-3: thoughts are not logged, at any end of the call', async () => {
    for (const args of [
      { text: 'a', _tafc_think: 'secret plan', _TAFC_Think_2: 'secret plan' },
      { wrong: 1, _tafc_think: 'secret plan' },
      { _tafc_think: 'secret plan' },
    ]) {
      const entry = await entryOf({}, args);
      assert.doesNotMatch(JSON.stringify(entry), /secret plan|_tafc_think/i);
    }
  });
});
