import type { GateAuditFields } from '../audit/entry';
import { type ErrorCode, errorCodes } from '../failure';
import type { JudgedPart } from './shell-analysis';
import type { PermissionLevel } from '../permission-level';
import { inEnglish, isSentence, type Sentence } from '../../base/sentence';
import type { TrustLevel } from '../tool-spec';

export const ruleSources = [
  'workspace',
  'session',
  'granted',
  'user',
  'legacy',
  'default',
] as const;
export type RuleSource = (typeof ruleSources)[number];

export const ruleActions = ['allow', 'ask', 'deny'] as const;
export type RuleAction = (typeof ruleActions)[number];

export interface PermissionRule {
  /** Canonical id, or `*`; names are made canonical when rules are loaded. */
  readonly tool: string;
  readonly pattern: string;
  readonly action: RuleAction;
  readonly source: RuleSource;
  /** Its location, `permissions.bash[0]`, for Explain and the user. */
  readonly place?: string;
  /** Stands for a value that could not be read. */
  readonly isUnreadable?: true;
  /** An allow that also holds once the chat has read text of strangers (decision egress-gate). */
  readonly evenAfterUntrusted?: true;
  /** ISO 8601 date of a rule that was granted. */
  readonly added?: string;
  /**
   * Only a call with this digest matches, whatever its paths: exactly one call was allowed, and
   * `pattern` is its name (decision 66).
   */
  readonly exact?: string;
}

/** A rule that never decides, and the earlier rule that decides the same calls (decision 4). */
export interface ShadowedRule {
  readonly rule: PermissionRule;
  readonly by: PermissionRule;
}

/** True if the rule applies to this tool (decision 9). */
export function isRuleFor(rule: PermissionRule, toolId: string): boolean {
  return rule.tool === toolId || rule.tool === '*';
}

/** True for a rule of "Always allow", dated in user settings. It lifts no deny (decision 4). */
export function isGrant({ source, added }: PermissionRule): boolean {
  return source === 'session' || source === 'granted' || added !== undefined;
}

/** What rules say of a call. Nothing lifts a deny (decision 4). */
export type RuleVerdict =
  | ({ readonly verdict: 'allow' | 'ask' } & VerdictGround)
  | ({ readonly verdict: 'deny'; readonly errorCode: ErrorCode } & VerdictGround);

/** `abstain`: nothing here for this gate. `skip`: not worth running, so not run (decision 48). */
export type Verdict =
  | RuleVerdict
  | ({ readonly verdict: 'abstain' } & VerdictGround)
  | ({ readonly verdict: 'skip' } & VerdictGround);

export const verdicts = [
  ...ruleActions,
  'abstain',
  'skip',
] as const satisfies readonly Verdict['verdict'][];

/** Why a gate or stage answers as it does. */
interface Ground {
  /** For the user; may be detailed. */
  readonly reason: Sentence;
  readonly rule?: PermissionRule;
  /** Of an ask: what a rule of the user must say to answer it. */
  readonly liftedBy?: 'evenAfterUntrusted';
  /** Trace of a policy rule or tool policy, for `policy_match` in the audit log (003-audit-1). */
  readonly match?: string;
  readonly policyRule?: PolicyRuleMatch;
  /** For a command: how each of its sub-commands was judged. */
  readonly parts?: readonly JudgedPart[];
}

interface VerdictGround extends Ground {
  /** What the model reads of a deny or skip, if the reason is not for it. */
  readonly modelReason?: string;
  /** What the model can do about a deny or skip; absent if the category says enough. */
  readonly suggestion?: string;
}

/** A verdict, and what the gate says in fields of its own in the audit entry. */
export type FilledVerdict = Verdict & { readonly audit?: GateAuditFields };

/**
 * False for an answer that is malformed; nothing may then rely on it. No schema: every gate of
 * every call is asked, and what trace and audit use of a verdict is little.
 */
export function isVerdict(answer: unknown): answer is FilledVerdict {
  if (!isRecord(answer) || !isSentence(answer['reason'])) return false;
  const { verdict, errorCode, modelReason, suggestion, rule, match, policyRule } = answer;
  const isKnown =
    isOneOf(verdicts, verdict) && (verdict !== 'deny' || isOneOf(errorCodes, errorCode));
  const areTexts = isTextIfGiven(modelReason) && isTextIfGiven(suggestion) && isTextIfGiven(match);
  return isKnown && areTexts && isRule(rule) && isPolicyRule(policyRule);
}

