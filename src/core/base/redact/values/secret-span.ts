/** A part of a text that is a credential. */
export interface SecretSpan {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  /** Start of the text that reveals it: a name, a command; at most `from`. No cut may follow it. */
  readonly begin: number;
}

/** Where a literal is in a text. */
export interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The text begins here: before it is a mark, or nothing. */
  readonly floor: number;
}

/** The credentials that a literal reveals, in order. */
export type FindAt = (place: Place) => readonly SecretSpan[];

export const noSpans: readonly SecretSpan[] = [];

export function spanOf(kind: string, begin: number, from: number, to: number): SecretSpan[] {
  return [{ kind, begin, from, to }];
}

/** The match of a sticky expression. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
