import * as z from 'zod';
import { compactionMethods, type CompactionReport } from '../../core/contracts/compaction';
import type { NoticeItem } from '../../core/contracts/panel';
import { carried, lenient } from './card-meta';

/** What a notice says and offers; its `messageId` names it when it is said anew. */
export type Notice = Pick<NoticeItem, 'level' | 'text' | 'action' | 'waitUntil'> & {
  readonly messageId?: string;
};

const count = z.int().min(0);

const schema = z.object({
  notice: z.enum(['info', 'warning', 'error']),
  action: lenient(z.enum(['retry', 'continue'])),
  waitUntil: lenient(count),
  compaction: lenient(
    z.object({
      method: z.enum(compactionMethods),
      removedMessages: count,
      tokensBefore: count,
      tokensAfter: count,
      model: z.string(),
    }),
  ),
});

/** A message chunk that is a notice; undefined for the model's own text. */
export function readNotice(meta: unknown, text: string): Notice | undefined {
  const parsed = schema.safeParse(carried(meta));
  if (!parsed.success) return undefined;
  const { notice: level, action, waitUntil, compaction } = parsed.data;
  return {
    level,
    text: compaction === undefined ? text : compactionText(compaction),
    ...(action === undefined ? {} : { action }),
    ...(waitUntil === undefined ? {} : { waitUntil }),
  };
}

function compactionText({ removedMessages, tokensBefore, tokensAfter, model }: CompactionReport) {
  const [before, after] = [tokensBefore, tokensAfter].map((tokens) => tokens.toLocaleString('en'));
  const messages = `${removedMessages} ${removedMessages === 1 ? 'message' : 'messages'}`;
  return `The conversation was compressed: ${messages} became a summary, about ${before} → ${after} tokens (${model}).`;
}