function isOneOf(known: readonly unknown[], value: unknown): boolean {
  return known.includes(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextIfGiven(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isRule(value: unknown): boolean {
  return value === undefined || (isRecord(value) && typeof value['pattern'] === 'string');
}

function isPolicyRule(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value)) return false;
  return typeof value['place'] === 'string' && isSentence(value['result']);
}

export interface PolicyRuleMatch {
  /** `policy.rules[0]`. */
  readonly place: string;
  /** `matched args_match`. */
  readonly result: Sentence;
}

/** One line of "why": a slot and its answer. */
export interface GateTrace extends Ground {
  readonly slot: string;
  readonly gate: string;
  readonly verdict: Verdict['verdict'];
  readonly audit?: GateAuditFields;
}

/** How a call came to run: by rule, by the user's approval, or because the user typed it. */
export type ApprovedBy = 'auto' | 'user' | 'user-typed' | 'none';

/** Who refused a call that was asked about: the user, or no one within the time limit. */
export const askedDeniers = ['user', 'timeout'] as const;

/** How a call that was asked about was refused. */
export interface Denial {
  readonly by: (typeof askedDeniers)[number];
  /** As the user gave it, redacted, or the time limit; absent when none was given. */
  readonly reason?: Sentence;
}

/** The whole decision about a call, for card, audit and Explain. */
export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'skip';
  readonly approvedBy: ApprovedBy;
  /** Set if the call was asked about and then refused. */
  readonly denial?: Denial;
  readonly trace: readonly GateTrace[];
  readonly policyVersion: number;
  readonly trust: TrustLevel;
  /** Of the chat when the call came; absent in older records. */
  readonly permissionLevel?: PermissionLevel;
}

/** What all gates together decide. */
export const reachedVerdicts = [...ruleActions, 'skip'] as const;
export type ReachedVerdict = (typeof reachedVerdicts)[number];

/** How a call was decided, as a recording keeps it: the verdict of the rules, not the result. */
export interface RecordedDecision {
  /** `ask` even if the user then allowed or denied it. */
  readonly verdict: ReachedVerdict;
  readonly by?: string | undefined;
}

/** The same from a decision; undefined for a call that was stopped before it was decided. */
export function recordedDecision(
  { verdict, approvedBy, trace }: Pick<Decision, 'verdict' | 'approvedBy' | 'trace'>,
  errorCode?: ErrorCode,
): RecordedDecision | undefined {
  const refused = refusingLine(trace);
  if (refused !== undefined) return { verdict: refused.verdict, by: groundOf(refused) };
  const asks = trace.filter((line) => line.verdict === 'ask');
  // The user was not asked about an autonomous call of an internal tool (decision 18).
  if (asks.length > 0 && approvedBy !== 'auto') {
    return { verdict: 'ask', by: asks.map(groundOf).join('; ') };
  }
  if (verdict === 'allow') return allowed(trace);
  return errorCode === 'cancelled' ? undefined : { verdict: 'deny', by: errorCode };
}

/** The line that ended the check: the first deny or skip. */
export function refusingLine<Line extends { readonly verdict: string }>(
  trace: readonly Line[],
): (Line & { readonly verdict: 'deny' | 'skip' }) | undefined {
  return trace.find(
    (line): line is Line & { readonly verdict: 'deny' | 'skip' } =>
      line.verdict === 'deny' || line.verdict === 'skip',
  );
}

function allowed(trace: readonly GateTrace[]): RecordedDecision {
  const ruled = trace.findLast((line) => line.rule !== undefined || line.match !== undefined);
  return ruled === undefined ? { verdict: 'allow' } : { verdict: 'allow', by: groundOf(ruled) };
}

function groundOf({ rule, match, gate, reason }: GateTrace): string {
  if (rule !== undefined) return ruleText(rule);
  return match ?? `${gate}: ${inEnglish(reason)}`;
}

function ruleText({ tool, pattern, action, source }: PermissionRule): string {
  return `rule ${tool} ${JSON.stringify(pattern)} ${action} (${source})`;
}

/** One step of "why": a stage or a gate, in the order of the pipeline. */
export interface ExplainStep extends Ground {
  readonly slot: string;
  readonly gate?: string;
  /** `unasked`: Explain does not ask this gate, so a call may end differently (decision 53). */
  readonly verdict: Verdict['verdict'] | 'unasked';
  readonly errorCode?: ErrorCode;
}

/** What the pipeline would decide about a call, without running anything. */
export interface Explanation {
  /** Canonical id, or the name as given when no tool has it. */
  readonly tool: string;
  readonly policyVersion: number;
  readonly permissionLevel: PermissionLevel;
  /** Every gate in order, including those after the first deny. */
  readonly steps: readonly ExplainStep[];
  /** The combined verdict: the first deny or skip ends, asks are joined. */
  readonly verdict: ReachedVerdict;
  /** Deny rules that an earlier rule keeps from ever matching (decision 4). */
  readonly shadowed: readonly ShadowedRule[];
}
