import { isThoughtUp } from './row-secrets';
import { isDrawnPassword, isPlaceholder } from './secret-values';
import { noSpans, type Place, spanOf, type SecretSpan } from './secret-span';

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
  if (start > floor && /\w/.test(text.charAt(start - 1))) return noSpans;
  const [left, right] = nearOf(text, start, end, floor);
  const spans: SecretSpan[] = [];
  for (const { 0: found, index } of text.slice(left, right).matchAll(word)) {
    const value = found.replace(/[.:!?]+$/, '');
    if (!isSaidSecret(value)) continue;
    const from = left + index;
    spans.push({ kind: 'secret', begin: Math.min(from, start), from, to: from + value.length });
  }
  return spans;
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
