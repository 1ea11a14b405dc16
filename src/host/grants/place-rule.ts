import type { SettingValue } from '../../core/contracts/settings';
import type { GrantedRule } from './types';

type UserRules = SettingValue<'permissions'>;

/**
 * The user's rules with one more allow rule, or undefined when they hold it already. The first
 * match wins, so the rule stands before an ask that could hide it; but never before a deny, because
 * a grant must not lift one.
 */
export function placeRule(rules: UserRules, granted: GrantedRule): UserRules | undefined {
  const list = rules[granted.tool] ?? [];
  const known = list.some(({ pattern, action }) => {
    return pattern === granted.pattern && action === 'allow';
  });
  if (known) return undefined;
  const firstAsk = list.findIndex(({ action }) => action === 'ask');
  const lastDeny = list.findLastIndex(({ action }) => action === 'deny');
  const at = firstAsk > lastDeny ? firstAsk : list.length;
  const rule = { pattern: granted.pattern, action: 'allow' } as const;
  return { ...rules, [granted.tool]: list.toSpliced(at, 0, rule) };
}
