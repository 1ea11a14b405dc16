import { isRuleFor, type PermissionRule, type RuleSource } from '../contracts/decision';

/**
 * Rules that never stand in the way of a deny (DESIGN decision 4): what a workspace asks about, and
 * what "Always allow" made.
 */
const harmlessSources: ReadonlySet<RuleSource> = new Set(['workspace', 'session', 'granted']);

/**
 * The deny rules that can never apply, because a rule before them decides every call they speak of:
 * the first match wins (003; DESIGN decision 4). Reported when rules are loaded, and in Explain.
 */
export function shadowedDenies(rules: readonly PermissionRule[]): readonly PermissionRule[] {
  return rules.filter((rule) => rule.action === 'deny' && shadowOf(rule, rules) !== undefined);
}

/** The rule that keeps a deny of the list from ever applying; undefined when none does. */
export function shadowOf(
  deny: PermissionRule,
  rules: readonly PermissionRule[],
): PermissionRule | undefined {
  return rules.slice(0, Math.max(0, rules.indexOf(deny))).find((earlier) => shadows(earlier, deny));
}

function shadows(earlier: PermissionRule, deny: PermissionRule): boolean {
  const decides = earlier.action !== 'deny' && !harmlessSources.has(earlier.source);
  return decides && hides(earlier, deny);
}

/** True when the first rule matches whatever the second one matches. */
export function hides(first: PermissionRule, second: PermissionRule): boolean {
  const isEverything = /^\*{1,2}$/.test(first.pattern);
  return isRuleFor(first, second.tool) && (isEverything || first.pattern === second.pattern);
}
