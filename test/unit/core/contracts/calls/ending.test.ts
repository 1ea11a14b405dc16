import assert from 'node:assert/strict';
import {
  callEndings,
  deciderOf,
  endingOf,
  type CallEnding,
  type Decider,
  type EndedCall,
} from '../../../../../src/core/contracts/calls/ending';
import { endingTexts } from '../../../../../src/host/window/ending-texts';
import { endingLooks } from '../../../../../webview/text/endings';

const asked = [{ slot: 'permission-rules', verdict: 'ask' }];

function refusedBy(slot: string, verdict = 'deny'): EndedCall['gates'] {
  return [
    { slot: 'path-sandbox', verdict: 'allow' },
    { slot, verdict },
  ].filter((line, at) => at === 1 || line.slot !== slot);
}

const denied = { status: 'failed', verdict: 'deny', approvedBy: 'none' } as const;
const policy = { ...denied, errorCode: 'policy_denied' } as const;
const ran = { status: 'failed', verdict: 'allow', approvedBy: 'auto', gates: [] } as const;

describe('how a call ended, and who decided', () => {
  const cases: readonly (readonly [string, EndedCall, CallEnding, Decider | undefined])[] = [
    ['a success', { ...ran, status: 'completed' }, 'completed', 'check'],
    ['a success by rule', { ...ran, status: 'completed', isRuled: true }, 'completed', 'rule'],
    [
      'an approved call that failed',
      { ...ran, approvedBy: 'user', errorCode: 'execution' },
      'failed',
      'user',
    ],
    ['the user', { ...policy, deniedBy: 'user', gates: asked }, 'denied-by-user', 'user'],
    ['no answer', { ...policy, deniedBy: 'timeout', gates: asked }, 'approval-timeout', 'timeout'],
    [
      'a permission rule',
      { ...policy, gates: refusedBy('permission-rules') },
      'denied-by-rule',
      'rule',
    ],
    ['a policy rule', { ...policy, gates: refusedBy('policy-rules') }, 'denied-by-rule', 'rule'],
    ['another check', { ...policy, gates: refusedBy('adversarial') }, 'denied-by-rule', 'check'],
    ['the blocklist', { ...policy, gates: refusedBy('blocklist') }, 'blocked', 'blocklist'],
    ['the path sandbox', { ...policy, gates: refusedBy('path-sandbox') }, 'blocked', 'paths'],
    ['the quota', { ...denied, errorCode: 'quota_blocked', gates: [] }, 'blocked', 'limit'],
    ['Restricted Mode', { ...denied, errorCode: 'authz_denied', gates: [] }, 'blocked', 'trust'],
    ['a change while asked', { ...policy, gates: asked }, 'denied-by-rule', 'check'],
    [
      'a guard of files, after the gates',
      { ...ran, errorCode: 'policy_denied' },
      'blocked',
      'check',
    ],
    ['wrong arguments', { ...denied, errorCode: 'validation', gates: [] }, 'failed', undefined],
    [
      'nobody to ask',
      { ...denied, errorCode: 'approval_unavailable', gates: asked },
      'approval-timeout',
      undefined,
    ],
    ['a time limit', { ...ran, errorCode: 'timeout' }, 'timeout', 'check'],
    [
      'decision 48: a gate that skips',
      { ...denied, verdict: 'skip', gates: refusedBy('utility', 'skip') },
      'skipped',
      'check',
    ],
    ['a stop', { ...denied, status: 'cancelled', gates: asked }, 'cancelled', undefined],
    ['a crash', { status: 'cancelled', isInterrupted: true, gates: [] }, 'interrupted', undefined],
  ];
  for (const [name, call, ending, decider] of cases) {
    it(name, () => {
      assert.equal(endingOf(call), ending);
      assert.equal(deciderOf(call), decider);
    });
  }

  it('says each ending in the same words on the card, in the audit log and in exports', () => {
    for (const ending of callEndings) {
      assert.equal(endingLooks[ending].text, endingTexts()[ending]);
    }
  });
});
