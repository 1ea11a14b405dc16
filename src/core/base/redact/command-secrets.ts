import { type CommandRule, rulesOfCommands } from './commands/command-rules';
import { isTechnical } from './values/known-words';
import { quotedAt } from './values/quoted-text';
import { isDrawnPassword, isDrawnWord, isPlaceholder, isWord } from './values/secret-values';
import { matchAt, noSpans, type Place, type SecretSpan } from './values/secret-span';

const maxLine = 600;
export interface LiteralRule {
  readonly literal: string;
  readonly find: (place: Place) => readonly SecretSpan[];
}

export const commandRules: readonly LiteralRule[] = rulesOfCommands.flatMap((rule) =>
  rule.literals.map((literal) => ({ literal, find: (place: Place) => valuesBehind(rule, place) })),
);

/** Values on the rest of the line, behind each option that the rule knows. */
function valuesBehind(rule: CommandRule, { text, start, end }: Place): readonly SecretSpan[] {
  const { before } = rule;
  if (rule.isDirective === true && !beginsLine(text, start)) return noSpans;
  const line = lineBehind(text, start, end);
  if (line === '') return noSpans;
  const spans: SecretSpan[] = [];
  let behind = end;
  for (const found of line.matchAll(before)) {
    if (end + found.index < behind) continue;
    const span = valueAt(rule, text, end + found.index + found[0].length);
    if (span === undefined) continue;
    spans.push({ kind: 'password', begin: start, ...span });
    behind = span.to;
  }
  return spans;
}

const ofWord = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w./-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

/**
 * The rest of the line, up to where the same command is again, which looks at what follows itself;
 * as a part of a word or of the name of a file it is not.
 */
function lineBehind(text: string, start: number, end: number): string {
  let same = start;
  while (same < end && text.charCodeAt(same) === text.charCodeAt(same + end - start)) same += 1;
  if (same === end && ofWord[text.charCodeAt(end - 1)] !== 1) return '';
  const literal = text.slice(start, end);
  // Not sought in the whole text: there it may be spelled in other letter cases only.
  const window = text.slice(end, end + maxLine + literal.length - 1);
  let at = window.indexOf(literal);
  while (at !== -1 && ofWord[text.charCodeAt(end + at - 1)] === 1) {
    at = window.indexOf(literal, at + literal.length);
  }
  const rest = window.slice(0, at === -1 ? maxLine : at);
  const lineEnd = rest.indexOf('\n');
  return lineEnd === -1 ? rest : rest.slice(0, lineEnd);
}

function beginsLine(text: string, at: number): boolean {
  return /^\s*$/.test(text.slice(Math.max(0, text.lastIndexOf('\n', at - 1) + 1, at - 80), at));
}

