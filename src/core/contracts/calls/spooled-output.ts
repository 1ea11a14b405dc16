import * as z from 'zod';
import { count, type Data } from '../schema-parts';

/** An output that is more than memory keeps: redacted, in a file until it is stored. */
export const spooledOutput = z.object({
  /** That of the stored output, too: `read_overflow` reads it at any time. */
  id: z.string(),
  /** Of all that was printed. */
  bytes: count,
  /** False if the middle was left out, by the limit of the store. */
  isWhole: z.boolean(),
  /** Kinds of credentials that were removed. */
  kinds: z.array(z.string()),
});
export type SpooledOutput = Data<typeof spooledOutput>;
