import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import type { PolicyRule } from '../contracts/policy/policy';
import type { Capabilities } from '../ports/capabilities';
import { namedPaths, pathForms, type PathForms } from './rules/path-matching';
import { matchesPathPattern, type PathPatternOptions } from '../base/path-pattern';
import type { Separator } from '../base/paths';
import { inEnglish, say, type Sentence } from '../base/sentence';
import { matchesWildcard } from '../base/wildcard';
import { saidOf, succeed, type Result } from '../contracts/failure';
import { trustLevels, type TrustLevel } from '../contracts/tool-spec';
import type { Patterns } from '../ports/policy';

/** All that the model learns of a rule the user wrote. */
const modelReason = 'Denied by a policy rule.';

/**
 * The policy rules, then the authorization rules (000-rules-1): in order, the first match wins. An
 * allow only ends the search; no match changes nothing. A rule that cannot be evaluated denies.
 */
export default defineGate<Capabilities>()({
  name: 'policy-rules',
  slot: 'policy-rules',
  needs: ['patterns', 'workspace'],
  check: (call, { patterns, workspace }): Verdict => {
    const { policyRules } = call.policy;
    if (policyRules.length === 0) return noMatch;
    const separator = workspace.separator();
    const { below, roots } = call.paths;
    const formsOf = (path: CallPath): PathForms => pathForms(path, { separator, roots });
    const input: RuleInput = {
      call,
      paths: everyPath(call).map(formsOf),
      below: below.map(formsOf),
      ignoreCase: !workspace.caseSensitive(),
      separator,
      patterns,
    };
    for (const rule of policyRules) {
      const verdict = judge(rule, input);
      if (verdict !== undefined) return verdict;
    }
    return noMatch;
  },
});

const noMatch: Verdict = { verdict: 'abstain', reason: say`no policy rule matches` };

function everyPath(call: GateCall) {
  const { reads, writes, removes, mentioned = [], cwd } = call.paths;
  const own = [...reads, ...writes, ...removes, ...mentioned];
  return [...own, ...(cwd === undefined ? [] : [cwd]), ...namedPaths(call)];
}

function judge(rule: PolicyRule, input: RuleInput): Verdict | undefined {
  const { place, effect } = rule;
  const matched = matchPolicyRule(rule, input);
  if (!matched.ok) {
    const reason = say`The rule ${place} cannot be evaluated: ${saidOf(matched.failure)}`;
    return { ...denial(reason), ...matchOf(rule, input, say`failed ${'args_match'}`) };
  }
  if (matched.value === undefined) return undefined;
  const match = matchOf(rule, input, say`matched ${matched.value.join(', ')}`);
  if (effect === 'deny') return { ...denial(deniedBy(rule)), ...match };
  return { verdict: 'allow', reason: say`the rule ${place} lets it pass`, ...match };
}

function deniedBy({ place, isUnreadable }: PolicyRule): Sentence {
  return isUnreadable === true
    ? say`Denied, because gatehouse.${place} cannot be read.`
    : say`Denied by the rule ${place}.`;
}

function denial(reason: Sentence): Verdict & { readonly verdict: 'deny' } {
  return { verdict: 'deny', errorCode: 'policy_denied', reason, modelReason };
}

/** The audit log gets `policy.rules[0] deny: tool=bash matched args_match` (000-rules-2). */
function matchOf(
  { place, effect, isUnreadable }: PolicyRule,
  { call }: RuleInput,
  result: Sentence,
): Pick<Verdict, 'match' | 'policyRule'> {
  const mark = isUnreadable === true ? ' (unreadable)' : '';
  return {
    match: `${place}${mark} ${effect}: tool=${call.tool.name} ${inEnglish(result)}`,
    policyRule: { place, result },
  };
}

/** A call in the form policy rules match. */
interface RuleInput {
  readonly call: GateCall;
  /** Every path of the call, including its working folder. */
  readonly paths: readonly PathForms[];
  /** Content of a folder that is removed or copied: a deny applies to it too. */
  readonly below: readonly PathForms[];
  readonly ignoreCase: boolean;
  readonly separator: Separator;
  readonly patterns: Patterns;
}

/**
 * The part of the call that a rule matched, `tool` for a rule without other conditions; undefined
 * if it does not match. All conditions of a rule must hold (003-authorization-1); the expensive one
 * is checked last. A failure means that the rule cannot be evaluated.
 */
function matchPolicyRule(
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

/** Checks all conditions but the arguments. */
function holdsFor(rule: PolicyRule, input: RuleInput): boolean {
  const { trustLevel, paths } = rule;
  if (!isForTool(rule.tool, input.call)) return false;
  if (trustLevel !== undefined && !isSoLittle(input.call.trust.level, trustLevel)) return false;
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
 * A deny matches any path in any spelling, and also when its glob cannot be evaluated. An allow
 * ends the search, so it must match every path, by its canonical form: neither a second path nor a
 * link may get past the rules after it.
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
