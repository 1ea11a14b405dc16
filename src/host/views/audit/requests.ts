import * as z from 'zod';
import { toList } from '../../../core/contracts/json';
import { count, dense, lenient } from '../../../core/contracts/schema-parts';
import { auditResults } from '../../../core/contracts/audit/entry';
import {
  auditMoves,
  type AuditForm,
  type AuditViewRequest,
} from '../../../core/contracts/audit/page';

export const auditTimes = [
  'all',
  'hour',
  'today',
  'week',
  'custom',
] as const satisfies readonly AuditForm['time'][];

export const emptyForm: AuditForm = {
  text: '',
  tool: '',
  results: [],
  time: 'all',
  from: '',
  to: '',
  order: 'newest',
};

const text = z.string();
const shortText = text.catch('').transform((value) => value.slice(0, 1000));

/** ISO 8601, UTC, as entries are stamped. */
const instant = lenient(
  text
    .refine((value) => !Number.isNaN(Date.parse(value)))
    .transform((value) => new Date(value).toISOString()),
);

const formSchema = z.object({
  text: shortText,
  tool: shortText,
  results: z.transform((chosen) => auditResults.filter((each) => toList(chosen).includes(each))),
  time: z.enum(auditTimes),
  from: shortText,
  to: shortText,
  order: z.enum(['newest', 'oldest']),
});

const requestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['ready', 'export', 'verify']) }),
  z
    .object({ type: z.literal('query'), form: formSchema, from: instant, to: instant })
    .transform(dense),
  z.object({ type: z.literal('move'), to: z.enum(auditMoves) }),
  z.object({ type: z.literal('scrolled'), top: count }),
  z.object({ type: z.enum(['unfold', 'fold', 'showCard', 'copy']), row: text }),
]);

/**
 * A message of the page (decision command-environment: every one is validated, none is trusted);
 * undefined when it is invalid.
 */
export function readAuditRequest(message: unknown): AuditViewRequest | undefined {
  return requestSchema.safeParse(message).data;
}
