import { extraSearch } from './extra-secrets';
import { allSecrets, mayBreakWords } from './broken-words';
import { encodedSecrets } from './encoded-words';
import { escapeSequence } from './literals';
import { KeyExtents } from './private-keys';
import { nextRegion, quietEnd } from './regions';
import type { SecretSpan } from './values/secret-span';

/** The text without escape sequences: colors in a credential do not hide it. */
export function stripEscapes(text: string): string {
  const hasEscapes = text.includes('\x1b') || text.includes('\x9b');
  return hasEscapes ? text.replace(escapeSequence, '') : text;
}

export interface Redacted {
  readonly text: string;
  /** Kinds found, each once, in order of first sight. */
  readonly kinds: readonly string[];
}

/** Mark in place of a secret. */
function redactionMark(kind: string): string {
  return `[REDACTED:${kind}]`;
}

/**
 * Removes credentials from a text (003-secrets-1). Idempotent; linear in the length; the value
 * is in neither the text nor the kinds. Escape sequences stay, unless one is in a credential.
 */
export function redactText(text: string): Redacted {
  const kinds = new Set<string>();
  const clean = redactLines(text, true, kinds).text;
  return { text: clean, kinds: [...kinds] };
}

/** What of a text may be shown. */
export interface RedactedLines {
  readonly text: string;
  /** Characters of the original that it stands for. */
  readonly length: number;
}

/**
 * Redacts whole lines and adds the kinds found. Unless the text is complete, leaves those at the
 * end that the next lines may belong to.
 */
export function redactLines(text: string, isComplete: boolean, kinds: Set<string>): RedactedLines {
  const parts: string[] = [];
  const keys = new KeyExtents(text);
  let at = 0;
  for (;;) {
    const region = nextRegion(text, at, keys);
    if (region === undefined) break;
    const { from, to, isOpen } = region;
    parts.push(text.slice(at, from));
    at = from;
    if (isOpen && !isComplete) return withoutExtra(parts.join(''), at, kinds);
    parts.push(redactRegion(text.slice(from, to), kinds));
    at = to;
  }
  const end = isComplete ? text.length : quietEnd(text, at, text.length);
  if (at === 0 && end === text.length) return withoutExtra(text, end, kinds);
  parts.push(text.slice(at, end));
  return withoutExtra(parts.join(''), end, kinds);
}

/** In place of a line that is all of a credential, or between two lines of one. */
const wholeLine = redactionMark('private-key');

/**
 * The lines of a text as they may be shown, one for each: those of a key of several lines are only
 * known together.
 */
export function redactEachLine(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const keys = new KeyExtents(text);
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const region = nextRegion(text, at, keys);
    if (region === undefined) break;
    parts.push(text.slice(at, region.from));
    parts.push(
      sameLines(text.slice(region.from, region.to), (part) => redactRegion(part, new Set())),
    );
    at = region.to;
  }
  if (at === 0 && extraSearch() === undefined && !text.includes('%')) return lines;
  parts.push(text.slice(at));
  const clean = sameLines(parts.join(''), (part) => withoutExtra(part, 0, new Set()).text);
  return clean.split('\n');
}

/** What becomes of a text, with as many lines as it had. */
function sameLines(before: string, change: (text: string) => string): string {
  const after = change(before);
  if (after === before) return before;
  const lines = before.split('\n');
  const clean = after.split('\n');
  if (clean.length === lines.length) return after;
  const head = lines.findIndex((line, at) => line !== clean[at]);
  const tail = lines.toReversed().findIndex((line, at) => line !== clean.at(-1 - at));
  const isKept = (at: number): boolean => at < head || at >= lines.length - tail;
  return lines.map((line, at) => (isKept(at) ? line : wholeLine)).join('\n');
}

/** A mark changes what it stands next to, and the lengths of lines; a second look nearly always ends it. */
const maxLooks = 4;

function redactRegion(text: string, kinds: Set<string>): string {
  let clean = text;
  for (let look = 0; look < maxLooks; look += 1) {
    const spans = allSecrets(clean);
    if (spans.length === 0) break;
    for (const { kind } of spans) kinds.add(kind);
    const isSettled = spans.every((span) => isApart(span, clean)) && !mayBreakWords(clean);
    clean = withMarks(clean, spans);
    if (isSettled && !mayBreakWords(clean)) break;
  }
  return clean;
}

/** Characters of a name, the sign behind it and a quote. */
const maxLead = 40;

const apart = /(?:^|\s)["'`]?$|[([{]["'`]$/;

/** True if nothing that was passed over may be read differently next to the mark. */
function isApart({ begin, from, to }: SecretSpan, text: string): boolean {
  if (from - begin > maxLead || /[\w-]/.test(text.charAt(to))) return false;
  if (!apart.test(text.slice(Math.max(0, begin - 2), begin))) return false;
  return from === begin || !/[\w-]/.test(text.charAt(from - 1));
}

/** What percent-encoding hides, and what the patterns of the user find in the rest. */
function withoutExtra(text: string, length: number, kinds: Set<string>): RedactedLines {
  const encoded = encodedSecrets(text);
  for (const { kind } of encoded) kinds.add(kind);
  return withoutPatterns(encoded.length === 0 ? text : withMarks(text, encoded), length, kinds);
}

function withoutPatterns(text: string, length: number, kinds: Set<string>): RedactedLines {
  const spans = extraSearch()?.(text) ?? [];
  if (spans.length === 0) return { text, length };
  for (const { kind } of spans) kinds.add(kind);
  const clean = withMarks(text, spans);
  // A part that is left may look like another credential.
  return { text: redactLines(clean, true, kinds).text, length };
}

function withMarks(text: string, spans: readonly SecretSpan[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.from), redactionMark(span.kind));
    from = span.to;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

const maxCleanNames = 1024;
const maxCleanName = 200;
const cleanNames = new Set<string>();
let cleanBy = extraSearch();

/**
 * Removes credentials from a text that comes again with every call: a name, a rule, a reason. Of
 * those without a credential the last ones are remembered.
 */
export function redactName(name: string): string {
  const search = extraSearch();
  if (search !== cleanBy) cleanNames.clear();
  cleanBy = search;
  if (cleanNames.has(name)) return name;
  const { text } = redactText(name);
  if (text !== name || name.length > maxCleanName) return text;
  if (cleanNames.size >= maxCleanNames) cleanNames.clear();
  cleanNames.add(name);
  return text;
}

type RedactOne = (text: string) => string;

const secretName =
  /(?:password|passwd|passphrase|secret|api[_-]?key|(?:auth|access)[_-]?token|private[_-]?key|credential)/i;

/**
 * Redacts every string of the fields of an object, names included; keeps their shape. A value
 * behind a secret's name goes whole.
 */
export function redactFields(
  fields: Readonly<Record<string, unknown>>,
  redact: RedactOne = (text) => redactText(text).text,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      redactName(name),
      secretName.test(name) && typeof value === 'string' && value.length >= 8
        ? redactionMark('secret')
        : redactValue(value, redact),
    ]),
  );
}

function redactValue(value: unknown, redact: RedactOne): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (value === null || typeof value !== 'object') return value;
  return redactFields(Object.fromEntries(Object.entries(value)), redact);
}
