import type { ToolSpec } from '../contracts/tool-spec';
import type { Runner } from '../ports/runner';
import { catalogOf } from './catalog';
import type { PipelineDeps, PipelineParts } from './deps';
import { createCompletedTools } from './completed-tools';
import { CallRun } from './run-call';
import { createSpentCalls } from './spent-calls';
import { indexTools } from './stages/resolve';

/** The runner, with what only the host may ask of it. */
export interface Pipeline extends Runner {
  /** Tools that have succeeded in a session, sorted. */
  completed(sessionId: string): readonly string[];
  /** Forgets a session's counters (/clear, end of the chat). */
  reset(sessionId: string): void;
}

/**
 * Builds the one way to run a tool (001 inv. 1). Throws when two tools share an id (001 inv. 22).
 * Cost per call does not grow with past calls.
 */
export function createRunner(parts: PipelineParts): Pipeline {
  const deps: PipelineDeps = {
    ...parts,
    index: indexTools(parts.tools),
    spent: createSpentCalls(),
    completed: createCompletedTools(),
  };
  return {
    run: (call, options) => new CallRun(call, options, deps).run(),
    catalog: (): readonly ToolSpec[] => catalogOf(deps),
    completed: (sessionId) => deps.completed.list(sessionId),
    reset: (sessionId) => {
      deps.spent.reset(sessionId);
      deps.completed.reset(sessionId);
    },
  };
}
