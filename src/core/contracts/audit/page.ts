import * as z from 'zod';
import { toList } from '../json';
import { count, dense, lenient, type Data } from '../schema-parts';
import { auditResults } from './entry';

const text = z.string();
const shortText = text.catch('').transform((value) => value.slice(0, 1000));

export const auditTimes = ['all', 'hour', 'today', 'week', 'custom'] as const;

const formSchema = z.object({
  text: shortText,
  /** Canonical id; empty for every tool. */
  tool: shortText,
  /** Empty for every result. */
  results: z.transform((chosen) => auditResults.filter((each) => toList(chosen).includes(each))),
  time: z.enum(auditTimes),
  /** Of `custom`, local time as a `datetime-local` field writes it; empty: open. */
  from: shortText,
  to: shortText,
  order: z.enum(['newest', 'oldest']),
});
export type AuditForm = Data<typeof formSchema>;

/** Pages of the table to turn to; `here` reads the current one again. */
export const auditMoves = ['first', 'previous', 'next', 'last', 'here'] as const;
export type AuditMove = (typeof auditMoves)[number];

/** ISO 8601, UTC, as entries are stamped. */
const instant = lenient(
  text
    .refine((value) => !Number.isNaN(Date.parse(value)))
    .transform((value) => new Date(value).toISOString()),
);

/** Every request is validated, none is trusted (decision command-environment). */
export const auditRequest = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['ready', 'export', 'verify']) }),
  /** With the form's time as instants: only the page knows the user's time zone. */
  z
    .object({ type: z.literal('query'), form: formSchema, from: instant, to: instant })
    .transform(dense),
  z.object({ type: z.literal('move'), to: z.enum(auditMoves) }),
  z.object({ type: z.literal('scrolled'), top: count }),
  z.object({ type: z.enum(['unfold', 'fold', 'showCard', 'copy']), row: text }),
]);
export type AuditViewRequest = Data<typeof auditRequest>;

/** Messages of the host to the page. The host creates and escapes every `html`. */
export type AuditViewMessage =
  | { readonly type: 'restore'; readonly form: AuditForm }
  | { readonly type: 'tools'; readonly tools: readonly AuditToolChoice[] }
  | { readonly type: 'busy' }
  | {
      readonly type: 'rows';
      readonly html: string;
      readonly status: string;
      readonly problems: string;
      readonly moves: readonly AuditMove[];
      /** Scroll position in pixels; absent: unchanged. */
      readonly top?: number;
    }
  | { readonly type: 'unfolded'; readonly row: string; readonly html: string }
  | { readonly type: 'copied'; readonly row: string };

export interface AuditToolChoice {
  readonly id: string;
  readonly label: string;
}
