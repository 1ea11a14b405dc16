import type { Sentence } from '../../base/sentence';
import type { PermissionRule } from '../calls/decision';
import type { ToolEffect, ToolTrait, TrustLevel } from '../tool-spec';
import type { PermissionLevel } from '../permission-level';
import type { ToolPolicies } from './tool-policy';

/** One rule of `gatehouse.policy.rules` or `gatehouse.authorization.rules` (000-rules-1). */
export interface PolicyRule {
  readonly effect: 'allow' | 'deny';
  /** Wildcard on the canonical id and the short name. */
  readonly tool: string;
  /** Globs: a deny needs one path of the call that matches, an allow all. Absent: any call. */
  readonly paths?: readonly string[];
  /** Regular expression, searched in each top-level string argument. Absent: any arguments. */
  readonly argsMatch?: string;
  /** The rule applies only to sources with this trust level or a lower one. */
  readonly trustLevel?: TrustLevel;
  /** Its location, `policy.rules[0]`, for traces and the user. */
  readonly place: string;
  /** Stands for a value that could not be read. */
  readonly isUnreadable?: true;
}

/** Opt-in snapshot and rollback of shell commands (000-transaction-1). */
export interface TransactionPolicy {
  readonly enabled: boolean;
  /** Also for commands that the user types (decision 51). */
  readonly typed: boolean;
  /** Globs on paths below the roots: what is snapshotted. */
  readonly scope: readonly string[];
  readonly autoRollback: boolean;
  readonly exitCodes: readonly number[];
  /** Denies the command if the snapshot fails. */
  readonly snapshotRequired: boolean;
  /** 0 is unlimited. */
  readonly maxBytes: number;
  /** Most files and folders of one path. */
  readonly maxEntries: number;
  /** Names of folders that the copy of a whole root leaves out. */
  readonly skip: readonly string[];
}

/** Policy for shell commands that applies in addition to the permission rules. */
export interface ShellPolicy {
  /** `evaluate` judges what is inside, and asks at least (decision 11). */
  readonly substitution: 'deny' | 'evaluate';
  /** Commands that never run: shipped ones and the user's own (000-shell-4). */
  readonly blocked: readonly string[];
  /** Set if the blocklist cannot be read: then no command runs. */
  readonly closed?: Sentence;
  readonly transaction: TransactionPolicy;
}

export interface PolicyLimits {
  /** Calls one session may make; 0 is unlimited. */
  readonly maxCallsPerSession: number;
  /** Milliseconds a tool may take. */
  readonly timeoutMs: number;
  /** Longer model text goes to the overflow store. */
  readonly overflowThreshold: number;
  /** UTF-8 bytes that are stored of one output, of its start and end; 0 means all. */
  readonly overflowMaxBytes: number;
}

/** All that decides, as immutable data (INV-19 POLICY_IS_DATA). A call keeps its version. */
export interface Policy {
  /** Incremented with each change. */
  readonly version: number;
  /** Canonical ids that may run at all. Empty denies everything (INV-20). */
  readonly allowedTools: ReadonlySet<string>;
  /** Effects that ask unless a rule of the user allows the call (001 decision 2; decision 4). */
  readonly approvalEffects: readonly ToolEffect[];
  /** Of the chat; of new chats in a policy of no chat (decision 58). */
  readonly permissionLevel: PermissionLevel;
  /** Permission rules in the order they are tried (003-permissions-1). */
  readonly permissions: readonly PermissionRule[];
  /** `policy.rules`, then `authorization.rules` if enabled; the first match wins (000-rules-2). */
  readonly policyRules: readonly PolicyRule[];
  readonly toolPolicies: ToolPolicies;
  /** Patterns of the user, in addition to `shippedProtectedFiles` (decision protected-files). */
  readonly protectedFiles: readonly string[];
  readonly shell: ShellPolicy;
  readonly limits: PolicyLimits;
}

/** Whether the effect needs an approval that no shipped rule is (decisions 4 and 6). */
export function needsApproval(
  tool: { readonly effect: ToolEffect; readonly traits: readonly ToolTrait[] },
  { approvalEffects }: Pick<Policy, 'approvalEffects'>,
): boolean {
  const isOfChat = tool.traits.includes('ownedByChat') || tool.traits.includes('internal');
  return !isOfChat && approvalEffects.includes(tool.effect);
}
