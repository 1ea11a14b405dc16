import type { RawCall } from '../../../src/core/contracts/calls/call';
import type { Explanation, ExplainStep } from '../../../src/core/contracts/calls/decision';
import { parts } from '../world';
import { freshSession } from './calls';

export interface ExplainMore extends Partial<RawCall> {
  readonly session?: string;
}

/** What the extension would decide about a call, and why; runs nothing. */
export async function explained(
  tool: string,
  args: unknown,
  { session = freshSession(), ...more }: ExplainMore = {},
): Promise<Explanation> {
  const { pipeline } = await parts();
  const raw: RawCall = {
    toolCallId: 'explained',
    tool,
    args,
    phase: 'executor',
    origin: 'model',
    attempt: 0,
    ...more,
  };
  return pipeline.explain(raw, { sessionId: session, actorId: 'user:rules', tenantId: 'rules' });
}

/** The verdict on a command. */
export async function verdictOf(command: string, session?: string): Promise<string> {
  const more = session === undefined ? {} : { session };
  return (await explained('bash', { command }, more)).verdict;
}

export function stepAt({ steps }: Explanation, slot: string): ExplainStep | undefined {
  return steps.find((step) => step.slot === slot);
}
