import { asIs } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { remedyOf } from '../../../../../src/host/views/explain/remedies';
import { gate, refused, rule } from './pages';

const settings = 'workbench.action.openSettings';

describe('the button of a check', () => {
  const cases = [
    [
      'opens the setting of the rule that decides',
      gate('permission-rules', 'allow', '', { rule: rule() }),
      [settings, { query: '@id:gatehouse.permissions' }],
    ],
    [
      'opens the settings of the workspace for a rule from there',
      gate('permission-rules', 'deny', '', {
        rule: rule({ source: 'workspace', place: 'workspace.deny.bash[0]' }),
      }),
      ['workbench.action.openWorkspaceSettings', { query: '@id:gatehouse.workspace.deny' }],
    ],
    [
      'lists the rules for one that "Always allow" keeps',
      gate('permission-rules', 'allow', '', {
        rule: { ...rule({ source: 'session' }), place: '' },
      }),
      ['gatehouse.manageRules'],
    ],
    [
      'opens the setting of a policy rule',
      gate('policy-rules', 'deny', '', {
        policyRule: { place: 'policy.rules[0]', result: asIs('') },
      }),
      [settings, { query: '@id:gatehouse.policy.rules' }],
    ],
    [
      'adds a rule when none matches',
      gate('permission-rules', 'ask', ''),
      [
        'workbench.action.openSettingsJson',
        { revealSetting: { key: 'gatehouse.permissions', edit: true } },
      ],
    ],
    [
      'lists the tools for one that is off',
      refused('admit', '', 'policy_denied'),
      ['gatehouse.tools'],
    ],
    ['lists the rules for data that leaves', gate('egress', 'ask', ''), ['gatehouse.manageRules']],
    [
      'opens the settings of the web for an address',
      gate('web-address', 'deny', ''),
      [settings, { query: 'gatehouse.web' }],
    ],
    ['is not there for a check that passes', gate('trust', 'allow', ''), undefined],
    ['is not there where nothing can be changed', refused('resolve', '', 'unavailable'), undefined],
  ] as const;
  for (const [title, step, expected] of cases) {
    it(title, () => {
      const action = remedyOf(step);
      assert.deepEqual(action && [action.command, ...(action.args ?? [])], expected);
    });
  }
});
