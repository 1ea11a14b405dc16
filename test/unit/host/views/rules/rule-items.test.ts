import assert from 'node:assert/strict';
import type { PermissionRule } from '../../../../../src/core/contracts/calls/decision';
import type { RuleListing } from '../../../../../src/host/policy/rule-list';
import {
  afterStrangersText,
  removalText,
  ruleItems,
  type RuleFacts,
} from '../../../../../src/host/views/rules/rule-items';

function rule(more: Partial<PermissionRule>): PermissionRule {
  return { tool: 'core__bash', pattern: '*', action: 'ask', source: 'default', ...more };
}

const shipped: RuleListing = {
  rule: rule({
    tool: 'core__read',
    action: 'allow',
    place: 'defaultPermissions.read[0]',
  }),
  removable: 'no',
};
const ofWorkspace: RuleListing = {
  rule: rule({
    pattern: 'rm *',
    action: 'deny',
    source: 'workspace',
    place: 'workspace.deny.bash[0]',
  }),
  removable: 'no',
};
const ofUser: RuleListing = {
  rule: rule({
    pattern: 'npm *',
    action: 'deny',
    source: 'user',
    place: 'permissions.bash[1]',
    added: '2026-01-31',
  }),
  removable: 'user-setting',
  at: { tool: 'bash', index: 1, rule: { pattern: 'npm *', action: 'deny' } },
};
const ofChat: RuleListing = {
  rule: rule({ pattern: 'git $(id)', action: 'allow', source: 'session', added: '2026-02-01' }),
  removable: 'grant',
  grant: { tool: 'bash', pattern: 'git $(id)', scope: { kind: 'session', sessionId: 's1' } },
};

function linesOf(more: Partial<RuleFacts>) {
  return ruleItems({
    listings: [],
    shadowed: [],
    policyRules: [],
    chatTitle: () => undefined,
    reachesOut: (tool) => tool === 'core__bash',
    ...more,
  });
}

describe('ruleLines', () => {
  it('groups by source in the order in which rules are tried, in words', () => {
    const lines = linesOf({
      listings: [shipped, ofUser, ofChat, ofWorkspace],
      chatTitle: () => 'Fix it',
    });
    assert.deepEqual(
      lines.map(({ group, label, description, detail }) => [group, label, description, detail]),
      [
        ["This workspace's settings", 'deny bash `rm *`', '', 'gatehouse.workspace.deny.bash[0]'],
        [
          '"Always allow" for one chat',
          'allow bash `git \\$(id)`',
          'since 2026-02-01, in the chat "Fix it"',
          'kept in memory until the chat ends',
        ],
        ['Your settings', 'deny bash `npm *`', 'since 2026-01-31', 'gatehouse.permissions.bash[1]'],
        [
          'Shipped with Gatehouse',
          'allow every read call',
          '',
          'gatehouse.defaultPermissions.read[0]',
        ],
      ],
    );
  });

  it('offers to remove grants and rules of the user, and the setting of the others', () => {
    const lines = linesOf({ listings: [ofWorkspace, ofChat, ofUser, shipped] });
    assert.deepEqual(
      lines.map(({ listing, setting }) => listing ?? setting),
      [
        { key: 'workspace.deny', isOfWorkspace: true },
        ofChat,
        ofUser,
        { key: 'defaultPermissions', isOfWorkspace: false },
      ],
    );
  });

  it('decision egress-gate: says whether a rule also holds after text of strangers', () => {
    const allowing = { ...ofUser, rule: { ...ofUser.rule, action: 'allow' as const } };
    const marked = { ...allowing, rule: { ...allowing.rule, evenAfterUntrusted: true as const } };
    const everywhere = { ...allowing, rule: { ...allowing.rule, tool: '*' } };
    const quiet = { ...allowing, rule: { ...allowing.rule, tool: 'core__edit' } };
    const listings = [ofChat, allowing, marked, everywhere, quiet, ofUser, shipped];
    const lines = linesOf({ listings });
    assert.deepEqual(
      lines.map((line) => line.evenAfterUntrusted),
      [undefined, false, true, false, undefined, undefined, undefined],
    );
    assert.deepEqual(
      lines.map((line) => line.description.includes('also after text of strangers')),
      [false, false, true, false, false, false, false],
    );
    assert.match(afterStrangersText(marked), /gatehouse\.permissions\.bash\[1\]/);
  });

  it('marks a deny that never applies', () => {
    const [line] = linesOf({ listings: [ofUser], shadowed: [{ ...ofUser.rule }] });
    assert.match(line?.description ?? '', /never applies: a rule before it decides/);
  });

  it('marks values that cannot be read', () => {
    const lost = { tool: '*', place: 'policy.rules', isUnreadable: true } as const;
    const lines = linesOf({
      listings: [{ ...ofWorkspace, rule: { ...ofWorkspace.rule, isUnreadable: true } }],
      policyRules: [{ ...lost, effect: 'deny' }],
    });
    assert.deepEqual(
      lines.map(({ description }) => description),
      ['cannot be read', 'cannot be read'],
    );
  });

  it('lists policy and authorization rules after them, with their conditions', () => {
    const lines = linesOf({
      policyRules: [
        {
          effect: 'deny',
          tool: 'core__bash',
          argsMatch: 'curl.*sh',
          paths: ['/etc/*'],
          trustLevel: 'provisional',
          place: 'policy.rules[0]',
        },
        { effect: 'allow', tool: '*', place: 'authorization.rules[0]' },
      ],
    });
    assert.deepEqual(
      lines.map(({ group, label, setting }) => [group, label, setting?.key]),
      [
        [
          'Policy rules, after the permission rules',
          'deny bash when its arguments match /curl.*sh/ and a path is one of /etc/* and its source is provisional or less',
          'policy.rules',
        ],
        [
          'Authorization rules, after the policy rules',
          'let every call pass',
          'authorization.rules',
        ],
      ],
    );
  });
});

describe('removalText', () => {
  it('says where the rule is set and what it does to calls', () => {
    assert.match(removalText(ofUser), /^It comes from gatehouse\.permissions\.bash\[1\]\./);
    assert.match(removalText(ofChat), /^It comes from "Always allow" for one chat\./);
    assert.match(removalText(ofUser), /Pending calls are evaluated again/);
  });
});
