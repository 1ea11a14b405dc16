import { isThoughtUp } from './row-secrets';
import { isDrawnPassword, isPlaceholder } from './values/secret-values';
import { matchAt, noSpans, type Place, spanOf, type SecretSpan } from './values/secret-span';

/** Words of a sentence that says how to get in. */
export const entryWords: readonly string[] = [
  ...['log in', 'sign in', 'logged in', 'login ', 'login:', 'log on', 'wifi', 'wi-fi', 'wlan'],
  ...['ssid', 'authenticate with', 'unlock', 'credential', 'creds'],
];

const maxNear = 140;
const word = /[^\s"'`<>(){}[\],;|]{8,48}/g;
/** Several words in one: `OAuth2Login`. */
const camel = /^[a-z]?\d{0,4}(?:[A-Z]{0,5}[a-z]{2,20}\d{0,4}){0,8}[A-Z]{0,3}$/;

/** Of a name in a program: `core_util_1.isObject`, `Base64Url-encoded`. */
function isNamePart(part: string): boolean {
  return /^[A-Z]{0,20}\d{0,4}$/.test(part) || camel.test(part);
}

/** As no word is written: letters of both cases and digits, with a sign or as drawn. */
function isSaidSecret(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false;
  if (/[@.].*\.|^[-@]|^0x|[/\\:=]|\w\.[a-z]{2,4}$/.test(value)) return false;
  if (value.split(/[\W_]+/).every(isNamePart) || isPlaceholder(value)) return false;
  return (
    isDrawnPassword(value) ||
    (/[!#$%^&*+~?@]/.test(value) && isThoughtUp(value, { isPassword: true }))
  );
}

/** `log in as bob / …`, `Wifi: Guest / …`: of the words on the same line the one that is drawn. */
export function saidNearAt({ text, start, end, floor }: Place): readonly SecretSpan[] {
  if (!hasDigit(text, Math.max(floor, start - maxNear), end + maxNear)) return noSpans;
  if (start > floor && /\w/.test(text.charAt(start - 1))) return noSpans;
  const [left, right] = nearOf(text, start, end, floor);
  if (!hasDigit(text, left, right)) return noSpans;
  const spans: SecretSpan[] = [];
  for (const { 0: found, index } of text.slice(left, right).matchAll(word)) {
    const value = found.replace(/[.:!?]+$/, '');
    if (!isSaidSecret(value)) continue;
    const from = left + index;
    spans.push({ kind: 'secret', begin: Math.min(from, start), from, to: from + value.length });
  }
  return spans;
}

const digit = /\d|$/g;
/** The digit that was looked for last, as hits come in order: each text is gone through once. */
let lastDigit = { text: '', from: 0, at: 0 };

/** Whether a part of a text has a digit, which whatever is said has. */
function hasDigit(text: string, from: number, to: number): boolean {
  if (from < lastDigit.from || from > lastDigit.at || lastDigit.text !== text) {
    digit.lastIndex = from;
    lastDigit = { text, from, at: digit.exec(text)?.index ?? text.length };
  }
  return lastDigit.at < to;
}

/** The line on either side, up to where the same words are again: these look there themselves. */
function nearOf(
  text: string,
  start: number,
  end: number,
  floor: number,
): readonly [left: number, right: number] {
  const said = text.slice(start, end);
  const least = Math.max(floor, start - maxNear);
  const before = text.slice(least, start);
  const behind = text.slice(end, end + maxNear);
  const ends = [behind.indexOf('\n'), behind.indexOf(said)].filter((at) => at !== -1);
  const begins = Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf(said));
  return [least + Math.max(0, begins), end + Math.min(behind.length, ...ends)];
}

const maxBefore = 100;
const whose =
  /^(?:(?:the|our|my|your|their|its|his|her|a|new|old|root|admin|db|database|current)[ \t]+){1,3}(?:[\w-]{1,20}[ \t]+){0,2}$/i;

/** `… is the password`: the value before its name. */
export function saidBefore(text: string, start: number, floor: number): readonly SecretSpan[] {
  const least = Math.max(floor, start - maxBefore);
  const far = text.slice(least, start);
  const lead = far.slice(far.lastIndexOf('\n') + 1);
  for (const verb of [' is ', ' was ', ' = ', ' as ']) {
    const at = lead.lastIndexOf(verb);
    if (at < 8 || !whose.test(lead.slice(at + verb.length))) continue;
    const value = lead
      .slice(lead.lastIndexOf(' ', at - 1) + 1, at)
      .replace(/^["'`(]+|["'`,)]+$/g, '');
    if (!isThoughtUp(value, { isPassword: true })) return noSpans;
    const from = start - lead.length + lead.lastIndexOf(value, at);
    return spanOf('secret', from, from, from + value.length);
  }
  return noSpans;
}

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
