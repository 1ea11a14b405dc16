import { redactName } from '../../base/redact/redact';
import type { OutputFields, BoundTool } from '../../contracts/tools/bound-tool';
import type { RawCall } from '../../contracts/calls/call';
import type { WebAddress } from '../../contracts/calls/web-address';
import {
  refusingLine,
  type ApprovedBy,
  type Decision,
  type Denial,
  type GateTrace,
} from '../../contracts/calls/decision';
import type { ToolEffect, TrustLevel } from '../../contracts/tool-spec';
import type { PermissionLevel } from '../../contracts/permission-level';
import type { Policy } from '../../contracts/policy/policy';
import type { Failure } from '../../contracts/failure';
import type { CallOutcome, EditedCall } from '../../contracts/calls/outcome';

/** A model may call tools that do not exist, by any name. */
const maxName = 64;
/** Longer names are cut before they are searched for credentials. */
const maxReadName = 400;

/** Facts about a call, growing as it passes the stages; for announce and audit. */
export interface CallFacts {
  readonly raw: RawCall;
  /** When the call reached the pipeline, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly tool?: BoundTool;
  /** Known once the arguments are. */
  readonly effect?: ToolEffect;
  /** Canonical id; for an unknown tool the name as given, redacted and bounded. */
  readonly toolName: string;
  /** Parsed and redacted arguments. */
  readonly args: OutputFields;
  /** What it acts on; known once the arguments are. */
  readonly title?: string;
  /** Absolute paths the call names. */
  readonly paths: readonly string[];
  /** The addresses it asks, and where the chat met them; known once the arguments are. */
  readonly addresses?: readonly WebAddress[];
  /** Origin of what the call acts on (000 claim_source). */
  readonly claimSource?: string;
  /** True for a call that runs a command, or would have. */
  readonly runsCommand?: boolean;
  readonly trace: readonly GateTrace[];
  readonly approvedBy: ApprovedBy;
  readonly policyVersion: number;
  readonly permissionLevel: PermissionLevel;
  readonly trust: TrustLevel;
}

/** Facts about a call before its first stage. */
export function initialFacts(
  raw: RawCall,
  policy: Policy,
  trust: TrustLevel,
  startedAt: number,
): CallFacts {
  const name = shownName(raw.tool);
  return {
    raw,
    startedAt,
    toolName: name,
    args: {},
    paths: [],
    trace: [],
    approvedBy: 'none',
    policyVersion: policy.version,
    permissionLevel: policy.permissionLevel,
    trust,
  };
}

/** A tool's name as given, redacted and bounded. */
export function shownName(name: string): string {
  return redactName(name.slice(0, maxReadName)).slice(0, maxName);
}

/** Why a call ends before it runs. */
export interface Refusal {
  readonly failure: Failure;
  /** Set if the call was asked about and then refused. */
  readonly denial?: Denial;
  readonly edited?: EditedCall;
  /** Basis of a later evaluation. */
  readonly evaluation?: Evaluation;
}

/** The outcome of a call that did not run. It has no output, so nothing to redact. */
export function refusedOutcome(known: CallFacts, refusal: Refusal, text: string): CallOutcome {
  return {
    toolCallId: known.raw.toolCallId,
    tool: known.toolName,
    kind: known.tool?.kind ?? 'other',
    effect: known.effect ?? known.tool?.effect,
    status: refusal.failure.errorCode === 'cancelled' ? 'cancelled' : 'failed',
    text,
    output: {},
    presentation: { diffs: [], locations: [] },
    failure: refusal.failure,
    decision: refusedDecision(known, refusal.denial),
    durationMs: 0,
    warnings: [],
    ...(refusal.edited === undefined ? {} : { edited: refusal.edited }),
  };
}

function refusedDecision(
  { approvedBy, trace, policyVersion, permissionLevel, trust }: CallFacts,
  denial: Denial | undefined,
): Decision {
  const verdict = refusingLine(trace)?.verdict ?? 'deny';
  const decision = { verdict, approvedBy, trace, policyVersion, permissionLevel, trust };
  return denial === undefined ? decision : { ...decision, denial };
}

/** Verdict of the gates, and its basis. */
export interface Evaluation {
  readonly answer: GatesAnswer;
  readonly policyVersion: number;
  readonly trust: TrustLevel;
}

/** Combined verdict of all gates: the first deny or skip ends, asks are joined (decision 8). */
export type GatesAnswer = AnswerToClear | GatesRefusal;

export interface AnswerToClear {
  readonly verdict: 'allow' | 'ask';
  readonly trace: readonly GateTrace[];
}

export interface GatesRefusal {
  readonly verdict: 'deny' | 'skip';
  readonly trace: readonly GateTrace[];
  readonly failure: Failure;
}

/** Whether the call ends here. */
export function isRefusal(answer: GatesAnswer): answer is GatesRefusal {
  return 'failure' in answer;
}
