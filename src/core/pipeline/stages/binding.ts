import type { BoundTool, OutputFields } from '../../contracts/tools/bound-tool';
import type { RawCall, RunContext } from '../../contracts/calls/call';
import type { Policy } from '../../contracts/policy/policy';
import type { Result } from '../../contracts/failure';
import type { PipelineDeps } from '../runtime/deps';
import { mintBound, type BoundCall } from '../call/brands';

/** A call on its way to being bound. */
export interface Incoming {
  readonly raw: RawCall;
  readonly context: RunContext;
  /** The policy in force when the call came; used to its end. */
  readonly policy: Policy;
  readonly args: OutputFields;
  readonly tool: BoundTool | undefined;
  /** The granted connection, for a tool that needs one. */
  readonly connectionId?: string;
}

/** One step of the first phase. */
export type BindStage = (
  call: Incoming,
  deps: PipelineDeps,
) => Result<Incoming> | Promise<Result<Incoming>>;

/** Fails if a stage that needs the tool comes before `resolve`: a bug in order.ts. */
export function requireTool(call: Incoming): BoundTool {
  if (call.tool === undefined) throw new Error('order.ts places this stage before resolve.');
  return call.tool;
}

/** Ends the first phase: a call whose tool is known and admitted. */
export function bind(call: Incoming): BoundCall {
  const { raw, context, policy, args, connectionId } = call;
  const bound = { raw, context, policy, args, tool: requireTool(call) };
  return mintBound(connectionId === undefined ? bound : { ...bound, connectionId });
}
