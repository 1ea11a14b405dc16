import { isPlaceholder } from './secret-values';
import { matchAt, noSpans, type Place, spanOf, type SecretSpan } from './secret-span';

/** Names of codes of digits; of those that are also a part of words, with the sign behind. */
export const codeNames: readonly string[] = [
  ...['pin:', 'pin=', 'pin"', "pin'", 'pin ', 'pin code', 'puk', 'cvv', 'cvc', 'otp', 'tan:'],
  ...['verification code', 'security code', 'one-time code', 'one time code', 'access code'],
  ...[
    'door code',
    'gate code',
    'alarm code',
    'entry code',
    'sms code',
    'login code',
    'sign-in code',
  ],
  ...[
    'auth code',
    'authentication code',
    'authenticator code',
    '2fa code',
    'mfa code',
    'unlock code',
  ],
  ...['confirmation code', 'verification_code', 'security_code', 'passcode'],
];

const code =
  /[12]?["'\]]?(?:[ \t]+(?:for|to|of)(?:[ \t]+[^\s:]{1,30}){1,4})?[ \t]{0,4}(?:(?:[:=]|->|is:?|was:?)[ \t]{0,4})?["']?(\d{3,12}|\d{3}[ -]\d{3})(?=#|["',;.)\]}]*(?:\s|$)|\\)/y;

/** `PIN: 4821`: digits that a name says are a code. */
export function codeAt({ text, start, end, floor }: Place): readonly SecretSpan[] {
  if (start > floor && /[A-Za-z0-9]/.test(text.charAt(start - 1))) return noSpans;
  // The literal may have the sign, the quote or the blank already.
  const begin = /[:="' ]$/.test(text.slice(start, end)) ? end - 1 : end;
  const [whole = '', value = ''] = matchAt(code, text, begin) ?? [];
  // `pin 1013` may be one of a board.
  if (begin < end && !/[:=>s]/.test(whole)) return noSpans;
  const least = /^cv/i.test(text.slice(start, end)) ? 3 : 4;
  if (value.length < least || isPlaceholder(value)) return noSpans;
  const to = begin + whole.length;
  return spanOf('secret', start, to - value.length, to);
}

const codesSign = /s?(?:["'\]]{0,2}[ \t]{0,3}[:=]|[ \t]?\([^()\n]{1,60}\):?)?[ \t]{0,3}/y;
const betweenCodes = /(?:[\s,;"'[\]•*|]|\d{1,2}[.)](?=\s)|- |\\n)*/y;
const oneCode = /(?:[A-Za-z0-9]{4,12})(?:[- ][A-Za-z0-9]{4,6}){0,3}(?![\w-])/y;
const maxCodes = 24;

/** `backup codes:` and the codes behind it, on its line and below. */
export function backupCodesAt({ text, start, end }: Place): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  let at = end + (matchAt(codesSign, text, end)?.[0].length ?? 0);
  while (spans.length < maxCodes) {
    at += matchAt(betweenCodes, text, at)?.[0].length ?? 0;
    const found = matchAt(oneCode, text, at)?.[0] ?? '';
    if (!/\d/.test(found) || /^(?:19|20)\d\d$/.test(found)) break;
    spans.push({ kind: 'secret', begin: start, from: at, to: at + found.length });
    at += found.length;
  }
  return spans;
}

const groups = /\d{6}(?:-\d{6}){7}/g;
const maxGroups = 300;

/** The recovery key of a drive: eight groups of six digits. */
export function driveKeyAt({ text, start, end }: Place): readonly SecretSpan[] {
  return [...text.slice(end, end + maxGroups).matchAll(groups)].map(({ 0: key, index }) => ({
    kind: 'secret',
    begin: start,
    from: end + index,
    to: end + index + key.length,
  }));
}
