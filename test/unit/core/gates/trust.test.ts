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
  for (const level of trustLevels) {
    for (const effect of toolEffects) {
      it(`decision 23: a ${level} tool of effect ${effect}: ${expected[level][effect]}`, () => {
        const { verdict } = askAtOnce(
          gate,
          gateCall({ trust: { level, setFor: 'source' }, tool: { effect } }),
        );
        assert.equal(verdict, expected[level][effect]);
      });
    }
  }

  for (const [setFor, reason] of [
    ['source', /^The source mcp:files is untrusted, so its tools may only read/],
    ['tool', /^The tool remove is untrusted, so it may only read/],
  ] as const) {
    it(`decision 23: a denial is policy_denied, and names the ${setFor}`, () => {
      const tool = { id: 'mcp__files__remove', name: 'remove' };
      const trust = { level: 'untrusted', setFor } as const;
      const verdict = askAtOnce(gate, gateCall({ trust, tool }));
      assert.ok(verdict.verdict === 'deny');
      assert.equal(verdict.errorCode, 'policy_denied');
      assert.match(verdict.reason, reason);
    });
  }

  it('decision 49: an approval says whose level holds', () => {
    const tool = { id: 'mcp__files__remove', name: 'remove', effect: 'state_change' } as const;
    const reasons = (['source', 'tool'] as const).map(
      (setFor) =>
        askAtOnce(gate, gateCall({ trust: { level: 'provisional', setFor }, tool })).reason,
    );
    assert.deepEqual(reasons, [
      'its source mcp:files is provisional',
      'the tool remove is provisional',
    ]);
  });

  it('decision 49: the entry says whose level held, unless both are trusted', () => {
    const fields = trustLevels.map((level) =>
      gate.check(gateCall({ trust: { level, setFor: 'tool' } })),
    );
    assert.deepEqual(
      fields.map((verdict) => 'audit' in verdict && verdict.audit),
      [{ trust_set_for: 'tool' }, { trust_set_for: 'tool' }, false],
    );
  });
});
