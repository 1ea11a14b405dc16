import type { Sentence } from '../../base/sentence';
import type { SpooledOutput } from '../../contracts/calls/spooled-output';
import type { RawCall, RunContext } from '../../contracts/calls/call';
import type { BoundTool, OutputFields, PreparedCall } from '../../contracts/tools/bound-tool';
import type { Decision } from '../../contracts/calls/decision';
import type { SeenFile, ToolResult } from '../../contracts/tools/define-tool';
import type { Policy } from '../../contracts/policy/policy';
import type { CallOutcome, RollbackReport } from '../../contracts/calls/outcome';
import type { Failure } from '../../contracts/failure';
import type { FilterReport } from '../../contracts/filter-rule';

/**
 * The phases of a call as types. Only the maker below can give each brand, and only one stage
 * imports each maker (checked in test/arch), so a bypass is a compile error.
 */
declare const phase: unique symbol;

interface Phase<Name extends string> {
  readonly [phase]: Name;
}

/** Known tool, parsed arguments, admitted by id. */
export interface BoundCall extends Phase<'bound'> {
  readonly raw: RawCall;
  readonly tool: BoundTool;
  readonly args: OutputFields;
  readonly context: RunContext;
  readonly policy: Policy;
  /** The granted connection, for a tool that needs one. */
  readonly connectionId?: string;
}

/** Arguments that passed the tool's schema. */
export interface ValidCall extends Phase<'valid'> {
  readonly bound: BoundCall;
  readonly prepared: PreparedCall;
}

/** A call that may run: cleared by the gates alone or by the user. */
export interface ClearedCall extends Phase<'cleared'> {
  readonly valid: ValidCall;
  readonly decision: Decision;
  /** The change that the user allowed: nothing else is made. */
  readonly shown?: ShownBasis;
}

export interface ShownBasis {
  readonly basis: string;
  /** True if a file changed while the user was asked: the chat does not know all of its content. */
  readonly isNews: boolean;
}

/** Raw result of the execution, before any filter; must not leave the pipeline. */
export interface Outcome extends Phase<'outcome'> {
  readonly cleared: ClearedCall;
  /** Unchecked value of the tool; undefined when there is none. */
  readonly value: unknown;
  readonly failed: boolean;
  readonly failure: Failure | undefined;
  /** The output as the filters left it. */
  readonly filter: FilterReport | undefined;
  /** All of an output of which `value` has only a part. */
  readonly spooled?: SpooledOutput | undefined;
  /** Files whose content the call showed or wrote. */
  readonly seen: readonly SeenFile[];
  /** Resolves when what continues after the answer ends (decision 38). */
  readonly continues?: Promise<ToolResult<unknown>>;
  /** Number of attempts, when more than one. */
  readonly attempts?: number;
  /** Result of the transaction of a command. */
  readonly transaction?: TransactionEnd;
}

/** Result of a transaction, reported with the answer (000-transaction-1). */
export interface TransactionEnd {
  readonly rollback?: RollbackReport;
  /** Redacted, for the model and the user. */
  readonly warnings: readonly Sentence[];
}

/** Redacted and bounded: the only form that record, audit, agent and panel see. */
export type SafeOutcome = CallOutcome & Phase<'safe'>;

/** For `stages/bind`: the tool is known and admitted. */
export function mintBound(call: Omit<BoundCall, typeof phase>): BoundCall {
  return call as BoundCall;
}

/** For `stages/validate`: the arguments passed the tool's schema. */
export function mintValid(call: Omit<ValidCall, typeof phase>): ValidCall {
  return call as ValidCall;
}

/** Cleared by the gates: no question was needed. */
export function mintClearedAutomatically(call: Omit<ClearedCall, typeof phase>): ClearedCall {
  return call as ClearedCall;
}

/** Cleared by the user: an approval, or a typed call. */
export function mintClearedByUser(call: Omit<ClearedCall, typeof phase>): ClearedCall {
  return call as ClearedCall;
}

/** For `around/execute`: the result of a tool, unchecked. */
export function mintOutcome(outcome: Omit<Outcome, typeof phase>): Outcome {
  return outcome as Outcome;
}

/** For `run-phases`: may leave the pipeline. */
export function mintSafe(outcome: CallOutcome): SafeOutcome {
  return outcome as SafeOutcome;
}
