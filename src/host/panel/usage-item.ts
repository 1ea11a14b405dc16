import * as z from 'zod';
import type { SessionUpdate } from '../../core/contracts/acp';
import type { UsageItem } from '../../core/contracts/panel';
import { carried, lenient } from './card-meta';

const amount = z.number().min(0);

const updateSchema = z.object({
  used: amount,
  size: amount,
  cost: lenient(z.object({ amount, currency: z.literal('USD') })),
});
/** What ACP has no field for; an agent that is not ours does not say it. */
const usageMetaSchema = z
  .object({ inputTokens: amount, outputTokens: amount, estimated: z.boolean() })
  .catch({ inputTokens: 0, outputTokens: 0, estimated: false });

/** Undefined for numbers that cannot be shown. */
export function readUsageItem(
  update: Extract<SessionUpdate, { sessionUpdate: 'usage_update' }>,
): UsageItem | undefined {
  const parsed = updateSchema.safeParse(update);
  if (!parsed.success) return undefined;
  const { used, size, cost } = parsed.data;
  return {
    usedTokens: used,
    contextTokens: size,
    ...usageMetaSchema.parse(carried(update._meta)),
    ...(cost === undefined ? {} : { cost: cost.amount }),
  };
}
