import { asIs, say } from '../../../../../src/core/base/sentence';
import { told } from '../../../fakes/told';
import assert from 'node:assert/strict';
import type { Verdict } from '../../../../../src/core/contracts/calls/decision';
import type { GateSlot } from '../../../../../src/core/contracts/policy/define-gate';
import { ask, createWorld, deny, gate } from '../fixture';

const asking = [gate('permission-rules', () => ask)];

describe('clearing a call', () => {
  it('runs an asked call only after an explicit allow', async () => {
    const world = createWorld({ gates: asking, answer: { answer: 'allow' } });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.status, 'completed');
    assert.equal(outcome.decision.approvedBy, 'user');
    assert.deepEqual(world.log, ['start', 'ask', 'running', 'run', 'audit', 'end']);
  });

  it('does not count the wait for the user as running time', async () => {
    const world = createWorld({
      gates: asking,
      answer: { answer: 'allow' },
      onAsk: (clock) => clock.advance(60_000),
    });
    assert.equal((await world.call({ text: 'a' })).durationMs, 0);
  });

  it('hands the reason of a denial to the model', async () => {
    const world = createWorld({ gates: asking, answer: { answer: 'deny', reason: 'too slow' } });
    const outcome = await world.call({ text: 'a' });
    assert.match(outcome.text, /The user denied this call: too slow/);
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.deepEqual(outcome.decision.denial, { by: 'user', reason: asIs('too slow') });
    assert.equal(world.runs, 0);
  });

  it('says that an approval timed out, not that the user denied the call', async () => {
    const answer = { answer: 'deny', timeoutSeconds: 30 } as const;
    const outcome = await createWorld({ gates: asking, answer }).call({ text: 'a' });
    assert.match(outcome.text, /error: The approval timed out: no answer within 30 seconds$/m);
    assert.deepEqual(outcome.decision.denial, {
      by: 'timeout',
      reason: { message: 'no answer within {0} seconds', values: [30] },
    });
  });

  it('returns approval_unavailable when no one can be asked', async () => {
    const answer = { answer: 'unavailable', reason: say`No panel.` } as const;
    const outcome = await createWorld({ gates: asking, answer }).call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'approval_unavailable');
    assert.equal(outcome.failure.category, 'confirmation_required');
  });

  it('answers cancelled when the approval is cancelled', async () => {
    const world = createWorld({ gates: asking, answer: { answer: 'cancelled' } });
    assert.equal((await world.call({ text: 'a' })).status, 'cancelled');
  });

  it('decision 18: an autonomous call of an unprompted tool is not announced as asking', async () => {
    const world = createWorld({ gates: asking, traits: ['unprompted'] });
    const outcome = await world.call({ text: 'a' }, { phase: 'autonomous' });
    assert.equal(outcome.decision.approvedBy, 'auto');
    const [start] = world.events;
    assert.equal(start?.type === 'start' && start.state, 'running');
    assert.deepEqual(world.asked, []);
    const other = createWorld({ gates: asking });
    await other.call({ text: 'a' }, { phase: 'autonomous' });
    assert.equal(other.asked.length, 1);
  });

  it('000-phases-2: an unprompted tool is not asked about, in the executor phase it is', async () => {
    const compress = { gates: asking, traits: ['unprompted'] } as const;
    const autonomous = createWorld(compress);
    const own = await autonomous.call({ text: 'a' }, { phase: 'autonomous' });
    assert.equal(own.status, 'completed');
    assert.deepEqual(autonomous.asked, []);
    assert.equal(autonomous.entries[0]?.phase, 'autonomous');
    assert.equal(autonomous.entries[0].approved_by, 'auto');
    for (const phase of ['executor', 'planner', 'verifier'] as const) {
      const ruled = createWorld(compress);
      const outcome = await ruled.call({ text: 'a' }, { phase });
      assert.equal(ruled.asked.length, 1, phase);
      assert.equal(outcome.failure?.errorCode, 'policy_denied');
      assert.equal(ruled.runs, 0);
    }
  });

  it('000-phases-2: what is denied stays denied, and what is not allowed is not there', async () => {
    const traits = ['unprompted'] as const;
    for (const options of [
      { traits, gates: [gate('permission-rules', () => deny)] },
      { traits, policy: { allowedTools: new Set<string>() } },
    ]) {
      const world = createWorld(options);
      const outcome = await world.call({ text: 'a' }, { phase: 'autonomous' });
      assert.equal(outcome.failure?.errorCode, 'policy_denied');
      assert.equal(world.runs, 0);
    }
  });

  it('hands edited arguments back instead of running the call', async () => {
    const answer = { answer: 'edit', args: '{"text":"b"}' } as const;
    const world = createWorld({ gates: asking, answer });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.edited?.args, '{"text":"b"}');
    assert.equal(world.runs, 0);
  });

  it('takes the keying of a call as its approval, and nothing more', async () => {
    const typed = createWorld({ gates: asking });
    const keyed = { origin: 'user', isKeyed: true } as const;
    const outcome = await typed.call({ text: 'a' }, keyed);
    assert.equal(outcome.decision.approvedBy, 'user-typed');
    assert.deepEqual(typed.asked, []);
    const silent = await createWorld().call({ text: 'a' }, keyed);
    assert.equal(silent.decision.approvedBy, 'user-typed');
    const refused = createWorld({ gates: [gate('path-sandbox', () => deny)] });
    const denied = await refused.call({ text: 'a' }, keyed);
    assert.equal(denied.failure?.errorCode, 'policy_denied');
  });

  it('decision 75: shows and confirms any other call of the user, whatever the rules allow', async () => {
    for (const gates of [asking, []]) {
      const world = createWorld({ gates, answer: { answer: 'allow' } });
      const outcome = await world.call({ text: 'a' }, { origin: 'user' });
      assert.equal(outcome.decision.approvedBy, 'user');
      assert.match(told(world.asked)[0]?.details.reasons[0] ?? '', /not all of it was keyed in/);
      assert.deepEqual(world.asked[0]?.details.alwaysOffers, []);
      const unsure = createWorld({ gates, answer: { answer: 'deny' } });
      assert.equal((await unsure.call({ text: 'a' }, { origin: 'user' })).status, 'failed');
      assert.equal(unsure.runs, 0);
    }
  });

  it('asks the gates again after the answer: a deny that came meanwhile holds', async () => {
    const verdicts: Verdict[] = [ask, deny];
    const gates = [gate('permission-rules', () => verdicts.shift() ?? deny)];
    const world = createWorld({ gates, answer: { answer: 'allow' } });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
  });

  it('shows the user redacted arguments and the reasons', async () => {
    const world = createWorld({ gates: asking });
    await world.call({ text: `key AKIA${'A'.repeat(16)}` });
    const [request] = world.asked;
    assert.ok(request);
    assert.equal(request.details.argsJson.includes('AKIAAAAA'), false);
    assert.equal(request.title.includes('AKIAAAAA'), false, 'nor in the notification');
    assert.deepEqual(told(request.details.reasons), [
      'no rule matches',
      '20 characters of the arguments look like credentials and are not shown',
    ]);
  });

  it('reports how much a redaction hides, so that no script behind a mark is approved unseen', async () => {
    const world = createWorld({ gates: asking });
    const script = 'rm -rf ~\n'.repeat(100);
    const text = `# -----BEGIN PRIVATE KEY-----\n${script}# -----END PRIVATE KEY-----`;
    await world.call({ text });
    const notice = told(world.asked)[0]?.details.reasons.at(-1) ?? '';
    assert.match(notice, /^1\d{3} characters of the arguments/);
  });

  it('offers no rule where another gate than the rules asks', async () => {
    const offered = async (slot: GateSlot) => {
      const realPath = () => '/w/a';
      const world = createWorld({ gates: [gate(slot, () => ask)], realPath });
      await world.call({ text: 'a' });
      return world.asked[0]?.details.alwaysOffers.length;
    };
    assert.equal(await offered('permission-rules'), 2);
    assert.equal(await offered('policy-rules'), 0);
  });

  it('offers no rule where a rule of the workspace asks: no grant answers it', async () => {
    const rule = { tool: '*', pattern: '*', action: 'ask', source: 'workspace' } as const;
    const gates = [gate('permission-rules', () => ({ ...ask, rule }))];
    const world = createWorld({ gates, realPath: () => '/w/a' });
    await world.call({ text: 'a' });
    assert.deepEqual(world.asked[0]?.details.alwaysOffers, []);
  });

  it('shows plain arguments without a notice', async () => {
    const world = createWorld({ gates: asking });
    await world.call({ text: 'plain' });
    assert.deepEqual(told(world.asked)[0]?.details.reasons, ['no rule matches']);
  });

  it('refuses a call whose path was redirected while the user was asked', async () => {
    let target = '/w/harmless';
    const world = createWorld({
      gates: asking,
      answer: { answer: 'allow' },
      realPath: () => target,
      onAsk: () => {
        target = '/w/.git/hooks/pre-commit';
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
  });
});
