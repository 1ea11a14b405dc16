import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { hides } from '../../core/pipeline/shadowed-rules';
import { rulesOfSetting, type ToolRule, type ToolRules } from '../policy/setting-rules';
import { canonicalToolName, isSameTool, shortToolName } from '../policy/tool-names';
import type { GrantedRule } from './types';

/** A grant for the user's settings: by its day the gates know it for one (DESIGN decision 4). */
export interface DatedRule extends GrantedRule {
  readonly added: string;
}

/**
 * The user's rules with one more allow rule; undefined when they hold it already. The first match
 * wins, so the rule stands before an ask that could hide it, and behind each deny. A rule that another one would still hide is refused: saved, it would do
 * nothing.
 */
export function insertRule(rules: ToolRules, granted: DatedRule): Result<ToolRules | undefined> {
  const key = keyOf(rules, granted.tool);
  const list = rules[key] ?? [];
  const known = list.some(({ pattern, action }) => {
    return pattern === granted.pattern && action === 'allow';
  });
  if (known) return succeed(undefined);
  const placed = withList(rules, key, withRule(list, granted));
  const hiding = hidingRuleLocation(placed, granted);
  return hiding === undefined ? succeed(placed) : fail(hidden(hiding));
}

/** Under which name the tool's rules stand. */
function keyOf(rules: ToolRules, tool: string): string {
  const known = Object.keys(rules).find((name) => isSameTool(name, tool));
  return known ?? shortToolName(canonicalToolName(tool));
}

function withRule(list: readonly ToolRule[], { pattern, added }: DatedRule): ToolRule[] {
  const firstAsk = list.findIndex(({ action }) => action === 'ask');
  const lastDeny = list.findLastIndex(({ action }) => action === 'deny');
  const at = firstAsk > lastDeny ? firstAsk : list.length;
  return list.toSpliced(at, 0, { pattern, action: 'allow', added });
}

/** A new list stands before the rules for all tools, unless those deny something. */
function withList(rules: ToolRules, key: string, list: ToolRule[]): ToolRules {
  const forAll = rules['*'];
  const before = forAll?.every(({ action }) => action !== 'deny') === true;
  if (Object.hasOwn(rules, key) || !before) return { ...rules, [key]: list };
  const entries = Object.entries(rules);
  const at = entries.findIndex(([name]) => name === '*');
  return Object.fromEntries(entries.toSpliced(at, 0, [key, list]));
}

/** The rule before the granted one that decides all it speaks of, unless it allows it too. */
function hidingRuleLocation(rules: ToolRules, granted: DatedRule): string | undefined {
  const all = rulesOfSetting(rules, 'user', 'permissions');
  const at = all.findIndex(
    ({ tool, pattern, action }) =>
      action === 'allow' && pattern === granted.pattern && isSameTool(tool, granted.tool),
  );
  const rule = all[at];
  if (rule === undefined) return undefined;
  return all.slice(0, at).find((earlier) => earlier.action !== 'allow' && hides(earlier, rule))
    ?.place;
}

function hidden(place: string): Failure {
  return failure('validation', `Your rule ${place} stands before it, so it would change nothing.`, {
    suggestion: 'Move that rule down in gatehouse.permissions, or allow the call once.',
  });
}
