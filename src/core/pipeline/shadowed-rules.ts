import { matchesPathPattern } from '../base/path-pattern';
import { isCatchAll, matchesCommand } from '../base/wildcard';
import { isGrant, isRuleFor, type PermissionRule } from '../contracts/calls/decision';

/**
 * Deny rules that can never apply, because an earlier rule decides every call they match: the first
 * match wins (decision 4). Reported when rules are loaded, and in Explain.
 */
export function shadowedDenies(rules: readonly PermissionRule[]): readonly PermissionRule[] {
  return rules.filter((rule) => rule.action === 'deny' && shadowOf(rule, rules) !== undefined);
}

/** The earlier rule that keeps a deny from ever applying; undefined if there is none. */
export function shadowOf(
  deny: PermissionRule,
  rules: readonly PermissionRule[],
): PermissionRule | undefined {
  return rules.slice(0, Math.max(0, rules.indexOf(deny))).find((earlier) => shadows(earlier, deny));
}

/** Ask rules of a workspace and rules from "Always allow" never override a deny. */
function shadows(earlier: PermissionRule, deny: PermissionRule): boolean {
  const decides = earlier.action !== 'deny' && earlier.source !== 'workspace' && !isGrant(earlier);
  return decides && hides(earlier, deny);
}

/**
 * Whether the first rule matches everything the second matches. Tried as the gates would, on texts
 * that the second matches. Rules that may apply to commands or paths must agree as both; where case
 * may matter, another case counts as another text.
 */
export function hides(first: PermissionRule, second: PermissionRule): boolean {
  if (!isRuleFor(first, second.tool)) return false;
  if (isCatchAll(first.pattern) || first.pattern === second.pattern) return true;
  const { tool, pattern } = second;
  return (
    coversCommands(first.pattern, pattern) &&
    (tool === commandTool || coversPaths(first.pattern, pattern))
  );
}

const commandTool = 'core__bash';

/**
 * A character of no rule, so that only wildcards match it; in `manyLetters`, more than any rule has
 * `?`.
 */
const anyLetter = '\uE000';
const manyLetters = anyLetter.repeat(64);

function coversCommands(wide: string, narrow: string): boolean {
  const options = { ignoreCase: true };
  const shortest = narrow.replace(/ \*$/, '').replaceAll('*', '');
  return [shortest, narrow.replaceAll('*', manyLetters)].every((text) =>
    matchesCommand(wide, text.replaceAll('?', anyLetter), options),
  );
}

/** `dir/*` means the whole tree; `**` matches one folder or several. */
function coversPaths(wide: string, narrow: string): boolean {
  const options = { ignoreCase: false };
  const pattern = isCatchAll(narrow) ? '**' : narrow.replaceAll('\\', '/').replace(/\/\*$/, '/**');
  return [anyLetter, `${manyLetters}/${manyLetters}`].every((folders) => {
    const text = pattern.replace(/\*\*|\*|\?/g, (wildcard) =>
      wildcard === '**' ? folders : wildcard === '?' ? anyLetter : manyLetters,
    );
    return matchesPathPattern(wide, text, options);
  });
}
