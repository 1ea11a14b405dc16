import { escapeControlInline } from '../../core/base/escape-control';
import type { GrantedRule, GrantScope } from '../grants/types';
import type { PendingApproval } from './types';

/** One line of the "always allow" quick pick: a rule and where it would be kept. */
export interface RuleChoice {
  readonly rule: GrantedRule;
  readonly scope: GrantScope;
}

/** Every offered rule in every scope, narrowest scope first. */
export function ruleChoices(item: PendingApproval, hasWorkspace: boolean): readonly RuleChoice[] {
  const scopes: readonly GrantScope[] = [
    { kind: 'session', sessionId: item.sessionId },
    ...(hasWorkspace ? [{ kind: 'workspace' } as const] : []),
    { kind: 'user' },
  ];
  return scopes.flatMap((scope) => item.details.alwaysRules.map((rule) => ({ rule, scope })));
}

/** The rule as the settings would spell it, on one line. */
export function ruleLine(rule: GrantedRule): string {
  return `${rule.tool}: ${escapeControlInline(rule.pattern)}`;
}

export function scopeName(scope: GrantScope): string {
  return { session: 'this chat', workspace: 'this workspace', user: 'user settings' }[scope.kind];
}

const oldListsText =
  'Your lists gatehouse.shell.blockedCommands and gatehouse.shell.confirmPatterns hold only while you have no rules, so they are written there as rules too.';

/** Exactly what is saved, where, and what it will do, for the modal. */
export function consentText(choice: RuleChoice, movesOldLists: boolean): string {
  const where = {
    session: 'Kept in memory until this chat ends.',
    workspace:
      'Kept by Gatehouse for this workspace on this machine, not in its files. Take it back with "Gatehouse: Manage Rules…".',
    user: 'Written to your user settings under gatehouse.permissions; it holds in every workspace.',
  }[choice.scope.kind];
  const { tool } = choice.rule;
  return [
    `Tool: ${tool}`,
    `Pattern: ${escapeControlInline(choice.rule.pattern)}`,
    'Action: allow',
    '',
    `${tool} calls that match will run without asking. * stands for any text.`,
    where,
    ...(movesOldLists && choice.scope.kind === 'user' ? [oldListsText] : []),
  ].join('\n');
}
