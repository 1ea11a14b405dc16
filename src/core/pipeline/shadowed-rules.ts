import { matchesPathPattern } from '../base/path-pattern';
import { isCatchAll, matchesCommand } from '../base/wildcard';
import {
  isGrant,
  isRuleFor,
  type PermissionRule,
  type ShadowedRule,
} from '../contracts/calls/decision';

/**
 * Deny rules that can never apply, because an earlier rule decides every call they match: the first
 * match wins (decision 4). Reported when rules are loaded, and in Explain. `commandTools` are the
 * ids of the tools that run commands.
 */
export function shadowedDenies(
  rules: readonly PermissionRule[],
  commandTools: readonly string[],
): readonly ShadowedRule[] {
  return rules.flatMap((rule, at) => {
    if (rule.action !== 'deny') return [];
    const by = rules.slice(0, at).find((earlier) => shadows(earlier, rule, commandTools));
    return by === undefined ? [] : [{ rule, by }];
  });
}

/** Ask rules of a workspace and rules from "Always allow" never override a deny. */
function shadows(
  earlier: PermissionRule,
  deny: PermissionRule,
  commandTools: readonly string[],
): boolean {
  const decides = earlier.action !== 'deny' && earlier.source !== 'workspace' && !isGrant(earlier);
  return decides && hides(earlier, deny, commandTools);
}

/**
 * Whether the first rule matches everything the second matches. Tried as the gates would, on texts
 * that the second matches. Rules that may apply to commands or paths must agree as both; where case
 * may matter, another case counts as another text.
 */
export function hides(
  first: PermissionRule,
  second: PermissionRule,
  commandTools: readonly string[],
): boolean {
  if (!isRuleFor(first, second.tool)) return false;
  if (isCatchAll(first.pattern) || first.pattern === second.pattern) return true;
  const { tool, pattern } = second;
  return (
    coversCommands(first.pattern, pattern) &&
    (commandTools.includes(tool) || coversPaths(first.pattern, pattern))
  );
}

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
