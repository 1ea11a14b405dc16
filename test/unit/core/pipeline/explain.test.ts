import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { RawCall } from '../../../../src/core/contracts/calls/call';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import { allow, ask, baseContext, createWorld, deny, gate, type World } from './fixture';

function explain(world: World, args: unknown, more: Partial<RawCall> = {}) {
  const call: RawCall = {
    toolCallId: 'x',
    tool: 'echo',
    args,
    phase: 'executor',
    origin: 'model',
    attempt: 0,
    ...more,
  };
  return world.pipeline.explain(call, baseContext);
}

const rule: PermissionRule = {
  tool: 'core__echo',
  pattern: 'a*',
  action: 'ask',
  source: 'user',
  place: 'permissions.echo[0]',
};

describe('explaining a decision', () => {
  it('shows every stage and gate in order, also those behind the first deny', async () => {
    const gates = [
      gate('trust', () => allow),
      gate('permission-rules', () => ({ verdict: 'ask', reason: say`rule a*`, rule })),
      gate('policy-rules', () => deny),
    ];
    const explanation = await explain(createWorld({ gates }), { text: 'a' });
    assert.deepEqual(
      explanation.steps.map(({ slot, verdict }) => `${slot}: ${verdict}`),
      [
        'context: allow',
        'intake: allow',
        'resolve: allow',
        'admit: allow',
        'authorize: allow',
        'connect: allow',
        'validate: allow',
        'permission-rules: ask',
        'policy-rules: deny',
        'trust: allow',
      ],
    );
    assert.equal(explanation.verdict, 'deny');
    assert.equal(explanation.tool, 'core__echo');
    assert.equal(explanation.policyVersion, 1);
    assert.deepEqual(explanation.steps[7]?.rule, rule);
  });

  it('decision 48: shows what would be skipped, and what comes behind', async () => {
    const gates = [
      gate('trust', () => ({ verdict: 'skip', reason: say`known` })),
      gate('utility', () => deny),
    ];
    const { steps, verdict } = await explain(createWorld({ gates }), { text: 'a' });
    assert.equal(verdict, 'skip');
    assert.deepEqual(
      steps.slice(-2).map((step) => [step.verdict, step.errorCode]),
      [
        ['skip', 'policy_denied'],
        ['deny', 'policy_denied'],
      ],
    );
  });

  it('ends at the stage that refuses: nothing behind it can be judged', async () => {
    const world = createWorld({ policy: { allowedTools: new Set() } });
    const { steps, verdict } = await explain(world, { text: 'a' });
    assert.equal(steps.at(-1)?.slot, 'admit');
    assert.equal(steps.at(-1)?.errorCode, 'policy_denied');
    assert.equal(verdict, 'deny');
    const unknown = await explain(world, {}, { tool: 'nothing' });
    assert.deepEqual([unknown.tool, unknown.steps.at(-1)?.slot], ['nothing', 'resolve']);
    const invalid = await explain(createWorld(), { text: 7 });
    assert.deepEqual([invalid.steps.at(-1)?.slot, invalid.verdict], ['validate', 'deny']);
  });

  it('runs nothing, asks nothing, records nothing and spends no quota', async () => {
    const gates = [gate('permission-rules', () => ask)];
    const limits = {
      maxCallsPerSession: 1,
      timeoutMs: 1000,
      overflowThreshold: 1000,
      overflowMaxBytes: 0,
    };
    const world = createWorld({ gates, answer: { answer: 'allow' }, policy: { limits } });
    assert.equal((await explain(world, { text: 'a' })).verdict, 'ask');
    await explain(world, { text: 'a' });
    assert.deepEqual([world.runs, world.asked, world.entries, world.events], [0, [], [], []]);
    assert.equal((await world.call({ text: 'a' })).status, 'completed');
  });

  it('names the denies that an earlier rule shadows (decision 4)', async () => {
    const permissions: readonly PermissionRule[] = [
      { tool: 'core__echo', pattern: '*', action: 'ask', source: 'user' },
      { tool: 'core__echo', pattern: '*secret*', action: 'deny', source: 'user' },
    ];
    const explanation = await explain(createWorld({ policy: { permissions } }), { text: 'a' });
    assert.deepEqual(explanation.shadowed, [{ rule: permissions[1], by: permissions[0] }]);
  });

  it('keeps credentials out of the name of no tool, and bounds it', async () => {
    const secret = `ghp_${'a'.repeat(36)}`;
    const told = await explain(createWorld(), {}, { tool: secret });
    assert.equal(JSON.stringify(told).includes(secret), false);
    const long = await explain(createWorld(), {}, { tool: 'x'.repeat(100_000) });
    assert.ok(JSON.stringify(long).length < 2000);
  });

  it('keeps credentials out of reasons and rules', async () => {
    const secret = `ghp_${'a'.repeat(36)}`;
    const gates = [
      gate('permission-rules', () => ({
        verdict: 'ask',
        reason: say`rule ${secret}`,
        rule: { ...rule, pattern: secret },
      })),
    ];
    const explanation = await explain(createWorld({ gates }), { text: secret });
    assert.equal(JSON.stringify(explanation).includes(secret), false);
  });
});
