import assert from 'node:assert/strict';
import type { Decision } from '../../../../../src/core/contracts/calls/decision';
import type { PastCall } from '../../../../../src/host/panel/transcript/past-calls';
import { callItems } from '../../../../../src/host/views/explain/call-items';
import { past } from './pages';

function decided(verdict: Decision['verdict'], approvedBy: Decision['approvedBy']): Decision {
  return { verdict, approvedBy, trace: [], policyVersion: 1, trust: 'trusted' };
}

describe('callLines', () => {
  const cases: readonly (readonly [string, Partial<PastCall>, string])[] = [
    ['$(question)', { status: 'asking' }, 'waiting for your answer'],
    ['$(play)', { status: 'running' }, 'running'],
    ['$(dash)', { status: 'completed' }, 'decision unknown'],
    ['$(error)', { status: 'failed', decision: decided('deny', 'none') }, 'refused'],
    [
      '$(circle-slash)',
      { status: 'cancelled', decision: decided('deny', 'none') },
      'cancelled before it ran',
    ],
    ['$(check)', { decision: decided('allow', 'user') }, 'you allowed it'],
    ['$(check)', { decision: decided('allow', 'user-typed') }, 'you typed it'],
    ['$(check)', { decision: decided('allow', 'auto') }, 'ran without asking'],
  ];
  for (const [icon, more, description] of cases) {
    it(`says "${description}"`, () => {
      const call = past(more);
      const label = `${icon} bash: git status -s`;
      assert.deepEqual(callItems([call]), [{ label, description, call }]);
    });
  }

  it('shows no icon that a title asks for', () => {
    const [line] = callItems([past({ title: 'echo $(check)\n' })]);
    assert.equal(line?.label, '$(dash) bash: echo \\$(check)\\n');
  });
});
