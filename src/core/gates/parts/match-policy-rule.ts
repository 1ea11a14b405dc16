import { matchesPathPattern, type PathPatternOptions } from '../../base/path-pattern';
import type { Separator } from '../../base/paths';
import { matchesWildcard } from '../../base/wildcard';
import type { GateCall } from '../../contracts/define-gate';
import type { PolicyRule } from '../../contracts/policy';
import { succeed, type Result } from '../../contracts/result';
import { trustLevels, type TrustLevel } from '../../contracts/trust';
import type { Patterns } from '../../ports/patterns';
import type { PathForms } from './path-forms';

/** A call as policy rules look at it. */
export interface RuleInput {
  readonly call: GateCall;
  /** Every path of the call, its working folder too. */
  readonly paths: readonly PathForms[];
  /** What is in a folder that goes or is copied: a deny holds for it too. */
  readonly below: readonly PathForms[];
  readonly ignoreCase: boolean;
  readonly separator: Separator;
  readonly patterns: Patterns;
}

/**
 * What of the call a rule matched, `tool` when it asks for nothing more; undefined when it does not
 * match. All conditions of a rule must hold (003 PolicyRuleConfig); the dear one is tried last. A
 * failure means that it cannot be known.
 */
export function matchPolicyRule(
  rule: PolicyRule,
  input: RuleInput,
): Result<readonly string[] | undefined> {
  if (!holdsFor(rule, input)) return succeed(undefined);
  if (rule.argsMatch !== undefined) {
    const matched = matchesArguments(rule.argsMatch, input);
    if (!matched.ok) return matched;
    if (!matched.value) return succeed(undefined);
  }
  return succeed(conditionsOf(rule));
}

/** Everything but the arguments. */
function holdsFor(rule: PolicyRule, input: RuleInput): boolean {
  const { trustLevel, paths } = rule;
  if (!isForTool(rule.tool, input.call)) return false;
  if (trustLevel !== undefined && !isSoLittle(input.call.trust, trustLevel)) return false;
  return paths === undefined || matchesPaths(rule, paths, input);
}

function conditionsOf({ trustLevel, paths, argsMatch }: PolicyRule): readonly string[] {
  const conditions = [
    ...(trustLevel === undefined ? [] : ['trust_level']),
    ...(paths === undefined ? [] : ['paths']),
    ...(argsMatch === undefined ? [] : ['args_match']),
  ];
  return conditions.length === 0 ? ['tool'] : conditions;
}

function isForTool(pattern: string, { tool }: GateCall): boolean {
  const wanted = pattern.trim();
  return [tool.id, tool.name].some((name) => matchesWildcard(wanted, name, { ignoreCase: true }));
}

function isSoLittle(trust: TrustLevel, limit: TrustLevel): boolean {
  return trustLevels.indexOf(trust) <= trustLevels.indexOf(limit);
}

/**
 * A deny holds for any path in any spelling, and when a glob of it cannot be tried. An allow ends the search, so it needs every path, by
 * its canonical one: a second path or a link must not slip past the rules behind it.
 */
function matchesPaths(
  { effect }: PolicyRule,
  globs: readonly string[],
  { paths, below, ignoreCase, separator }: RuleInput,
): boolean {
  const denies = effect === 'deny';
  const options: PathPatternOptions = denies
    ? { ignoreCase: true, unreadable: true }
    : { ignoreCase, separator };
  const isNamed = ({ all, canonical }: PathForms): boolean =>
    (denies ? all : canonical).some((path) =>
      globs.some((glob) => matchesPathPattern(glob, path, options)),
    );
  return denies ? [...paths, ...below].some(isNamed) : paths.length > 0 && paths.every(isNamed);
}

function matchesArguments(expression: string, { call, patterns }: RuleInput): Result<boolean> {
  for (const value of Object.values(call.params)) {
    if (typeof value !== 'string') continue;
    const found = patterns.search(expression, value);
    if (!found.ok || found.value) return found;
  }
  return succeed(false);
}
