import type { CallPhase } from '../contracts/call';

/** The agent's own operation on its context, offered to models as a tool (000 compress_context). */
const ownTools: ReadonlySet<string> = new Set(['core__compress_context', 'compress_context']);

/**
 * The phase of a call that a model made, set here at the call site: the loop knows its own tools,
 * and the pipeline infers nothing from a name (000 Tool Invocation Phase Taxonomy).
 */
export function phaseOf(tool: string): CallPhase {
  return ownTools.has(tool) ? 'autonomous' : 'executor';
}
