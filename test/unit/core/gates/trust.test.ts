import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import { toolEffects, trustLevels } from '../../../../src/core/contracts/tool-spec';
import trustGate from '../../../../src/core/gates/trust';
import { askAtOnce, gateCall } from '../../fakes/gate-call';

const expected = {
  untrusted: { read_only: 'ask', state_change: 'deny', external_side_effect: 'deny' },
  provisional: { read_only: 'allow', state_change: 'ask', external_side_effect: 'ask' },
  trusted: { read_only: 'allow', state_change: 'allow', external_side_effect: 'allow' },
} as const;

describe('trust', () => {
  const gate = bindGate(trustGate, {});
  for (const trust of trustLevels) {
    for (const effect of toolEffects) {
      it(`decision 23: a ${trust} tool of effect ${effect}: ${expected[trust][effect]}`, () => {
        const { verdict } = askAtOnce(gate, gateCall({ trust, tool: { effect } }));
        assert.equal(verdict, expected[trust][effect]);
      });
    }
  }

  it('decision 23: a denial is policy_denied, and names the source', () => {
    const tool = { id: 'mcp__files__remove', name: 'remove' };
    const verdict = askAtOnce(gate, gateCall({ trust: 'untrusted', tool }));
    assert.ok(verdict.verdict === 'deny');
    assert.equal(verdict.errorCode, 'policy_denied');
    assert.match(verdict.reason, /^The source mcp:files is untrusted/);
  });
});