const plain = /(?:\\.|[^\s"'`<>|;\\]){1,4096}/y;

interface Given {
  readonly from: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

function valueAt(
  rule: CommandRule,
  text: string,
  start: number,
): { readonly from: number; readonly to: number } | undefined {
  const given = givenAt(text, start);
  const shown = rule.user === undefined ? '' : rule.user.exec(given.text)?.[0];
  if (shown === undefined) return undefined;
  const rest = given.text.slice(shown.length);
  const value = given.isQuoted ? rest : rest.replace(/(?:@.*|[,)]+)$/, '');
  if (!isValue(value, given.isQuoted, rule)) return undefined;
  const from = given.from + shown.length;
  return { from, to: from + value.length };
}

function givenAt(text: string, start: number): Given {
  // N'…' in SQL.
  const prefix = /^[nNL]['"]/.test(text.slice(start, start + 2)) ? 1 : 0;
  const quoted = quotedAt(text, start + prefix);
  if (quoted !== undefined) {
    return { from: quoted.from, text: text.slice(quoted.from, quoted.to), isQuoted: true };
  }
  return { from: start, text: matchAt(plain, text, start)?.[0] ?? '', isQuoted: false };
}

const isMixed = /[A-Za-z].*[\d!@#$%^&*+=]|[\d!@#$%^&*+=].*[A-Za-z]/;

/** A drawn word of one piece, with letters of both cases and digits. */
function isMixedWord(value: string): boolean {
  if (!/^[\w+/=~.-]{16,200}$/.test(value) || /^sha\d|[/.].*[/.]|-.*-.*-/.test(value)) return false;
  return isDrawnWord(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

const isSigned = /\d.*[!@#$%^&*]|[!@#$%^&*].*\d/;

function looksDrawn(value: string): boolean {
  return isDrawnPassword(value) || isDrawnWord(value) || isSigned.test(value);
}

function isValue(value: string, isQuoted: boolean, rule: CommandRule): boolean {
  if (value.length < 3 || value.startsWith('-') || isPlaceholder(value)) return false;
  if (isWord(value) || isTechnical(value)) return false;
  return hasForm(value, rule) && (isQuoted || !/^[([{%*]/.test(value));
}

/** What the rule asks of the value. */
function hasForm(value: string, rule: CommandRule): boolean {
  if (rule.isVaried === true && !isMixed.test(value)) return false;
  if (rule.isDrawn === true && !looksDrawn(value)) return false;
  if (rule.isDigit === true && !/\d/.test(value)) return false;
  return rule.isMixed !== true || isMixedWord(value);
}

const echoed =
  /\b(?:echo[ \t]+(?:-n[ \t]+)?|printf[ \t]+(?:["']?%s(?:\\n)?["']?[ \t]+)?)(?:(["'])([^"'\n$]{1,200})\1|([^\s"'$|]{1,200}))[ \t]*\|[^|\n]{0,100}$/;
const piped = /["']([^"'\n$]{1,200})["'][ \t]*\|[ \t]*$/;
const readsSecret = /(?:pass|key|token|secret|cred)[\w-]*[ =]$/i;
const hereString: CommandRule = { literals: [], before: /<<<[ \t]*/g };

/** What a command that reads a password gets: `echo … | sudo -S`, `chpasswd <<< user:…`. */
export function readAt(place: Place): readonly SecretSpan[] {
  if (/\w/.test(place.text.charAt(place.end))) return noSpans;
  return echoedAt(place, echoed) ?? valuesBehind(hereString, place);
}

/** `'…' | ConvertTo-SecureString` */
export function pipedAt(place: Place): readonly SecretSpan[] {
  return echoedAt(place, piped) ?? noSpans;
}

function echoedAt(
  { text, start, floor }: Place,
  before: RegExp,
): readonly SecretSpan[] | undefined {
  const left = Math.max(floor, start - 300);
  const near = text.slice(left, start);
  const found = before.exec(near.slice(near.lastIndexOf('\n') + 1));
  if (found === null) return undefined;
  const said = found[2] ?? found[3] ?? found[1] ?? '';
  const value = /^[\w.-]+:(.+)$/.exec(said)?.[1] ?? said;
  if (value.length < 4 || isPlaceholder(value)) return undefined;
  const begin = start - found[0].length;
  const from = text.indexOf(said, begin) + said.length - value.length;
  return [{ kind: 'password', begin, from, to: from + value.length }];
}

const lead = /(?:-n[ \t]+|["']?%s(?:\\n)?["']?[ \t]+)?["']?/y;

/** `--password-file=<(echo …)` */
export function substitutedAt({ text, start, end, floor }: Place): readonly SecretSpan[] {
  if (!readsSecret.test(text.slice(Math.max(floor, start - 60), start))) return noSpans;
  const at = end + (matchAt(lead, text, end)?.[0].length ?? 0);
  const value = /^[^\s"'$)]{4,200}/.exec(text.slice(at, at + 200))?.[0] ?? '';
  if (value === '' || isPlaceholder(value)) return noSpans;
  return [{ kind: 'password', begin: start, from: at, to: at + value.length }];
}

const dsn = /[\w.-]{1,60}:([^\s"'`:@/$]{4,100})$/;

/** `user:…@tcp(host)`, as drivers of Go have it. */
export function dsnAt({ text, start, floor }: Place): readonly SecretSpan[] {
  const value = dsn.exec(text.slice(Math.max(floor, start - 170), start))?.[1] ?? '';
  if (value === '' || isPlaceholder(value) || isWord(value)) return noSpans;
  return [{ kind: 'password', begin: start - value.length, from: start - value.length, to: start }];
}

const curlCookie = / (?:-b)[ =]?["']?(?=[\w.-]+=)/g;

/** Where the cookies begin that are an option of curl. */
export function curlCookieAt({ text, end }: Place): number | undefined {
  const line = (/^[^\n]*/.exec(text.slice(end, end + maxLine)) ?? [''])[0];
  curlCookie.lastIndex = 0;
  const found = curlCookie.exec(line);
  return found === null ? undefined : end + found.index + found[0].length;
}
