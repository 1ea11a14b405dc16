import type { SealedEntry } from '../../core/contracts/audit';
import { parseSealed } from './audit-lines';

/** Finds entries that contain a text, whatever its case: `AuditFilter.text`. */
export interface TextMatch {
  /** False when the line cannot hold the text: it need not be parsed. */
  mayHold(line: string): boolean;
  holds(entry: SealedEntry): boolean;
}

/**
 * Looks the same in JSON as outside. A sigma does not: the small one at the end of a word is another
 * letter, and words end elsewhere in JSON.
 */
const plain = /^[^"\\\p{Cc}\p{Cs}σς]*$/u;

export function createTextMatch(text: string): TextMatch {
  const wanted = text.toLowerCase();
  const isPlain = plain.test(wanted);
  return {
    mayHold: (line) => !isPlain || line.toLowerCase().includes(wanted),
    holds: (entry) => textsOf(entry).some((one) => one.toLowerCase().includes(wanted)),
  };
}

/** The entry of a line; `other` when it does not hold the text, undefined when it is no entry. */
export function findText(
  line: string,
  writer: string,
  match: TextMatch | undefined,
): SealedEntry | 'other' | undefined {
  if (match !== undefined && !match.mayHold(line)) return 'other';
  const entry = parseSealed(line, writer);
  return entry !== undefined && match?.holds(entry) === false ? 'other' : entry;
}

function textsOf(entry: SealedEntry): readonly string[] {
  const ids = [entry.tool_call_id, entry.session, entry.caller_id, entry.overflow_id];
  return [
    entry.tool,
    entry.summary,
    ...ids.flatMap((id) => id ?? []),
    ...entry.gates.map(({ reason }) => reason),
    ...stringsIn(entry.call),
  ];
}

/** Keys and values, at any depth: JSON of them would hold escapes that nobody types. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...stringsIn(one)]);
}
