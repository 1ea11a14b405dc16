import {
  isGrant,
  isRuleFor,
  type PermissionRule,
  type RuleSource,
  type RuleVerdict,
} from '../../contracts/calls/decision';
import { say, type Sentence } from '../../base/sentence';
import type { GateCall } from '../../contracts/policy/define-gate';
import { needsApproval, type Policy } from '../../contracts/policy/policy';
import { shortToolName } from '../../contracts/tool-spec';

/** `loosely`: asks to be safe; a later deny still applies. */
export type Fit = 'exactly' | 'loosely' | 'not';

export function exactlyIf(fits: boolean): Fit {
  return fits ? 'exactly' : 'not';
}

export interface MatchedRules {
  /** The strictest rule of the workspace: it may ask or deny in addition to all others. */
  readonly workspace: PermissionRule | undefined;
  /** The first match, leaving out rules from "Always allow". */
  readonly withoutGrants: PermissionRule | undefined;
  /** The first match of all but workspace rules. */
  readonly first: PermissionRule | undefined;
}

export interface RuledCall {
  readonly policy: Pick<Policy, 'permissions'>;
  readonly tool: { readonly id: string };
  /** Absent where rules are tried on a part of another call, which none for exactly one call fits. */
  readonly digest?: GateCall['digest'];
}

/** In one pass: per tool, in order, the first match wins (003-permissions-1). */
export function findRules(
  { policy, tool, digest }: RuledCall,
  fitOf: (rule: PermissionRule) => Fit,
  rules = rulesFor(policy.permissions, tool.id),
): MatchedRules {
  const found: MutableMatchedRules = {
    workspace: undefined,
    withoutGrants: undefined,
    first: undefined,
  };
  for (const rule of rules) {
    const layers =
      rule.source === 'workspace' ? workspaceLayer(rule, found) : ownLayers(rule, found);
    const fit = layers.length === 0 ? 'not' : (exactFit(rule, digest) ?? fitOf(rule));
    if (fit === 'not') continue;
    for (const layer of layers) {
      if (fit === 'exactly' || layer !== 'withoutGrants') found[layer] = rule;
    }
  }
  return found;
}

const ofTools = new WeakMap<Rules, Map<string, Rules>>();

type Rules = readonly PermissionRule[];

/** The rules for one tool, in their order; they are sought once for each policy. */
export function rulesFor(permissions: Rules, toolId: string): Rules {
  const known = ofTools.get(permissions) ?? new Map<string, Rules>();
  ofTools.set(permissions, known);
  const rules = known.get(toolId) ?? permissions.filter((rule) => isRuleFor(rule, toolId));
  known.set(toolId, rules);
  return rules;
}

/** Undefined for a rule that is not for exactly one call. */
function exactFit({ exact }: PermissionRule, digest: RuledCall['digest']): Fit | undefined {
  return exact === undefined ? undefined : exactlyIf(digest?.() === exact);
}

type Layer = keyof MatchedRules;
type MutableMatchedRules = Record<Layer, PermissionRule | undefined>;

const none: readonly Layer[] = [];
const workspaceOnly: readonly Layer[] = ['workspace'];
const firstOnly: readonly Layer[] = ['first'];
const withoutGrantsOnly: readonly Layer[] = ['withoutGrants'];
const both: readonly Layer[] = ['first', 'withoutGrants'];

/** A workspace can only tighten: its order does not matter, and its allows do not count. */
function workspaceLayer(rule: PermissionRule, { workspace }: MatchedRules): readonly Layer[] {
  const isStricter =
    rule.action === 'deny'
      ? workspace?.action !== 'deny'
      : rule.action === 'ask' && workspace === undefined;
  return isStricter ? workspaceOnly : none;
}

