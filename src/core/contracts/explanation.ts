import type { PermissionRule } from './decision';
import type { ErrorCode } from './failure';
import type { JudgedPart } from './shell-reading';

/** One step of "why": a stage or a gate, in the order of the pipeline. */
export interface ExplainStep {
  readonly slot: string;
  /** Name of the gate, for slots that hold gates. */
  readonly gate?: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly reason: string;
  readonly errorCode?: ErrorCode;
  readonly rule?: PermissionRule;
  /** Trace of a policy rule, `policy.rules[0] deny: tool=bash matched args_match`. */
  readonly match?: string;
  /** For a command: how each of its sub-commands was judged. */
  readonly parts?: readonly JudgedPart[];
}

/** What the pipeline would decide of a call, found without running anything. */
export interface Explanation {
  /** Canonical id, or the name as given when no tool has it. */
  readonly tool: string;
  readonly policyVersion: number;
  /** Every gate in order, also those behind the first deny. */
  readonly steps: readonly ExplainStep[];
  /** The answer of all together: the first deny ends, asks are joined. */
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** Deny rules that an earlier rule keeps from ever matching (DESIGN decision 4). */
  readonly shadowed: readonly PermissionRule[];
}
