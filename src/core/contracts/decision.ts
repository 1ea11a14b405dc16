import type { ErrorCode } from './failure';
import type { JudgedPart } from './shell-reading';
import type { TrustLevel } from './trust';

/** Where a rule comes from; shown with every decision. */
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

/** One permission rule of 003, with its origin. */
export interface PermissionRule {
  /** Canonical id (`core__bash`), or `*`; names are made canonical when rules are loaded. */
  readonly tool: string;
  readonly pattern: string;
  readonly action: RuleAction;
  readonly source: RuleSource;
  /** Where it stands, `permissions.bash[0]`; for Explain and for people. */
  readonly place?: string;
  /** ISO 8601 date of a rule that was granted. */
  readonly added?: string;
}

/** True when a rule speaks of this tool (decision 9). */
export function isRuleFor(rule: PermissionRule, toolId: string): boolean {
  return rule.tool === toolId || rule.tool === '*';
}

/**
 * True for a rule that "Always allow" made, wherever it is kept: in user settings it carries its
 * day. It answers what would be asked, and lifts no deny (DESIGN decision 4).
 */
export function isGrant({ source, added }: PermissionRule): boolean {
  return source === 'session' || source === 'granted' || added !== undefined;
}

/** What a gate says of a call. Nothing lifts a deny (DESIGN decision 4). */
export type Verdict =
  | ({ readonly verdict: 'allow' | 'ask' } & VerdictGround)
  | ({ readonly verdict: 'deny'; readonly errorCode: ErrorCode } & VerdictGround);

/** On what a verdict stands. */
interface VerdictGround {
  /** For people; may be as precise as it likes. */
  readonly reason: string;
  /** What the model reads of a deny, when the reason is not for it. */
  readonly modelReason?: string;
  /** What the model can do about a deny; absent where the category says all. */
  readonly suggestion?: string;
  readonly rule?: PermissionRule;
  /** Trace of a policy rule or tool policy; goes to `policy_match` in the audit log (003). */
  readonly match?: string;
  /** For a command: how each of its sub-commands was judged. */
  readonly parts?: readonly JudgedPart[];
}

/** One line of "why": which slot said what. */
export interface GateTrace {
  readonly slot: string;
  /** Name of the gate. */
  readonly gate: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly reason: string;
  readonly rule?: PermissionRule;
  readonly match?: string;
  readonly parts?: readonly JudgedPart[];
}

/** How a call came to run: by rule, by a person's click, or because a person typed it. */
export type ApprovedBy = 'auto' | 'user' | 'user-typed' | 'none';

/** The whole decision of a call, for card, audit and Explain. */
export interface Decision {
  readonly verdict: 'allow' | 'deny';
  readonly approvedBy: ApprovedBy;
  readonly trace: readonly GateTrace[];
  /** Version of the policy under which it was decided. */
  readonly policyVersion: number;
  /** How far the tool's source was trusted. */
  readonly trust: TrustLevel;
}
