import { extraSecretPatterns, extraSecrets } from './extra-secrets';
import { privateKeys } from './private-keys';
import { namedSecrets } from './secret-names';
import { shapedSecrets, type SecretSpan } from './secret-shapes';

type Finder = (text: string) => Iterable<SecretSpan>;

/** A mark of redaction. The text between two of them is searched by itself. */
const mark = /\[REDACTED:[a-z-]{1,40}\]/g;
const knownMark = '';

/**
 * The credentials of a text, in order. Each search sees only what the one before left, piece by
 * piece, as it will appear between marks, so a redacted text does not change again.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  const extra = extraSecretPatterns().map(
    (pattern): Finder =>
      (piece) =>
        extraSecrets(pattern, piece),
  );
  search(text, 0, [privateKeys, knownMarks, shapedSecrets, namedSecrets, ...extra], spans);
  return spans;
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
