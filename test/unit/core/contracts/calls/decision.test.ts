import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import {
  type Decision,
  type GateTrace,
  recordedDecision,
} from '../../../../../src/core/contracts/calls/decision';

const trace = (verdict: GateTrace['verdict'], more: Partial<GateTrace> = {}): GateTrace => ({
  slot: 'permission-rules',
  gate: 'rules',
  verdict,
  reason: say`says ${verdict}`,
  ...more,
});

const rule = { tool: 'core__bash', pattern: 'npm *', action: 'allow', source: 'user' } as const;
const decided = (
  verdict: Decision['verdict'],
  lines: readonly GateTrace[],
  approvedBy: Decision['approvedBy'] = 'none',
) => ({ verdict, approvedBy, trace: lines });

describe('how a decision is recorded', () => {
  it('names the rule that allows, and nothing where none speaks', () => {
    assert.deepEqual(recordedDecision(decided('allow', [trace('allow', { rule })], 'auto')), {
      verdict: 'allow',
      by: 'rule core__bash "npm *" allow (user)',
    });
    assert.deepEqual(recordedDecision(decided('allow', [trace('allow')], 'auto')), {
      verdict: 'allow',
    });
  });

  it('is `ask` if the user was asked, whatever the answer', () => {
    const lines = [trace('ask'), trace('ask', { gate: 'trust', reason: say`untrusted` })];
    const by = 'rules: says ask; trust: untrusted';
    for (const [verdict, approvedBy] of [
      ['allow', 'user'],
      ['deny', 'none'],
    ] as const) {
      const recorded = recordedDecision(decided(verdict, lines, approvedBy), 'policy_denied');
      assert.deepEqual(recorded, { verdict: 'ask', by });
    }
    assert.deepEqual(recordedDecision(decided('deny', lines), 'cancelled'), { verdict: 'ask', by });
  });

  it('decision 18: is not `ask` if no one was asked', () => {
    assert.deepEqual(recordedDecision(decided('allow', [trace('ask')], 'auto')), {
      verdict: 'allow',
    });
  });

  it('is a refusal by a gate, by a policy rule, or by the stage that refused', () => {
    const match = 'policy.rules[0] deny: tool=bash';
    const byGate = recordedDecision(
      decided('deny', [trace('ask'), trace('deny')]),
      'policy_denied',
    );
    assert.deepEqual(byGate, { verdict: 'deny', by: 'rules: says deny' });
    const byRule = recordedDecision(decided('deny', [trace('deny', { match })]), 'policy_denied');
    assert.deepEqual(byRule, { verdict: 'deny', by: match });
    const byStage = recordedDecision(decided('deny', []), 'validation');
    assert.deepEqual(byStage, { verdict: 'deny', by: 'validation' });
  });

  it('is nothing for a call that was stopped before anything was decided', () => {
    assert.equal(recordedDecision(decided('deny', []), 'cancelled'), undefined);
  });
});
