import type { SafeOutcome } from '../mint';

/** What each session has done with success; read by policies and the status page. */
export interface CompletedTools {
  add(sessionId: string, toolId: string): void;
  list(sessionId: string): readonly string[];
  reset(sessionId: string): void;
}

export function createCompletedTools(): CompletedTools {
  const sessions = new Map<string, Set<string>>();
  return {
    add: (sessionId, toolId) => {
      const done = sessions.get(sessionId) ?? new Set<string>();
      sessions.set(sessionId, done.add(toolId));
    },
    list: (sessionId) => [...(sessions.get(sessionId) ?? [])].sort(),
    reset: (sessionId) => {
      sessions.delete(sessionId);
    },
  };
}

/** A step after a call's end: remembers, never changes the outcome. */
export type RecordStage = (outcome: SafeOutcome, sessionId: string, done: CompletedTools) => void;

/** Remembers a tool that succeeded; a failed, denied or cancelled call does not count (002 W9). */
export const recordCompleted: RecordStage = (outcome, sessionId, done) => {
  if (outcome.status === 'completed') done.add(sessionId, outcome.tool);
};
