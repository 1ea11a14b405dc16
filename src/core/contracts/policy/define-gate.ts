import type { BoundTool, OutputFields } from '../tools/bound-tool';
import type { CallOrigin, CallPhase, CallSubject, RunContext } from '../calls/call';
import type { CallPaths } from '../calls/call-paths';
import { declaredCapabilities, missingCapabilities, notBound } from '../capabilities';
import type { FilledVerdict, Verdict } from '../calls/decision';
import type { FieldsOfSlot } from '../audit/entry';
import type { Exposure } from '../chats/exposure';
import type { RecentOutcome } from '../chats/session-snapshot';
import type { ToolTrait, ToolTrust } from '../tool-spec';
import type { Policy } from './policy';
import type { ShellAnalysis } from '../calls/shell-analysis';
import type { SuccessRecord } from './tool-policy';

/** The slots of gates, cheap before expensive (decision gate-slots). Closed on purpose. */
export const gateSlots = [
  'blocklist',
  'path-sandbox',
  'permission-rules',
  'policy-rules',
  'sequence-policies',
  'adversarial',
  'trust',
  'anomaly',
  'utility',
] as const;
export type GateSlot = (typeof gateSlots)[number];

/** What a gate may read of a call. `kind` and titles are only for display, so they are left out. */
export interface GateCall {
  readonly tool: GateTool;
  /** Canonical ids of all tools with a trait. */
  readonly toolsWith: (trait: ToolTrait) => readonly string[];
  readonly subject: CallSubject;
  readonly params: OutputFields;
  /** Equal only for calls of the same tool with equal arguments that lead to the same files. */
  readonly digest: () => string;
  /** The paths of the call, resolved once for all gates. */
  readonly paths: CallPaths;
  /** The command of the call, parsed once for all gates; undefined for a call without one. */
  readonly reading: ShellAnalysis | undefined;
  /** The policy the call began with. */
  readonly policy: Policy;
  /** How far the tool is trusted in this chat. */
  readonly trust: ToolTrust;
  /** What the chat did successfully. */
  readonly record: SuccessRecord;
  /** How the last calls of the chat ended, the newest last. */
  readonly recentOutcomes: readonly RecentOutcome[];
  /** What kinds of content the chat has read, and the URLs it has met. */
  readonly exposure: Exposure;
  /** The beginning of what the user last typed to the model, redacted. */
  readonly userMessage: string | undefined;
  /** Origin of what the call acts on, as in its audit entry (000-paths-3). */
  readonly claimSource: string | undefined;
  /** Private state of a tool policy, by its name. */
  readonly policyState: (name: string) => unknown;
  readonly origin: CallOrigin;
  readonly phase: CallPhase;
  readonly context: RunContext;
  /** Aborted when the user stops the call; for a gate that waits. */
  readonly signal: AbortSignal;
}

export type GateTool = Pick<
  BoundTool,
  'id' | 'name' | 'effect' | 'group' | 'traits' | 'provenance' | 'egress'
>;

/** Milliseconds that a gate, or a port that decides on a call, may take. */
export const decisionDeadlineMs = 5000;

/** The longest deadline that a gate may declare, in milliseconds. */
export const maxGateDeadlineMs = 60_000;

/** A verdict that fills, in the entry of the call, only fields of the gate's slot. */
export type GateVerdict<S extends GateSlot> = Verdict & { readonly audit?: FieldsOfSlot<S> };

/** One gate: a pure decision. A throw or a missed deadline denies. */
export interface GateDefinition<Caps, N, S extends GateSlot = GateSlot> {
  readonly name: string;
  readonly slot: S;
  readonly needs: readonly N[];
  /** Milliseconds that it may take, if not `decisionDeadlineMs`. */
  readonly deadlineMs?: number;
  /** False for a gate that Explain does not ask: asking it costs something (decision 53). */
  readonly askedByExplain?: boolean;
  readonly check: (call: GateCall, caps: Caps) => GateVerdict<S> | Promise<GateVerdict<S>>;
}

/** Declares a gate; the type of `caps` follows from `needs`. */
export function defineGate<All extends object>() {
  return <const N extends keyof All & string, S extends GateSlot>(
    definition: GateDefinition<Pick<All, N>, N, S>,
  ): GateDefinition<Pick<All, N>, N, S> => definition;
}

export interface BoundGate {
  readonly name: string;
  readonly slot: GateSlot;
  readonly deadlineMs: number;
  readonly askedByExplain: boolean;
  check(call: GateCall): FilledVerdict | Promise<FilledVerdict>;
}

/** `check` sees what it declared (INV-29, INV-34). Throws for a deadline out of bounds, a bug. */
export function bindGate<Caps, N, S extends GateSlot>(
  definition: GateDefinition<Caps, N, S>,
  capabilities: Caps & object,
): BoundGate {
  const { name, slot, needs, check } = definition;
  const { deadlineMs = decisionDeadlineMs, askedByExplain = true } = definition;
  if (!(deadlineMs > 0 && deadlineMs <= maxGateDeadlineMs)) {
    throw new Error(`Gate ${name} needs a deadline of at most ${String(maxGateDeadlineMs)} ms.`);
  }
  const isWhole = (slice: object): slice is Caps & object =>
    missingCapabilities(needs, slice).length === 0;
  const declared = declaredCapabilities(needs, capabilities);
  if (isWhole(declared)) {
    return { name, slot, deadlineMs, askedByExplain, check: (call) => check(call, declared) };
  }
  throw notBound(`Gate ${name}`, missingCapabilities(needs, declared));
}
