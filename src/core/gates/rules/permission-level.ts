import { isInside, type PathStyle } from '../../base/paths';
import { hasTarget } from '../../contracts/calls/call-paths';
import type { RuleVerdict } from '../../contracts/calls/decision';
import type { GateCall } from '../../contracts/policy/define-gate';
import { permissionLevelReason } from '../../contracts/permission-level';

/**
 * At _Ask for everything_ what the rules allow asks too (decision 58). Only calls of a model: a typed
 * call was approved by typing, and an internal one touches nothing but the chat itself.
 */
export function askedByLevel(verdict: RuleVerdict, call: GateCall): RuleVerdict {
  const { policy, tool, origin } = call;
  if (policy.permissionLevel !== 'ask' || verdict.verdict !== 'allow') return verdict;
  if (origin !== 'model' || tool.traits.includes('internal')) return verdict;
  const { rule: _, ...rest } = verdict;
  return { ...rest, verdict: 'ask', reason: permissionLevelReason('ask') };
}

/**
 * Whether a change of files runs without the question that is asked when no rule speaks of it: at
 * _Edits run_, in the open folders, and only if a copy or move replaces nothing (decision 58).
 */
export function runsAsEdit(call: GateCall, style: PathStyle): boolean {
  const { policy, tool, origin, subject, paths } = call;
  if (policy.permissionLevel !== 'edits' || !tool.traits.includes('editsFiles')) return false;
  if (origin !== 'model') return false;
  if (subject.takes !== undefined && hasTarget(subject, paths)) return false;
  return [...paths.reads, ...paths.writes, ...paths.removes].every(
    ({ resolved: place }) =>
      place.ok && paths.roots.some((root) => isInside(root, place.value.real, style)),
  );
}

/** Allows what asks only because no rule allows it; a rule that asks still asks. */
export function withoutDefaultAsk(verdict: RuleVerdict): RuleVerdict {
  const asksByRule = verdict.rule?.action === 'ask';
  if (verdict.verdict !== 'ask' || asksByRule) return verdict;
  return { verdict: 'allow', reason: permissionLevelReason('edits') };
}
