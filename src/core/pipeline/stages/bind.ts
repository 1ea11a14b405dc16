import { mintBound, type BoundCall } from '../mint';
import { requireTool, type Incoming } from './incoming';

/** Ends the first phase: a call whose tool is known and admitted. */
export function bind(call: Incoming): BoundCall {
  const { raw, context, policy, args, connectionId } = call;
  const bound = { raw, context, policy, args, tool: requireTool(call) };
  return mintBound(connectionId === undefined ? bound : { ...bound, connectionId });
}
