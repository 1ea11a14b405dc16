import * as z from 'zod/mini';
import { isObject, parseJson } from '../../../core/contracts/json';
import type { DiskFile } from '../../system/disk';
import type { AuditFile } from '../audit/log/audit-names';
import { digestOf, findLineStart, markBytes, parseMark } from '../audit/log/lines';
import type { OwnFile } from '../channel/protocol';

export async function endOf(file: AuditFile, opened: DiskFile, own: OwnFile): Promise<number> {
  return file.name === own.name ? own.end : opened.size();
}

/** Identifies a file whatever its name; undefined until it has a line. */
export async function markOf(
  opened: DiskFile,
  { writer }: AuditFile,
  end: number,
): Promise<string | undefined> {
  const start = Buffer.from(await opened.read(0, Math.min(markBytes, end))).toString();
  const newline = start.indexOf('\n');
  if (newline === -1 && end < markBytes) return undefined;
  const text = newline === -1 ? start : start.slice(0, newline);
  return `${writer} ${JSON.stringify(parseMark(text) ?? text)}`;
}

/** Digest of the line that ends at a position: it covers all lines before it. */
export async function lastDigest(opened: DiskFile, end: number): Promise<string> {
  if (end === 0) return '';
  const from = await findLineStart(opened, end - 1);
  return digestOf(await opened.read(from, end - 1 - from));
}

const auditColumns = z.object({
  ts: z.string(),
  tool: z.string(),
  result: z.string(),
  session: z._default(z.nullable(z.string()), null),
  tool_call_id: z._default(z.nullable(z.string()), null),
  exit_code: z._default(z.nullable(z.number()), null),
  stdout: z._default(z.nullable(z.string()), null),
  stderr: z._default(z.nullable(z.string()), null),
});

/** Its columns; undefined for a line that is no entry. */
export function readLine(line: string) {
  const json = parseJson(line);
  const read = z.safeParse(auditColumns, json).data;
  const at = Date.parse(read?.ts ?? '');
  if (read === undefined || Number.isNaN(at)) {
    return isObject(json) && ('dropped_bytes' in json || 'seal_late' in json) ? 'note' : undefined;
  }
  const { ts: _, ...columns } = read;
  return { at, seq: parseMark(line)?.seq ?? 0, ...columns };
}

/**
 * Text that JSON does not escape. Sigma is excluded: its lower case depends on the end of the word,
 * which differs in JSON.
 */
const plain = /^[^"\\\p{Cc}\p{Cs}σς]*$/u;

/** Case-insensitive search for a text in the lines of audit entries: `AuditFilter.text`. */
export function createTextMatch(text: string): (line: string) => boolean {
  const wanted = text.toLowerCase();
  const isPlain = plain.test(wanted);
  return (line) => {
    // Such a line cannot contain the text and need not be parsed.
    if (isPlain && !line.toLowerCase().includes(wanted)) return false;
    return textsOf(parseJson(line)).some((one) => one.toLowerCase().includes(wanted));
  };
}

const searched = ['tool', 'summary', 'tool_call_id', 'session', 'caller_id', 'overflow_id'];

function textsOf(entry: unknown): readonly string[] {
  if (!isObject(entry)) return [];
  const gates = Array.isArray(entry['gates']) ? Array.from<unknown>(entry['gates']) : [];
  const reasons = gates.map((gate) => (isObject(gate) ? gate['reason'] : undefined));
  return [...searched.map((name) => entry[name]), ...reasons, entry['call']].flatMap(stringsIn);
}

/** Keys and values at any depth: their JSON would contain escapes that no one types. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return Array.from<unknown>(value).flatMap(stringsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...stringsIn(one)]);
}
