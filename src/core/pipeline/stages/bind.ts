import { mintBound, type BoundCall } from '../mint';
import { requireTool, type Incoming } from './incoming';

/** Ends the first phase: a call whose tool is known and admitted. */
export function bind(call: Incoming): BoundCall {
  return mintBound({ raw: call.raw, tool: requireTool(call), args: call.args });
}
