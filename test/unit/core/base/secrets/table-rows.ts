import { redactText } from '../../../../../src/core/base/redact/redact';
import { drawn } from './drawn-values';

/** A row that fails, and what became of it. */
export interface Told {
  readonly row: string;
  readonly shown: string;
}

interface Parts {
  readonly text: string;
  readonly secrets: readonly string[];
  /** What stands before, between and after the secrets. */
  readonly around: readonly string[];
}

/** A row with its secrets between « and »; each is drawn from its template. */
export function partsOf(row: string): Parts {
  const pieces = row.split(/[«»]/).map((piece, at) => drawn(piece, at));
  return {
    text: pieces.join(''),
    secrets: pieces.filter((_, at) => at % 2 === 1),
    around: pieces.filter((_, at) => at % 2 === 0),
  };
}

/** Rows of which a part of a secret is shown: four characters that stand nowhere else. */
export function leftOf(rows: readonly string[]): readonly Told[] {
  return rows.flatMap((row) => {
    const { text, secrets, around } = partsOf(row);
    const shown = redactText(text).text;
    const bare = shown.replaceAll(/\[REDACTED:[a-z-]+\]/g, '\n');
    const isLeft = secrets.some((secret) =>
      quartersOf(secret).some(
        (part) => bare.includes(part) && !around.some((other) => other.includes(part)),
      ),
    );
    return isLeft ? [{ row: text, shown }] : [];
  });
}

function quartersOf(secret: string): readonly string[] {
  return Array.from({ length: Math.max(1, secret.length - 3) }, (_, at) =>
    secret.slice(at, at + 4),
  );
}

/** Rows that lost a part of what stands around the secrets. */
export function lostAround(rows: readonly string[]): readonly Told[] {
  return rows.flatMap((row) => {
    const { text, around } = partsOf(row);
    const shown = redactText(text).text;
    let at = 0;
    for (const part of around) {
      const found = shown.indexOf(part, at);
      if (found === -1) return [{ row: text, shown }];
      at = found + part.length;
    }
    return [];
  });
}

export function changedOf(texts: readonly string[]): readonly Told[] {
  return texts.flatMap((row) => {
    const shown = redactText(row).text;
    return shown === row ? [] : [{ row, shown }];
  });
}
