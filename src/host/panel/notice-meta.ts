import * as z from 'zod';
import type { NoticeItem } from '../../core/contracts/panel';
import { carried, lenient } from './card-meta';

/** What a notice says and offers; its `messageId` names it when it is said anew. */
export type Notice = Pick<NoticeItem, 'level' | 'text' | 'action' | 'waitUntil'> & {
  readonly messageId?: string;
};

const noticeSchema = z.object({
  notice: z.enum(['info', 'warning', 'error']),
  action: lenient(z.enum(['retry', 'continue'])),
  waitUntil: lenient(z.int().min(0)),
});

/** A message chunk that is a notice; undefined for the model's own text. */
export function readNotice(meta: unknown, text: string): Notice | undefined {
  const parsed = noticeSchema.safeParse(carried(meta));
  if (!parsed.success) return undefined;
  const { notice: level, action, waitUntil } = parsed.data;
  return {
    level,
    text,
    ...(action === undefined ? {} : { action }),
    ...(waitUntil === undefined ? {} : { waitUntil }),
  };
}
