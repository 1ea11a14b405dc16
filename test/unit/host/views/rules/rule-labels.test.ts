import assert from 'node:assert/strict';
import type { PermissionRule } from '../../../../../src/core/contracts/calls/decision';
import {
  ruleLabel,
  ruleOrigin,
  ruleSetting,
} from '../../../../../src/host/views/rules/rule-labels';
import { ruleName } from '../../../../../src/core/gates/rules/permission-layers';
import { shown } from '../../../../../src/host/window/language';
import { inGerman } from '../../../fakes/in-german';

function rule(more: Partial<PermissionRule> = {}): PermissionRule {
  return { tool: 'core__bash', pattern: 'git status *', action: 'allow', source: 'user', ...more };
}

describe('ruleInWords', () => {
  const cases: readonly (readonly [Partial<PermissionRule>, string])[] = [
    [{}, 'allow bash `git status *`'],
    [{ action: 'ask' }, 'ask before bash `git status *`'],
    [{ action: 'deny', pattern: '*' }, 'deny every bash call'],
    [{ action: 'deny', pattern: '**', tool: '*' }, 'deny every call'],
    [{ tool: '*', pattern: 'secrets/*' }, 'allow any tool `secrets/*`'],
    [{ tool: 'core__edit', pattern: 'a.ts', exact: 'd1' }, 'allow exactly this edit call: `a.ts`'],
    [{ tool: 'mcp__files__read', pattern: 'a\nb' }, 'allow mcp__files__read `a\\nb`'],
  ];
  for (const [more, expected] of cases) {
    it(`says ${expected}`, () => assert.equal(ruleLabel(rule(more)), expected));
  }
});

describe('ruleOrigin', () => {
  it('names source, setting and date', () => {
    const place = 'permissions.bash[0]';
    assert.equal(
      ruleOrigin(rule({ place, added: '2026-01-31' })),
      'your settings, gatehouse.permissions.bash[0], since 2026-01-31',
    );
  });

  it("says in VS Code's language that a value cannot be read", () => {
    const place = 'workspace.deny · web';
    const lost = rule({ tool: '*', pattern: '*', source: 'workspace', place, isUnreadable: true });
    assert.deepEqual(
      inGerman(() => [ruleOrigin(lost), shown(ruleName(lost))]),
      [
        'Einstellungen dieses Arbeitsbereichs, gatehouse.workspace.deny · web, nicht lesbar',
        'Regel * "*" (Arbeitsbereich, workspace.deny · web, nicht lesbar)',
      ],
    );
  });

  it('names no setting for what "Always allow" keeps', () => {
    const granted = rule({ source: 'granted' });
    assert.equal(ruleSetting(granted), undefined);
    assert.equal(ruleOrigin(granted), '"Always allow" for this workspace');
  });
});
