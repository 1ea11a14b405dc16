import { extraSecretPatterns, extraSecrets } from './extra-secrets';
import { mayHoldKey, privateKeys } from './private-keys';
import { mayHoldName, namedSecrets } from './secret-names';
import { mayHoldShape, shapedSecrets, type SecretSpan } from './secret-shapes';

type Finder = (text: string) => Iterable<SecretSpan>;

/** A mark of redaction. The text between two of them is searched by itself. */
const mark = /\[REDACTED:[a-z-]{1,40}\]/g;
const knownMark = '';
const none: readonly SecretSpan[] = [];

/**
 * The credentials of a text, in order. Each search sees only what the one before left, piece by
 * piece, as it will appear between marks, so a redacted text does not change again.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  const patterns = extraSecretPatterns();
  if (patterns.length === 0 && !mayHoldSecret(text)) return none;
  const spans: SecretSpan[] = [];
  const extra = patterns.map(
    (pattern): Finder =>
      (piece) =>
        extraSecrets(pattern, piece),
  );
  search(text, 0, [privateKeys, knownMarks, shapedSecrets, namedSecrets, ...extra], spans);
  return spans;
}

/** False for most texts, after one look for each search: where none fits, none finds anything. */
function mayHoldSecret(text: string): boolean {
  return mayHoldKey(text) || mayHoldShape(text) || mayHoldName(text);
}

function search(
  text: string,
  offset: number,
  finders: readonly Finder[],
  found: SecretSpan[],
): void {
  const [find, ...others] = finders;
  if (find === undefined) return;
  let from = 0;
  for (const span of find(text)) {
    search(text.slice(from, span.from), offset + from, others, found);
    if (span.kind !== knownMark) found.push(moved(span, offset));
    from = span.to;
  }
  search(from === 0 ? text : text.slice(from), offset + from, others, found);
}

function moved({ kind, begin, from, to }: SecretSpan, by: number): SecretSpan {
  return { kind, begin: begin + by, from: from + by, to: to + by };
}

function* knownMarks(text: string): Iterable<SecretSpan> {
  if (!text.includes('[REDACTED:')) return;
  for (const { 0: whole, index } of text.matchAll(mark)) {
    yield { kind: knownMark, begin: index, from: index, to: index + whole.length };
  }
}
