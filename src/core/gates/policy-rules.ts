import { defineGate, type GateCall } from '../contracts/define-gate';
import type { CallPath } from '../contracts/call-paths';
import type { Verdict } from '../contracts/decision';
import type { PolicyRule } from '../contracts/policy';
import type { Capabilities } from '../ports/capabilities';
import { matchPolicyRule, type RuleInput } from './parts/match-policy-rule';
import { namedPaths } from './parts/named-paths';
import { pathForms, type PathForms } from './parts/path-forms';

/** All that the model learns of a rule that a person wrote. */
const modelReason = 'Denied by a policy rule.';

/**
 * The policy rules, then the authorization rules (000 OAP, 003): in order, the first match wins. An
 * allow ends the search and lifts nothing; no match changes nothing. A rule that cannot be tried
 * denies.
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

const noMatch: Verdict = { verdict: 'allow', reason: 'no policy rule matches' };

function everyPath(call: GateCall) {
  const { reads, writes, removes, cwd } = call.paths;
  const own = [...reads, ...writes, ...removes];
  return [...own, ...(cwd === undefined ? [] : [cwd]), ...namedPaths(call)];
}

function judge(rule: PolicyRule, input: RuleInput): Verdict | undefined {
  const { place, effect } = rule;
  const matched = matchPolicyRule(rule, input);
  if (!matched.ok) {
    const reason = `The rule ${place} cannot be tried: ${matched.failure.message}`;
    return { ...denial(reason), match: trace(rule, input, 'failed args_match') };
  }
  if (matched.value === undefined) return undefined;
  const match = trace(rule, input, `matched ${matched.value.join(', ')}`);
  if (effect === 'deny') return { ...denial(`Denied by the rule ${place}.`), match };
  return { verdict: 'allow', reason: `the rule ${place} lets it pass`, match };
}

function denial(reason: string): Verdict & { readonly verdict: 'deny' } {
  return { verdict: 'deny', errorCode: 'policy_denied', reason, modelReason };
}

/** `policy.rules[0] deny: tool=bash matched args_match`, for the audit log (003). */
function trace({ place, effect }: PolicyRule, { call }: RuleInput, what: string): string {
  return `${place} ${effect}: tool=${call.tool.name} ${what}`;
}