/** The layers in which a rule would be first. A grant that denies is not left out of any. */
function ownLayers(rule: PermissionRule, { first, withoutGrants }: MatchedRules): readonly Layer[] {
  const stays = rule.action === 'deny' || !isGrant(rule);
  if (first === undefined) return stays ? both : firstOnly;
  return stays && withoutGrants === undefined ? withoutGrantsOnly : none;
}

/** A deny wins over any grant (decision 4), then the first match; none asks (003-permissions-2). */
export function joinLayers(
  { workspace, withoutGrants, first }: MatchedRules,
  allow: (rule: PermissionRule) => RuleVerdict,
): RuleVerdict {
  if (workspace?.action === 'deny') return deniedBy(workspace);
  if (withoutGrants?.action === 'deny') return deniedBy(withoutGrants);
  if (workspace !== undefined) return askedBy(workspace);
  if (first === undefined) return { verdict: 'ask', reason: say`no rule matches` };
  return first.action === 'allow' ? allow(first) : askedBy(first);
}

/** Verdict of the ask and deny rules; undefined for no match or an allow. */
export function tightening(found: MatchedRules): RuleVerdict | undefined {
  if (found.first === undefined && found.workspace === undefined) return undefined;
  const verdict = joinLayers(found, (rule) => ({ verdict: 'allow', reason: say`allowed`, rule }));
  return verdict.verdict === 'allow' ? undefined : verdict;
}

/** Verdict of an allow rule: a shipped one does not approve an effect that needs approval. */
export function allowedBy(rule: PermissionRule, { policy, tool }: GateCall): RuleVerdict {
  if (rule.source !== 'default' || !needsApproval(tool, policy)) {
    return { verdict: 'allow', reason: ruleName(rule), rule };
  }
  const reason = say`${ruleName(rule)} allows it, but ${tool.effect} calls need an approval or a rule of your own`;
  return { verdict: 'ask', reason, rule };
}

function askedBy(rule: PermissionRule): RuleVerdict {
  const isShipped = rule.source === 'default' && rule.pattern === '*';
  const reason = isShipped
    ? say`by default, every ${shortToolName(rule.tool)} call asks`
    : ruleName(rule);
  return { verdict: 'ask', reason, rule };
}

export function deniedBy(rule: PermissionRule): RuleVerdict {
  const reason = say`Denied by ${ruleName(rule)}.`;
  return { verdict: 'deny', errorCode: 'policy_denied', reason, rule };
}

const ruleNames = new WeakMap<PermissionRule, Sentence>();

/** The rule in a sentence; rules are few, and one is named with every call that it decides. */
export function ruleName(rule: PermissionRule): Sentence {
  const known = ruleNames.get(rule);
  if (known !== undefined) return known;
  const { source, exact } = rule;
  const origin = exact === undefined ? sources[source] : exactGrant;
  const name = nameWith(origin, rule);
  ruleNames.set(rule, name);
  return name;
}

function nameWith(origin: Sentence, { tool, pattern, place, isUnreadable }: PermissionRule) {
  const [title, text] = [shortToolName(tool), JSON.stringify(pattern)];
  if (place === undefined) return say`rule ${title} ${text} (${origin})`;
  return isUnreadable === true
    ? say`rule ${title} ${text} (${origin}, ${place}, cannot be read)`
    : say`rule ${title} ${text} (${origin}, ${place})`;
}

const sources: Readonly<Record<RuleSource, Sentence>> = {
  workspace: say`workspace`,
  session: say`granted for this chat`,
  granted: say`granted for this workspace`,
  user: say`user`,
  legacy: say`legacy`,
  default: say`default`,
};

const exactGrant = say`exactly this call, granted for this chat`;

const strictness = { allow: 0, ask: 1, deny: 2 } as const;

export function strictest(verdicts: readonly [RuleVerdict, ...RuleVerdict[]]): RuleVerdict {
  return verdicts.reduce((worst, verdict) =>
    strictness[verdict.verdict] > strictness[worst.verdict] ? verdict : worst,
  );
}
