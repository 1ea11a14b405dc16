import {
  isGrant,
  isRuleFor,
  type PermissionRule,
  type Verdict,
} from '../../contracts/calls/decision';
import type { GateCall } from '../../contracts/policy/define-gate';
import type { Policy } from '../../contracts/policy/policy';

/**
 * How a rule fits an input. One that fits `loosely` asks to be safe, and so it decides nothing
 * else: a deny behind it still holds.
 */
export type Fit = 'exactly' | 'loosely' | 'not';

export function exactlyIf(fits: boolean): Fit {
  return fits ? 'exactly' : 'not';
}

/** Answer of the rule layers for one input of a call. */
export interface MatchedRules {
  /** The strictest rule of the workspace: it may ask or deny, in addition to all others. */
  readonly workspace: PermissionRule | undefined;
  /** The first that matches when what "Always allow" made is left out. */
  readonly withoutGrants: PermissionRule | undefined;
  /** The first that matches of all but the workspace's. */
  readonly first: PermissionRule | undefined;
}

/** Rule owner. */
export interface RuledCall {
  readonly policy: Pick<Policy, 'permissions'>;
  readonly tool: { readonly id: string };
}

/**
 * Finds in one pass the rules that count: per tool, in order, the first match wins
 * (003-permissions-1). No rule is tried that could change nothing any more.
 */
export function findRules(
  { policy, tool }: RuledCall,
  fitOf: (rule: PermissionRule) => Fit,
): MatchedRules {
  const found: MutableMatchedRules = {
    workspace: undefined,
    withoutGrants: undefined,
    first: undefined,
  };
  for (const rule of policy.permissions) {
    if (!isRuleFor(rule, tool.id)) continue;
    const layers =
      rule.source === 'workspace' ? workspaceLayer(rule, found) : ownLayers(rule, found);
    const fit = layers.length === 0 ? 'not' : fitOf(rule);
    if (fit === 'not') continue;
    for (const layer of layers) {
      if (fit === 'exactly' || layer !== 'withoutGrants') found[layer] = rule;
    }
  }
  return found;
}

type Layer = keyof MatchedRules;
type MutableMatchedRules = Record<Layer, PermissionRule | undefined>;

/** A workspace only tightens: its order has no meaning, and an allow of it none at all. */
function workspaceLayer(rule: PermissionRule, { workspace }: MatchedRules): readonly Layer[] {
  const isStricter =
    rule.action === 'deny'
      ? workspace?.action !== 'deny'
      : rule.action === 'ask' && workspace === undefined;
  return isStricter ? ['workspace'] : [];
}

/** Where a rule would be the first; a grant that denies takes nothing away from anybody. */
function ownLayers(rule: PermissionRule, { first, withoutGrants }: MatchedRules): readonly Layer[] {
  const stays = rule.action === 'deny' || !isGrant(rule);
  if (first === undefined) return stays ? ['first', 'withoutGrants'] : ['first'];
  return stays && withoutGrants === undefined ? ['withoutGrants'] : [];
}

/**
 * Joins the layers: what the workspace or the owner denies, no grant lifts (decision 4); then the
 * first match, which the workspace may turn into an ask. No match asks (003-permissions-2).
 */
export function joinLayers(
  { workspace, withoutGrants, first }: MatchedRules,
  allow: (rule: PermissionRule) => Verdict,
): Verdict {
  if (workspace?.action === 'deny') return deniedBy(workspace);
  if (withoutGrants?.action === 'deny') return deniedBy(withoutGrants);
  if (workspace !== undefined) return askedBy(workspace);
  if (first === undefined) return { verdict: 'ask', reason: 'no rule matches' };
  return first.action === 'allow' ? allow(first) : askedBy(first);
}

/** Verdict of the ask and deny rules; no match, or an allow, decides nothing here. */
export function tightening(found: MatchedRules): Verdict | undefined {
  if (found.first === undefined && found.workspace === undefined) return undefined;
  const verdict = joinLayers(found, (rule) => ({ verdict: 'allow', reason: 'allowed', rule }));
  return verdict.verdict === 'allow' ? undefined : verdict;
}

/** The grant of an allow rule: a shipped one does not approve an effect that needs approval. */
export function allowedBy(rule: PermissionRule, { policy, tool }: GateCall): Verdict {
  if (rule.source !== 'default' || !policy.approvalEffects.includes(tool.effect)) {
    return { verdict: 'allow', reason: ruleName(rule), rule };
  }
  const reason = `${ruleName(rule)} allows it, but what is ${tool.effect} needs an approval or a rule of your own`;
  return { verdict: 'ask', reason, rule };
}

function askedBy(rule: PermissionRule): Verdict {
  return { verdict: 'ask', reason: ruleName(rule), rule };
}

/** Verdict of a deny rule. */
export function deniedBy(rule: PermissionRule): Verdict {
  const reason = `Denied by ${ruleName(rule)}.`;
  return { verdict: 'deny', errorCode: 'policy_denied', reason, rule };
}

/** A rule as shown to the user: tool, pattern, source and position. */
export function ruleName({ tool, pattern, source, place }: PermissionRule): string {
  const origin = place === undefined ? source : `${source}, ${place}`;
  return `rule ${tool.replace(/^core__/, '')} ${JSON.stringify(pattern)} (${origin})`;
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const;

/** The strictest answer counts; of equals the first. */
export function strictest(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  return verdicts.reduce((worst, verdict) =>
    strictness[verdict.verdict] > strictness[worst.verdict] ? verdict : worst,
  );
}
