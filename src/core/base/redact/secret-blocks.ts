import { isThoughtUp } from './row-secrets';
import { changesAsDrawn, isDrawnWord, isPlaceholder } from './values/secret-values';
import { matchAt, noSpans, type Place, type SecretSpan } from './values/secret-span';

/** What stands above the values of a secret of a cluster; nothing follows on its line. */
export const blockNames: readonly string[] = [
  ...['data:', 'stringdata:', '"data": {', '"stringdata": {'],
];

const entry =
  /\r?\n([ \t]{1,40})["']?[\w.-]{1,100}["']?:[ \t]{1,4}["']?([^\s"',]{0,65536})["']?,?[ \t]*/y;
const maxEntries = 200;

/** The values of `data:` that are base64, and those of `stringData:` that someone thought up. */
export function blockAt({ text, start, end, floor }: Place): readonly SecretSpan[] {
  const left = text.slice(Math.max(floor, start - 60), start);
  if (!/(?:^|\n)[ \t]*$/.test(left)) return noSpans;
  const isPlain = /^"?s/i.test(text.slice(start, end));
  const spans: SecretSpan[] = [];
  let at = end;
  for (let count = 0; count < maxEntries; count += 1) {
    const found = matchAt(entry, text, at);
    if (found === null) break;
    const value = found[2] ?? '';
    const from = at + found[0].lastIndexOf(value);
    at += found[0].length;
    if (isPlain ? isPlainSecret(value) : isEncoded(value)) {
      spans.push({ kind: 'secret', begin: start, from, to: from + value.length });
    }
  }
  return spans;
}

function isPlainSecret(value: string): boolean {
  if (isPlaceholder(value) || value.includes('://')) return false;
  return isDrawnWord(value) || isThoughtUp(value, { isPassword: true });
}

/** Base64 of four characters or more, and no word. */
function isEncoded(value: string): boolean {
  if (value.length < 8 || value.length % 4 !== 0) return false;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  return value.endsWith('=') || changesAsDrawn(value);
}

const [maxHead, maxLine] = [60, 160];
const head = /^[ \t]*"?(?:string)?data"?:(?: \{)?\r?\n?$/i;
const inside = /^[ \t]{1,40}["']?[\w.-]{1,100}["']?:[ \t]/;

/** True for a line that may be the first of such a block. */
export function beginsBlock(text: string, start: number, end: number): boolean {
  return end - start < maxHead && head.test(text.slice(start, end));
}

/** True for a line that may be of the block that goes on. */
export function isOfBlock(text: string, start: number, end: number): boolean {
  return inside.test(text.slice(start, Math.min(end, start + maxLine)));
}
