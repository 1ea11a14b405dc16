import { t } from '../l10n/l10n';
import { language } from '../l10n/language';

/** A readable duration: `0.4s`, `12s`, `3m 05s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.1) return inUnit('millisecond', Math.round(Math.max(0, ms)));
  if (seconds < 9.95) return inUnit('second', seconds, { minimumFractionDigits: 1 });
  const whole = Math.round(seconds);
  if (whole < 60) return inUnit('second', whole);
  const rest = inUnit('second', whole % 60, { minimumIntegerDigits: 2 });
  return t('unit.minutes', { minutes: inUnit('minute', Math.floor(whole / 60)), seconds: rest });
}

/** "5.1 MB", rounded up */
export function formatMegabytes(bytes: number): string {
  const tenths = Math.ceil((bytes / 1024 / 1024) * 10);
  return inUnit('megabyte', tenths / 10, { unitDisplay: 'short' });
}

/** "34 KB", "1.2 MB" */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_000_000) return inUnit('megabyte', bytes / 1_000_000, { unitDisplay: 'short' });
  const kilobytes = bytes >= 1000 ? Math.round(bytes / 1000) : bytes / 1000;
  return inUnit('kilobyte', kilobytes, { unitDisplay: 'short' });
}

function inUnit(unit: string, value: number, more: Intl.NumberFormatOptions = {}): string {
  const form = { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, { ...form, ...more }).format(value);
}

/** The last part of a path, and the part before it. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { folder: path.slice(0, at + 1), name: path.slice(at + 1) };
}

/**
 * The path as the card's title shows it, if the title (or one of two paths joined by an arrow) is
 * its end or a parent folder.
 */
export function shortPath(path: string, title: string): string {
  for (const part of title.split(' → ')) {
    if (part !== '' && path.endsWith(`/${part}`)) return part;
    const at = part === '' ? -1 : path.indexOf(`/${part}/`);
    if (at !== -1) return path.slice(at + 1);
  }
  return path;
}

/** The old and new path of a file as the title shows them, otherwise without shared folders. */
export function shortMove(from: string, to: string, title: string): readonly [string, string] {
  const [shortFrom, shortTo] = [shortPath(from, title), shortPath(to, title)];
  if (shortFrom !== from && shortTo !== to) return [shortFrom, shortTo];
  let at = 0;
  while (at < from.length && from[at] === to[at]) at += 1;
  const start = splitPath(from.slice(0, at)).folder.length;
  return [from.slice(start), to.slice(start)];
}

/** A text of bounded length for one line; a character of two code units is not cut in half. */
export function cutLine(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A reason as a sentence: "no rule matches" is "No rule matches." */
export function sentence(reason: string): string {
  const text = sentenceCase(reason);
  return /[.!?…。！？]$/.test(text) ? text : t('unit.sentence', { text });
}

/** With a capital at its start, unless that is a path or an address, which the language may put first. */
export function sentenceCase(text: string): string {
  const startsWithWord = /^\p{Ll}[\p{L}'’-]*[,:;]?(?:\s|$)/u.test(text);
  return startsWithWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Invisible characters and those that change their neighbors: controls, bidi and format marks. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The same, except the joiners and selectors that emoji and some scripts need. */
const unseenInProse = new RegExp(`(?!\\u200c|\\u200d|\\ufe0e|\\ufe0f)${unseen.source}`, 'gu');

/**
 * A name on one line, of bounded length, with invisible characters escaped as `\u202e` (decision
 * inert-text).
 */
export function shownText(text: string, maxChars: number): string {
  return cutLine(text, maxChars).replace(unseen, escaped);
}

/** The same for text written by the user, which is not a file name. */
export function shownProse(text: string, maxChars: number): string {
  return cutLine(text.replace(/\s+/g, ' ').trim(), maxChars).replace(unseenInProse, escaped);
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Whole seconds until a moment, both in epoch milliseconds; never below 0. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1000));
}

/** "Retrying in 12s", "Retrying in 2m 05s", "Retrying now" */
export function countdownText(seconds: number): string {
  if (seconds === 0) return t('retry.now');
  const time = seconds < 10 ? inUnit('second', seconds) : formatDuration(seconds * 1000);
  return t('retry.in', { time });
}

/** The same for screen readers: changes each minute, then at ten seconds, not each second. */
export function spokenCountdown(seconds: number): string {
  if (seconds === 0) return t('retry.now');
  if (seconds <= 10) return t('retry.inTenSeconds');
  if (seconds <= 60) return t('retry.inAMinute');
  return t('retry.inMinutes', { count: Math.ceil(seconds / 60) });
}
