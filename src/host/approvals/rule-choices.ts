import { escapeControlInline } from '../../core/base/escape-control';
import type { GrantedRule, GrantScope } from '../policy/grants';
import type { PendingApproval } from './pending';

/**
 * One line of the "always allow" quick pick: rules that belong together, and where they are kept.
 */
export interface RuleChoice {
  readonly rules: readonly GrantedRule[];
  readonly scope: GrantScope;
}

/** Every offer in every scope, narrowest scope first. */
export function ruleChoices(item: PendingApproval, hasWorkspace: boolean): readonly RuleChoice[] {
  const scopes: readonly GrantScope[] = [
    { kind: 'session', sessionId: item.sessionId },
    ...(hasWorkspace ? [{ kind: 'workspace' } as const] : []),
    { kind: 'user' },
  ];
  return scopes.flatMap((scope) => item.details.alwaysOffers.map((rules) => ({ rules, scope })));
}

/** The rules as the settings would spell them, on one line. */
export function ruleLine(rules: readonly GrantedRule[]): string {
  const patterns = rules.map(({ pattern }) => escapeControlInline(pattern)).join(' + ');
  return `${rules[0]?.tool ?? ''}: ${patterns}`;
}

export function scopeName(scope: GrantScope): string {
  return { session: 'this chat', workspace: 'this workspace', user: 'user settings' }[scope.kind];
}

const oldListsText =
  'gatehouse.shell.blockedCommands and gatehouse.shell.confirmPatterns apply only while you have no rules, so their entries are also written there as rules.';

/** The modal's text: what is saved, where, and its effect. */
export function consentText(choice: RuleChoice, movesOldLists: boolean): string {
  const where = {
    session: 'Kept in memory until this chat ends.',
    workspace:
      'Stored by Gatehouse for this workspace on this machine, not in its files. To remove it, run "Gatehouse: Manage Rules…".',
    user: 'Written to your user settings under gatehouse.permissions; applies in every workspace.',
  }[choice.scope.kind];
  const tool = choice.rules[0]?.tool ?? '';
  return [
    `Tool: ${tool}`,
    ...choice.rules.map(({ pattern }) => `Pattern: ${escapeControlInline(pattern)}`),
    'Action: allow',
    '',
    choice.rules.length === 1
      ? `Matching ${tool} calls will run without asking. * matches any text.`
      : `${tool} calls will run without asking if each part matches one of these. * matches any text.`,
    where,
    ...(movesOldLists && choice.scope.kind === 'user' ? [oldListsText] : []),
  ].join('\n');
}
