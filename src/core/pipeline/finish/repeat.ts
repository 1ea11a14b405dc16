import type { ShownOutput } from '../shown-outputs';
import type { FinishStage } from './draft';

/** Shorter answers are repeated: a reference would save nothing. */
const minLength = 600;

/**
 * Answers the same call with the same output by naming the earlier one: most of what agents read is
 * what they have read before. The earlier text is kept as an overflow text, so that the reference
 * holds also when the earlier answer has left the context.
 */
export const repeat: FinishStage = async (draft, { sessions, overflow }) => {
  const { callKey, text, toolCallId } = draft;
  if (callKey === undefined || text.length < minLength) return draft;
  const session = sessions.of(draft.sessionId);
  const earlier = session.outputs.find(callKey, text);
  if (earlier === undefined) {
    session.outputs.add({ callKey, text, toolCallId, number: session.spent() });
    return draft;
  }
  const kept =
    earlier.overflowId ?? (await overflow.put({ conversationId: draft.sessionId, text }));
  if (typeof kept !== 'string' && !kept.ok) return draft;
  const overflowId = typeof kept === 'string' ? kept : kept.value;
  session.outputs.add({ ...earlier, overflowId });
  const mark = repeatMark(earlier, overflowId);
  return { ...draft, report: undefined, repeats: earlier.toolCallId, overflowId, text: mark };
};

function repeatMark({ number, toolCallId, text }: ShownOutput, overflowId: string): string {
  const lines = text.split('\n').length;
  return `[Same output as call ${String(number)} (${toolCallId}), which was the same command: ${String(lines)} lines, nothing has changed. Read it again as overflow:${overflowId} with read_overflow.]`;
}
