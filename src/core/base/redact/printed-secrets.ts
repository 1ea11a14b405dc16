import { isDrawnPassword, isDrawnWord, isPlaceholder } from './values/secret-values';
import { isThoughtUp } from './row-secrets';
import { matchAt, noSpans, type Place, spanOf, type SecretSpan } from './values/secret-span';

/** Commands that print a secret, and nothing else. */
export const printers: readonly string[] = [
  ...[
    'get-login-password',
    'print-access-token',
    'print-identity-token',
    ' auth token',
    'auth:token',
  ],
  ...[
    'pass show',
    'find-generic-password',
    'find-internet-password',
    'bw get',
    'op read',
    'op item get',
  ],
  ...['config:get', 'output -raw', 'openssl rand', 'pwgen', 'base64 -d', 'base64 --decode'],
  ...[
    'get-secret-value',
    'versions access',
    'secrets get',
    'create token',
    'kv get -field',
    'read -field',
  ],
  ...[
    'keyring get',
    'secret-tool lookup',
    'get-access-token',
    'lpass show',
    'join-token',
    'authtoken',
  ],
];

const prompt = /^(?:\S{0,60}[$#%>❯»]|PS [^>\n]{0,100}>|\+)[ \t]/;
const maxCommand = 200;
const rest = /[^\n]{0,400}\n/y;
const output = /[ \t]*["']?([^\s"']{8,4096})["']?[ \t]*(?:\r?\n|$)/y;

/** What a command prints on the line below it, where the command is behind a prompt. */
export function printedAt({ text, start, end, floor }: Place): readonly SecretSpan[] {
  if (!isPrompted(text, start, floor)) return noSpans;
  const line = matchAt(rest, text, end)?.[0];
  return line === undefined ? noSpans : outputAt(text, start, end + line.length);
}

/** As `printedAt`, behind a name that says credential and ends the command. */
export function printedBelow(
  text: string,
  name: { readonly start: number; readonly end: number },
  floor: number,
): readonly SecretSpan[] {
  const line = matchAt(/["'}]{0,3}[ \t]*\r?\n/y, text, name.end)?.[0];
  if (line === undefined || !isPrompted(text, name.start, floor)) return noSpans;
  return outputAt(text, name.start, name.end + line.length);
}

function isPrompted(text: string, start: number, floor: number): boolean {
  const least = Math.max(floor, start - maxCommand);
  const lead = text.slice(least, start);
  return prompt.test(lead.slice(lead.lastIndexOf('\n') + 1));
}

function outputAt(text: string, begin: number, at: number): readonly SecretSpan[] {
  const found = matchAt(output, text, at);
  const value = found?.[1] ?? '';
  if (found === null || isPlaceholder(value) || !isPrinted(value)) return noSpans;
  const from = at + found[0].indexOf(value);
  return spanOf('secret', begin, from, from + value.length);
}

function isPrinted(value: string): boolean {
  if (isDrawnPassword(value) || isDrawnWord(value)) return true;
  if (/^[0-9a-f]{24,}$/i.test(value)) return /\d/.test(value);
  return isThoughtUp(value, { isPassword: true }) || /^[\w+/-]{16,}=+$/.test(value);
}

/** The end of a line behind which such an output may follow. */
const printing = new RegExp(
  printers.map((words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'),
  'i',
);

/** True for a line with a prompt and such a command. */
export function printsBelow(text: string, start: number, end: number): boolean {
  const line = text.slice(start, Math.min(end, start + maxCommand));
  return prompt.test(line) && printing.test(line);
}
