import { told } from '../../fakes/told';
import { say, type Shown } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { Verdict } from '../../../../src/core/contracts/calls/decision';
import { bindGate, type GateCall } from '../../../../src/core/contracts/policy/define-gate';
import { failure, fail } from '../../../../src/core/contracts/failure';
import {
  policyAllows,
  policyDenies,
  type PolicyCall,
  type PolicyState,
  type ToolPolicy,
} from '../../../../src/core/contracts/policy/tool-policy';
import sequencePolicies from '../../../../src/core/gates/sequence-policies';
import { createFakeFiles, stampOfText } from '../../fakes/files';
import { askAtOnce, callPath, gateCall, type GateCallOptions } from '../../fakes/gate-call';

const files = createFakeFiles({ 'a.txt': 'a', 'b.txt': 'b' });

async function check(call: GateCall, from = files): Promise<Shown<Verdict>> {
  return told(await bindGate(sequencePolicies, { files: from }).check(call));
}

function policy(name: string, decide: ToolPolicy['check'] = () => policyAllows): ToolPolicy {
  return { name, check: decide };
}

const denying = (name: string) => policy(name, () => policyDenies(say`no: ${name}`));

function under(
  policies: { readonly group?: readonly ToolPolicy[]; readonly profile?: readonly ToolPolicy[] },
  more: GateCallOptions = {},
): GateCall {
  return gateCall({
    tool: { name: 'write', group: 'filesystem' },
    ...more,
    policy: {
      toolPolicies: {
        groups: new Map([['filesystem', policies.group ?? []]]),
        profile: policies.profile ?? [],
      },
    },
  });
}

const reasonOf = async (call: GateCall) => (await check(call)).reason;

describe('sequence policies', () => {
  it('W2: the policies of the group come before those of the profile', async () => {
    const both = { group: [denying('group')], profile: [denying('profile')] };
    assert.equal(await reasonOf(under(both)), 'no: group');
    assert.equal(await reasonOf(under({ profile: [denying('profile')] })), 'no: profile');
  });

  it('W3: a tool in no group still has those of the profile', async () => {
    const both = { group: [denying('group')], profile: [denying('profile')] };
    assert.equal(await reasonOf(under(both, { tool: { name: 'x' } })), 'no: profile');
    const other = { tool: { name: 'x', group: 'web' } };
    assert.equal((await check(under({ group: [denying('group')] }, other))).verdict, 'abstain');
  });

  it('W4: all must allow, and the first denial stops', async () => {
    const asked: string[] = [];
    const counting = (name: string, decide: ToolPolicy['check'] = () => policyAllows) =>
      policy(name, (...given) => {
        asked.push(name);
        return decide(...given);
      });
    const group = [
      counting('a'),
      counting('b', () => policyDenies(say`not now`, 'Wait.')),
      counting('c'),
    ];
    assert.deepEqual(await check(under({ group })), {
      verdict: 'deny',
      errorCode: 'policy_denied',
      reason: 'not now',
      suggestion: 'Wait.',
      match: 'b',
    });
    assert.deepEqual(asked, ['a', 'b']);
    assert.equal((await check(under({ group: [policy('a'), policy('b')] }))).verdict, 'allow');
  });

  it('W4: a denial without a reason is "Policy denied"', async () => {
    const silent = policy('silent', () => ({ allowed: false }));
    assert.equal(await reasonOf(under({ group: [silent] })), 'Policy denied');
  });

  it('W6: a policy that throws denies, and its error is not shown', async () => {
    const broken = policy('broken', () => {
      throw new Error('key=hunter22');
    });
    assert.deepEqual(await check(under({ group: [broken], profile: [policy('next')] })), {
      verdict: 'deny',
      errorCode: 'policy_denied',
      reason: 'The policy broken failed, so the call is denied.',
      match: 'broken',
    });
  });

  it('002-state-1: every policy reads the one record, and its own state', async () => {
    const states: PolicyState[] = [];
    const looking = policy('looking', (_, state) => {
      states.push(state);
      return policyAllows;
    });
    const record = { hasRun: () => true, seen: () => undefined };
    const policyState = (name: string) => `state of ${name}`;
    await check(
      under({ group: [looking] }, { record, policyState, tool: { group: 'filesystem' } }),
    );
    assert.deepEqual(states, [{ record, own: 'state of looking' }]);
  });

  describe('decision 44: content stamps', () => {
    async function stampsFor(options: GateCallOptions): Promise<ReadonlyMap<string, string>> {
      const calls: PolicyCall[] = [];
      const looking = policy('looking', (call) => {
        calls.push(call);
        return policyAllows;
      });
      await check(under({ profile: [looking] }, options));
      return calls[0]?.stamps ?? new Map();
    }

    it('are those of the existing files that would be written', async () => {
      const at = (name: string, exists = true) => callPath(name, { root: '/ws', exists });
      const paths = {
        reads: [at('b.txt')],
        writes: [at('./a.txt'), at('new', false), at('')],
      };
      assert.deepEqual([...(await stampsFor({ paths }))], [['/ws/a.txt', stampOfText('a')]]);
    });

    it('are not asked for when no policy applies, or nothing is written', async () => {
      const noStamp = { ...files, stamp: () => Promise.reject(new Error('not used')) };
      const writes = [callPath('a.txt', { root: '/ws' })];
      assert.equal((await check(gateCall({ paths: { writes } }), noStamp)).verdict, 'abstain');
      const reads = under({ profile: [policy('a')] }, { paths: { reads: writes } });
      askAtOnce(bindGate(sequencePolicies, { files: noStamp }), reads);
    });

    it('W5: a call is denied if they are not available', async () => {
      const refuse = () => Promise.resolve(fail(failure('execution', 'Permission denied: a')));
      const call = under(
        { profile: [policy('a')] },
        { paths: { writes: [callPath('a.txt', { root: '/ws' })] } },
      );
      const verdict = await check(call, { ...files, stamp: refuse });
      assert.deepEqual(verdict, {
        verdict: 'deny',
        errorCode: 'execution',
        reason: 'Permission denied: a',
      });
    });
  });
});
