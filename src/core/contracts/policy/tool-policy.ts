import type { OutputFields } from '../tools/bound-tool';
import type { CallPaths } from '../calls/call-paths';
import type { Sentence } from '../../base/sentence';
import type { ToolEffect, ToolTrait } from '../tool-spec';

/** A policy's decision about a call (W1). Frozen, so no one can change it on its way. */
export interface PolicyDecision {
  readonly allowed: boolean;
  /** For the model; "Policy denied" when absent. */
  readonly reason?: Sentence;
  /** What the model can do to be allowed. */
  readonly suggestion?: string;
}

export const policyAllows: PolicyDecision = Object.freeze({ allowed: true });

/** A frozen denial; the model reads the reason (W4). */
export function policyDenies(reason: Sentence, suggestion?: string): PolicyDecision {
  return Object.freeze({ allowed: false, reason, ...(suggestion !== undefined && { suggestion }) });
}

/** What a policy may read of a call: arguments that passed the schema, and resolved paths. */
export interface PolicyCall {
  readonly tool: { readonly id: string; readonly name: string; readonly effect: ToolEffect };
  /** Canonical ids of all tools with a trait. */
  readonly toolsWith: (trait: ToolTrait) => readonly string[];
  readonly params: OutputFields;
  readonly paths: CallPaths;
  /** Content stamps of existing files that the call would write, by real path. */
  readonly stamps: ReadonlyMap<string, string>;
}

/** What a chat did successfully: one record, written by the runner, read by all policies (C12). */
export interface SuccessRecord {
  /** True when the tool has succeeded in this chat. */
  hasRun(toolId: string): boolean;
  /** Stamp of the content that this tool last read or wrote at the real path; '' if unknown. */
  seen(toolId: string, realPath: string): string | undefined;
}

export interface PolicyState {
  readonly record: SuccessRecord;
  /** The last value that `onResult` of this policy returned; undefined at first. */
  readonly own: unknown;
}

/** `check` changes nothing (W24), a throw denies (W6); `onResult` follows a success (W7). */
export interface ToolPolicy {
  readonly name: string;
  check(call: PolicyCall, state: PolicyState): PolicyDecision;
  onResult?(call: PolicyCall, own: unknown): unknown;
}

/** Policies as declared: those of a tool's group apply before those of the profile (W2). */
export interface ToolPolicies {
  readonly groups: ReadonlyMap<string, readonly ToolPolicy[]>;
  readonly profile: readonly ToolPolicy[];
}

/** The policies of a tool; a tool without a group still has those of the profile (W3). */
export function policiesFor(
  policies: ToolPolicies,
  group: string | undefined,
): readonly ToolPolicy[] {
  const own = group === undefined ? undefined : policies.groups.get(group);
  return own === undefined || own.length === 0 ? policies.profile : [...own, ...policies.profile];
}
