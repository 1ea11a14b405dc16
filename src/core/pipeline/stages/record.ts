import type { CompletedTools } from '../completed-tools';
import type { CallOutcome } from '../../contracts/outcome';

/** A step after a call's end: remembers, never changes the outcome. */
export type RecordStage = (outcome: CallOutcome, sessionId: string, done: CompletedTools) => void;

/** Remembers a tool that succeeded; a failed, denied or cancelled call does not count (002 W9). */
export const recordCompleted: RecordStage = (outcome, sessionId, done) => {
  if (outcome.status === 'completed') done.add(sessionId, outcome.tool);
};
