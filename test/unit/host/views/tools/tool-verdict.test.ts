import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type {
  PermissionRule,
  RuleAction,
  RuleSource,
} from '../../../../../src/core/contracts/calls/decision';
import type { Policy } from '../../../../../src/core/contracts/policy/policy';
import type { ToolSpec, TrustLevel } from '../../../../../src/core/contracts/tool-spec';
import { offeredTools, toolSelectors } from '../../../../../src/core/pipeline/catalog';
import { toolVerdict } from '../../../../../src/host/views/tools/tool-verdict';
import { fakePolicy } from '../../../fakes/policy';

const read: ToolSpec = {
  name: 'core__read',
  title: say`Do`,
  description: '',
  inputSchema: {},
  effect: 'read_only',
  traits: [],
  redaction: [],
};
const edit: ToolSpec = { ...read, name: 'core__edit', effect: 'state_change' };
const bash: ToolSpec = {
  ...edit,
  name: 'core__bash',
  inputSchema: { required: ['command'] },
};

function rule(tool: string, pattern: string, action: RuleAction, source: RuleSource = 'user') {
  return { tool, pattern, action, source } satisfies PermissionRule;
}

function verdict(spec: ToolSpec, parts: Partial<Policy> = {}, level: TrustLevel = 'trusted') {
  const allowedTools = new Set([read.name, edit.name, bash.name]);
  const approvalEffects = ['state_change', 'external_side_effect'] as const;
  return toolVerdict(spec, fakePolicy({ allowedTools, approvalEffects, ...parts }), {
    level,
    setFor: 'source',
  });
}

describe('toolVerdict', () => {
  const cases: readonly (readonly [string, ToolSpec, readonly PermissionRule[], string])[] = [
    ['no rule', edit, [], 'asks'],
    [
      'a shipped allow of a reader',
      read,
      [rule('core__read', '*', 'allow', 'default')],
      'runs silently',
    ],
    [
      'decision 4: a shipped allow of an effect that asks',
      edit,
      [rule('core__edit', '*', 'allow', 'default')],
      'asks',
    ],
    ['an allow of the user', edit, [rule('core__edit', '*', 'allow')], 'runs silently'],
    [
      'an allow of every command, which names no program',
      bash,
      [rule('core__bash', '*', 'allow')],
      'asks',
    ],
    [
      'narrow allows',
      bash,
      [rule('core__bash', 'npm test', 'allow'), rule('core__bash', '*sudo*', 'deny')],
      'asks unless a rule allows or denies',
    ],
    [
      'narrow rules before an allow',
      edit,
      [rule('core__edit', '.env', 'deny'), rule('core__edit', '*', 'allow')],
      'runs silently unless a rule denies',
    ],
    [
      'rules behind one that catches all',
      read,
      [rule('*', '*', 'allow'), rule('core__read', 'x', 'deny')],
      'runs silently',
    ],
    [
      'a deny of everything',
      edit,
      [rule('core__edit', '*', 'deny')],
      'denied: hidden from the model',
    ],
    [
      'decision 4: a grant before a deny of everything',
      edit,
      [rule('core__edit', 'a', 'allow', 'granted'), rule('core__edit', '*', 'deny')],
      'denied: hidden from the model',
    ],
    [
      'a deny of the rest',
      edit,
      [rule('core__edit', 'src/*', 'allow'), rule('core__edit', '*', 'deny')],
      'denied unless a rule allows',
    ],
    [
      'a workspace that denies everything',
      read,
      [rule('core__read', '*', 'deny', 'workspace'), rule('core__read', '*', 'allow')],
      'denied: hidden from the model',
    ],
    [
      'a workspace that asks about everything',
      read,
      [rule('core__read', '*', 'ask', 'workspace'), rule('core__read', '*', 'allow')],
      'asks',
    ],
    [
      'a workspace that asks about some calls',
      read,
      [rule('core__read', 'x', 'ask', 'workspace'), rule('core__read', '*', 'allow')],
      'runs silently unless a rule asks',
    ],
  ];
  for (const [what, spec, permissions, expected] of cases) {
    it(`${what}: ${expected}`, () => assert.equal(verdict(spec, { permissions }), expected));
  }

  for (const [what, permissions] of [
    ['a deny of everything', [rule('*', '*', 'deny')]],
    ['of every path', [rule('core__read', '**', 'deny')]],
    ['behind an allow', [rule('core__read', 'a', 'allow'), rule('*', '*', 'deny')]],
    [
      'behind what "Always allow" wrote',
      [{ ...rule('core__read', 'a', 'allow'), added: '2026-01-31' }, rule('*', '*', 'deny')],
    ],
    ['a deny of some paths', [rule('core__read', 'a/*', 'deny')]],
    ['of a workspace', [rule('*', '**', 'deny', 'workspace'), rule('*', '*', 'allow')]],
  ] as const) {
    it(`decision 7: what it says of hiding is what the catalog does: ${what}`, () => {
      const policy = fakePolicy({ allowedTools: new Set([read.name]), permissions });
      const record = { hasRun: () => false };
      const request = { policy, allowedToolIds: undefined, record, userMessage: undefined };
      const isHidden = offeredTools([read], request, toolSelectors).length === 0;
      assert.equal(
        toolVerdict(read, policy, { level: 'trusted', setFor: 'source' }).includes('hidden'),
        isHidden,
      );
    });
  }

  it('INV-20: a tool off the allowed tools is off', () => {
    const parts = { allowedTools: new Set<string>() };
    assert.equal(verdict(read, parts), 'off: denied, hidden from the model');
  });

  it('decision 23: says what the trust level makes of a tool', () => {
    const permissions = [rule('*', '*', 'allow')];
    const levels = ['untrusted', 'provisional'] as const;
    assert.deepEqual(
      levels.flatMap((level) => [
        verdict(read, { permissions }, level),
        verdict(edit, { permissions }, level),
      ]),
      [
        'asks: its source is untrusted',
        'denied: its source is untrusted',
        'runs silently',
        'asks: its source is provisional',
      ],
    );
  });

  it('says what policy rules deny, by id or short name', () => {
    const deny = { effect: 'deny', tool: 'ed*', place: 'policy.rules[0]' } as const;
    assert.equal(verdict(edit, { policyRules: [deny] }), 'denied by a policy rule');
    assert.equal(
      verdict(edit, { policyRules: [{ ...deny, argsMatch: 'x' }] }),
      'asks unless a rule denies',
    );
    assert.equal(
      verdict(edit, { policyRules: [{ ...deny, effect: 'allow' }, deny] }),
      'asks unless a rule denies',
    );
    assert.equal(verdict(read, { policyRules: [deny] }), 'asks');
  });
});
