import * as z from 'zod';
import { escapeControlInline } from '../../core/base/escape-control';
import { ruleActions } from '../../core/contracts/decision';
import type { JudgedPart } from '../../core/contracts/shell-reading';
import { cutMarked } from './card-text';

/** More sub-commands than a person reads on a card; Explain shows what there is. */
const maxParts = 50;
const maxHazards = 10;
/** In characters. */
const maxText = 1000;

const line = z.string().transform((value) => cutMarked(escapeControlInline(value), maxText));

const partSchema = z.object({
  text: line,
  verdict: z.enum(ruleActions),
  reason: line,
  hazards: z.array(line).transform((hazards) => hazards.slice(0, maxHazards)),
});

/** The sub-commands of a command as a card shows them; what is malformed is left out. */
export function readCardParts(value: unknown): readonly JudgedPart[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxParts).flatMap((part: unknown) => {
    const parsed = partSchema.safeParse(part);
    return parsed.success ? [parsed.data] : [];
  });
}
