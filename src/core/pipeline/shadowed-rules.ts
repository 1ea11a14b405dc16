import { matchesPathPattern } from '../base/path-pattern';
import { isCatchAll, matchesCommand } from '../base/wildcard';
import { isGrant, isRuleFor, type PermissionRule } from '../contracts/calls/decision';

/**
 * The deny rules that can never apply, because a rule before them decides every call they speak of:
 * the first match wins (decision 4). Reported when rules are loaded, and in Explain.
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

/** Ask rules of a workspace and rules of "Always allow" never override a deny. */
function shadows(earlier: PermissionRule, deny: PermissionRule): boolean {
  const decides = earlier.action !== 'deny' && earlier.source !== 'workspace' && !isGrant(earlier);
  return decides && hides(earlier, deny);
}

/**
 * True when the first rule matches whatever the second one matches, tried as the gates would on
 * texts that the second matches. Rules that are not known to speak of commands must agree as
 * command and as path; a case that may matter counts as another text.
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

/** A letter of no rule, so that only a wildcard matches it; as many as no rule has `?`. */
const anyLetter = '\uE000';
const manyLetters = anyLetter.repeat(64);

function coversCommands(wide: string, narrow: string): boolean {
  const options = { ignoreCase: true };
  const shortest = narrow.replace(/ \*$/, '').replaceAll('*', '');
  return [shortest, narrow.replaceAll('*', manyLetters)].every((text) =>
    matchesCommand(wide, text.replaceAll('?', anyLetter), options),
  );
}

/** `dir/*` is the whole tree; `**` is one folder as well as several. */
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
