import { isCatchAll, matchesWildcard } from '../../../core/base/wildcard';
import {
  isRuleFor,
  type PermissionRule,
  type RuleAction,
} from '../../../core/contracts/calls/decision';
import { needsApproval, type Policy, type PolicyRule } from '../../../core/contracts/policy/policy';
import { type ToolSpec, type ToolTrust, shortToolName } from '../../../core/contracts/tool-spec';
import { isDeniedOutright } from '../../../core/pipeline/catalog';
import { needsOnlyCommand } from './tool-call-text';
import { t } from '../../window/language';

interface Outlook {
  /** The decision on a call that no narrower rule matches. */
  readonly base: RuleAction;
  /** The decisions of narrower rules on some calls. */
  readonly others: ReadonlySet<RuleAction>;
}

/** The decision, and the decisions of narrower rules. */
const phrases = (): Readonly<Record<string, string>> => ({
  allow: t('runs silently'),
  'allow,ask': t('runs silently unless a rule asks'),
  'allow,deny': t('runs silently unless a rule denies'),
  'allow,ask,deny': t('runs silently unless a rule asks or denies'),
  ask: t('asks'),
  'ask,allow': t('asks unless a rule allows'),
  'ask,deny': t('asks unless a rule denies'),
  'ask,allow,deny': t('asks unless a rule allows or denies'),
  deny: t('denied'),
  'deny,allow': t('denied unless a rule allows'),
  'deny,ask': t('denied unless a rule asks'),
  'deny,allow,ask': t('denied unless a rule allows or asks'),
});

/** The decision on a tool's calls, in a few words. A gate may still refuse or ask for one call. */
export function toolVerdict(spec: ToolSpec, policy: Policy, trust: ToolTrust): string {
  const { level } = trust;
  if (!policy.allowedTools.has(spec.name)) return t('off: denied, hidden from the model');
  const onlyReads = spec.effect === 'read_only';
  if (level === 'untrusted' && !onlyReads) return deniedText(trust);
  const rules = policy.permissions.filter((rule) => isRuleFor(rule, spec.name));
  if (isDeniedOutright(spec.name, policy)) return t('denied: hidden from the model');
  const policyRules = policy.policyRules.filter((rule) => isPolicyRuleFor(rule, spec.name));
  if (policyRules.find(isUnconditional)?.effect === 'deny') return t('denied by a policy rule');
  const { base, others } = outlook(spec, rules, policy);
  const asksAnyway = level === 'untrusted' || (level === 'provisional' && !onlyReads);
  if (base !== 'deny' && asksAnyway) return asksText(trust);
  const denies = policyRules.some(({ effect }) => effect === 'deny');
  return phrase(base, denies ? new Set([...others, 'deny']) : others);
}

function deniedText({ level, setFor }: ToolTrust): string {
  return setFor === 'tool' ? t('denied: it is {0}', level) : t('denied: its source is {0}', level);
}

function asksText({ level, setFor }: ToolTrust): string {
  return setFor === 'tool' ? t('asks: it is {0}', level) : t('asks: its source is {0}', level);
}

function phrase(base: RuleAction, others: ReadonlySet<RuleAction>): string {
  const exceptions = (['allow', 'ask', 'deny'] as const).filter(
    (action) => action !== base && others.has(action),
  );
  return phrases()[[base, ...exceptions].join(',')] ?? '';
}

function isOfWorkspace({ source }: PermissionRule): boolean {
  return source === 'workspace';
}

function outlook(spec: ToolSpec, rules: readonly PermissionRule[], policy: Policy): Outlook {
  const ofWorkspace = rules.filter(isOfWorkspace);
  const own = rules.filter((rule) => !isOfWorkspace(rule));
  const catchAll = own.findIndex(({ pattern }) => isCatchAll(pattern));
  const rest = own[catchAll];
  const narrower = catchAll === -1 ? own : own.slice(0, catchAll);
  const isAllowed = rest?.action === 'allow' && allowsAlone(rest, spec, policy);
  const base = rest?.action === 'deny' ? 'deny' : isAllowed ? 'allow' : 'ask';
  const tightened = ofWorkspace.map(({ action }) => action);
  // A workspace rule that asks is never silently overridden by an allow rule of the user.
  if (base !== 'deny' && ofWorkspace.some(({ pattern }) => isCatchAll(pattern))) {
    const denies = narrower.some(({ action }) => action === 'deny');
    return { base: 'ask', others: new Set([...tightened, ...(denies ? ['deny' as const] : [])]) };
  }
  return { base, others: new Set([...narrower.map(({ action }) => action), ...tightened]) };
}

/** A shipped allow approves no effect that asks, and none names the program of a command. */
function allowsAlone(rule: PermissionRule, spec: ToolSpec, policy: Policy): boolean {
  const isApproval = rule.source !== 'default' || !needsApproval(spec, policy);
  return isApproval && !needsOnlyCommand(spec);
}

function isPolicyRuleFor({ tool }: PolicyRule, id: string): boolean {
  return [id, shortToolName(id)].some((name) => matchesWildcard(tool, name, { ignoreCase: true }));
}

function isUnconditional({ paths, argsMatch, trustLevel }: PolicyRule): boolean {
  return paths === undefined && argsMatch === undefined && trustLevel === undefined;
}
