import type { RawCall, RunContext } from '../../contracts/calls/call';
import type { BoundTool, OutputFields, PreparedCall } from '../../contracts/tools/bound-tool';
import type { Decision } from '../../contracts/calls/decision';
import type { SeenFile, ToolResult } from '../../contracts/tools/define-tool';
import type { Policy } from '../../contracts/policy/policy';
import type { CallOutcome, RollbackReport } from '../../contracts/calls/outcome';
import type { Failure } from '../../contracts/failure';
import type { FilterReport } from '../../contracts/filter';

/**
 * The phases of a call as types. Each has a brand that only its maker below can give, and each
 * maker is imported by one stage only (checked in test/arch): a bypass is a compile error.
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

/** A call that may run: by the gates alone or by a person's word. */
export interface ClearedCall extends Phase<'cleared'> {
  readonly valid: ValidCall;
  readonly decision: Decision;
}

/** Raw answer of the execution, before any filter; must not leave the pipeline. */
export interface Outcome extends Phase<'outcome'> {
  readonly cleared: ClearedCall;
  /** Unchecked answer of the tool; undefined when there is none. */
  readonly value: unknown;
  readonly failed: boolean;
  readonly failure: Failure | undefined;
  /** The answer after output filters. */
  readonly filter: FilterReport | undefined;
  /** Files whose content the call showed or wrote. */
  readonly seen: readonly SeenFile[];
  /** Settles with the end of what runs on after the answer (decision 38). */
  readonly continues?: Promise<ToolResult<unknown>>;
  /** How often it was tried, when more than once. */
  readonly attempts?: number;
  /** Result for the copies of a transactional command. */
  readonly transaction?: TransactionEnd;
}

/** Reported with the answer of a transactional command (000-transaction-1). */
export interface TransactionEnd {
  readonly rollback?: RollbackReport;
  readonly canRollBack: boolean;
  /** Redacted, for the model and for people. */
  readonly warnings: readonly string[];
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

/** Cleared by the user: an answered approval, or a call the user typed. */
export function mintClearedByUser(call: Omit<ClearedCall, typeof phase>): ClearedCall {
  return call as ClearedCall;
}

/** For `around/outcome-of`: what a tool answered, unchecked. */
export function mintOutcome(outcome: Omit<Outcome, typeof phase>): Outcome {
  return outcome as Outcome;
}

/** For `finish-outcome`: what may leave the pipeline. */
export function mintSafe(outcome: CallOutcome): SafeOutcome {
  return outcome as SafeOutcome;
}
