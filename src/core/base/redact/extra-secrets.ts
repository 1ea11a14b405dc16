import type { SecretSpan } from './secret-span';

/** Longest secret that a pattern of the user can match; longer text is searched in parts. */
const maxPiece = 1024;
const overlap = 512;

const none: readonly RegExp[] = [];
let read: () => readonly RegExp[] = () => none;

/**
 * Where the patterns of `gatehouse.filters.security.extraPatterns` are read, at each redaction. Both
 * bundles of the host get the same reader, because each has its own copy of this module.
 */
export function setExtraSecrets(reader: () => readonly RegExp[]): void {
  read = reader;
}

export function extraSecretPatterns(): readonly RegExp[] {
  return read();
}

/** Matches of one pattern of the user. A line is searched by itself, a long one in parts. */
export function* extraSecrets(pattern: RegExp, text: string): Iterable<SecretSpan> {
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    for (let at = 0; at < line.length;) {
      const piece = line.slice(at, at + maxPiece);
      const isLast = at + piece.length === line.length;
      const found = pattern.exec(piece);
      const length = found?.[0].length ?? 0;
      if (found === null || length === 0) {
        at += isLast ? piece.length : maxPiece - overlap;
        continue;
      }
      // A match that the end of this part cuts off is complete in the next part.
      const isCut = !isLast && found.index >= overlap && found.index + length === piece.length;
      const from = index + at + found.index;
      if (!isCut) yield { kind: 'extra', begin: from, from, to: from + length };
      at += found.index + (isCut ? 0 : length);
    }
  }
}
