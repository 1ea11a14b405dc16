import { cutEnd, cutStart } from '../../base/text-lines';
import { failure, formatToolError } from '../../contracts/failure';
import type { FinishStage } from './draft';

/**
 * Puts a text over the threshold into the overflow store; the model keeps head, tail and an opaque
 * `overflow:<uuid>` (003 Output Overflow). The reference is given out only once it is durable.
 */
export const overflow: FinishStage = async (draft, { overflow: store }) => {
  const limit = draft.limits.overflowThreshold;
  if (draft.text.length <= limit) return draft;
  const kept = await store.put({ conversationId: draft.sessionId, text: draft.text });
  if (!kept.ok) {
    const failed = failure(
      'execution',
      `The whole output could not be kept: ${kept.failure.message}`,
    );
    return { ...draft, failed: true, failure: failed, text: formatToolError(failed) };
  }
  const id = kept.value;
  return { ...draft, overflowId: id, text: headAndTail(draft.text, limit, id) };
};

function headAndTail(text: string, limit: number, id: string): string {
  const half = Math.floor(limit / 2);
  const head = cutEnd(text, half);
  const tail = cutStart(text, half);
  const dropped = String(text.length - head.length - tail.length);
  const notice = `[${dropped} characters left out. The whole is overflow:${id}; read it with read_overflow.]`;
  return `${head}\n${notice}\n${tail}`;
}
