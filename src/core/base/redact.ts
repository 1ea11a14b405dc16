import {
  privateKeyBegin,
  privateKeyEnd,
  secretRules,
  secretTrigger,
  type SecretRule,
} from './secret-rules';

export interface Redacted {
  readonly text: string;
  /** Kinds found, each once, in order of first sight. */
  readonly kinds: readonly string[];
}

/** What stands in place of a secret. */
function redactionMark(kind: string): string {
  return `[REDACTED:${kind}]`;
}

/**
 * Removes credentials from a text. Idempotent; linear in the length; the value is in neither the
 * text nor the kinds.
 */
export function redactText(text: string): Redacted {
  if (!secretTrigger.test(text)) return { text, kinds: [] };
  const kinds = new Set<string>();
  let clean = redactPrivateKeys(text, kinds);
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = clean;
    for (const rule of secretRules) clean = applyRule(clean, rule, kinds);
    if (clean === before) break;
  }
  return { text: clean, kinds: [...kinds] };
}

/** A mark can bare a secret that was glued to the one it replaced. */
const maxPasses = 10;

function applyRule(text: string, rule: SecretRule, kinds: Set<string>): string {
  return text.replace(rule.pattern, (match: string, inner: unknown) => {
    kinds.add(rule.kind);
    const mark = redactionMark(rule.kind);
    if (rule.group === 0 || typeof inner !== 'string') return mark;
    const at = match.lastIndexOf(inner);
    return match.slice(0, at) + mark + match.slice(at + inner.length);
  });
}

function redactPrivateKeys(text: string, kinds: Set<string>): string {
  if (!text.includes('PRIVATE KEY')) return text;
  let out = '';
  let from = 0;
  for (const begin of text.matchAll(privateKeyBegin)) {
    if (begin.index < from) continue;
    kinds.add('private-key');
    out += text.slice(from, begin.index) + redactionMark('private-key');
    privateKeyEnd.lastIndex = begin.index;
    const end = privateKeyEnd.exec(text);
    from = end === null ? text.length : end.index + end[0].length;
  }
  return redactKeyTails(out + text.slice(from), kinds);
}

/** An excerpt may hold only the end of a key: the lines of key data before an end mark go too. */
function redactKeyTails(text: string, kinds: Set<string>): string {
  let out = '';
  let from = 0;
  for (const end of text.matchAll(privateKeyEnd)) {
    kinds.add('private-key');
    out += text.slice(from, startOfKeyData(text, end.index, from)) + redactionMark('private-key');
    from = end.index + end[0].length;
  }
  return out + text.slice(from);
}

/** Walks back over whole lines of key data; a line number before the data does not hide it. */
function startOfKeyData(text: string, end: number, from: number): number {
  let start = text.lastIndexOf('\n', end) + 1;
  while (start - 1 > from) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(before, start - 1);
    if (before < from || line.length > maxKeyLine || !keyDataLine.test(line)) break;
    start = before;
  }
  return Math.max(start, from);
}

const maxKeyLine = 160;
const keyDataLine = /^[ \t\d|]{0,12}[A-Za-z0-9+/=]{16,140}[ \t]{0,4}\r?$/;

/** Redacts every string of a JSON-like value, keys included; keeps its shape. */
function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value).text;
  if (Array.isArray(value)) return value.map(redactValue);
  if (value === null || typeof value !== 'object') return value;
  return redactFields(Object.fromEntries(Object.entries(value)));
}

const secretName =
  /(?:password|passwd|secret|api[_-]?key|(?:auth|access)[_-]?token|private[_-]?key|credential)/i;

/** Redacts the fields of an object; a value behind a secret's name goes whole. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      redactText(name).text,
      secretName.test(name) && typeof value === 'string' && value.length >= 8
        ? redactionMark('secret')
        : redactValue(value),
    ]),
  );
}

/** Kinds of credentials in the strings of a value (the secret scan of the raw output). */
export function findSecrets(value: unknown): readonly string[] {
  const kinds = new Set<string>();
  visitStrings(value, (text) => {
    for (const kind of redactText(text).kinds) kinds.add(kind);
  });
  return [...kinds];
}

function visitStrings(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) for (const item of value) visitStrings(item, visit);
  else if (value !== null && typeof value === 'object') {
    for (const item of Object.values(value)) visitStrings(item, visit);
  }
}
