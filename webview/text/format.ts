/** A readable duration: `0.4s`, `12s`, `3m 05s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.1) return `${Math.round(Math.max(0, ms))}ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, '0')}s`;
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
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

/** "in 12 s", "in 2 min 05 s", "now" */
export function countdownText(seconds: number): string {
  if (seconds === 0) return 'now';
  if (seconds < 60) return `in ${seconds} s`;
  return `in ${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** The same for screen readers: changes each minute, then at ten seconds, not each second. */
export function spokenCountdown(seconds: number): string {
  if (seconds === 0) return 'now';
  if (seconds <= 10) return 'in ten seconds or less';
  if (seconds <= 60) return 'in a minute or less';
  return `in about ${Math.ceil(seconds / 60)} minutes`;
}
