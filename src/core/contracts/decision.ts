import type { ErrorCode } from './failure';

/** Where a rule comes from; shown with every decision. */
export const ruleSources = ['workspace', 'session', 'granted', 'user', 'default'] as const;
export type RuleSource = (typeof ruleSources)[number];

export const ruleActions = ['allow', 'ask', 'deny'] as const;
export type RuleAction = (typeof ruleActions)[number];

/** One permission rule of 003, with its origin. */
export interface PermissionRule {
  /** Short tool name or canonical id (`bash`, `core__read`), or `*`. */
  readonly tool: string;
  readonly pattern: string;
  readonly action: RuleAction;
  readonly source: RuleSource;
}

/** True when a rule speaks of this tool: by its short name, its canonical id, or `*` (decision 9). */
export function isRuleFor(
  rule: PermissionRule,
  tool: { readonly id: string; readonly name: string },
): boolean {
  return rule.tool === tool.name || rule.tool === tool.id || rule.tool === '*';
}

/** What a gate says of a call. Nothing lifts a deny (DESIGN decision 4). */
export type Verdict =
  | { readonly verdict: 'allow'; readonly reason: string; readonly rule?: PermissionRule }
  | { readonly verdict: 'ask'; readonly reason: string; readonly rule?: PermissionRule }
  | {
      readonly verdict: 'deny';
      readonly reason: string;
      readonly errorCode: ErrorCode;
      readonly rule?: PermissionRule;
    };

/** One line of "why": which slot said what. */
export interface GateTrace {
  readonly slot: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly reason: string;
  readonly rule?: PermissionRule;
}

/** How a call came to run: by rule, by a person's click, or because a person typed it. */
export type ApprovedBy = 'auto' | 'user' | 'user-typed' | 'none';

/** The whole decision of a call, for card, audit and Explain. */
export interface Decision {
  readonly verdict: 'allow' | 'deny';
  readonly approvedBy: ApprovedBy;
  readonly trace: readonly GateTrace[];
}
