import { extraSecretPatterns } from './extra-secrets';
import { findSecrets } from './find-secrets';

/** CSI, OSC and the other strings, and two-character escapes (ECMA-48); whole ones only. */
const sequence =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b\n]*\x1b\\|\x1b[ -/]*[0-OQ-WYZ\\`-~]/g;

function hasEscapes(text: string): boolean {
  return text.includes('\x1b') || text.includes('\x9b');
}

/** The text without escape sequences: colors in a credential do not hide it. */
export function stripEscapes(text: string): string {
  return hasEscapes(text) ? text.replace(sequence, '') : text;
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
  const plain = redactPlain(text);
  if (!hasEscapes(text)) return plain;
  const bare = redactPlain(stripEscapes(text));
  return stripEscapes(plain.text) === bare.text ? plain : bare;
}

function redactPlain(text: string): Redacted {
  const spans = findSecrets(text);
  if (spans.length === 0) return { text, kinds: [] };
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.from), redactionMark(span.kind));
    from = span.to;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), kinds: [...new Set(spans.map(({ kind }) => kind))] };
}

const maxCleanNames = 1024;
const maxCleanName = 200;
const cleanNames = new Set<string>();
let cleanBy = extraSecretPatterns();

/**
 * Removes credentials from a text that comes again with every call: a name, a rule, a reason. Of
 * those without a credential the last ones are remembered.
 */
export function redactName(name: string): string {
  const patterns = extraSecretPatterns();
  if (patterns !== cleanBy) cleanNames.clear();
  cleanBy = patterns;
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
