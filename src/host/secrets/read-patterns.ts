import { findBacktrackingLine } from '../../adapters/filters/redos-probe';
import { compileExpression } from '../../core/filters/lines/patterns';
import { t } from '../window/language';

export interface ReadPattern {
  /** In the list, from 1. */
  readonly number: number;
  readonly pattern: string;
  readonly expression: RegExp;
}

/** The patterns that can be used, and what is wrong with the others. */
export interface ReadPatterns {
  readonly read: readonly ReadPattern[];
  /** Which pattern, by its number because it may itself be a secret, and why. For the user. */
  readonly problems: readonly string[];
}

/** Characters of a pattern (003-safety-2). */
const maxPattern = 512;

/** Common program output: a pattern that hides this hides everything. */
const plainText =
  'The quick brown fox jumps over the lazy dog, 1234567890 times. src/main.ts:12:3 error: no';

/** What is invalid, too long, backtracking or matches ordinary text is left out (003-secrets-2). */
export async function readPatterns(patterns: readonly string[]): Promise<ReadPatterns> {
  const read: ReadPattern[] = [];
  const problems: string[] = [];
  for (const [at, pattern] of patterns.entries()) {
    const expression = compiled(pattern, at + 1);
    const number = at + 1;
    const fault = typeof expression === 'string' ? expression : await faultOf(expression, number);
    if (typeof expression !== 'string' && fault === undefined) {
      read.push({ number, pattern, expression });
    } else problems.push(fault ?? '');
  }
  return { read, problems };
}

function compiled(pattern: string, number: number): RegExp | string {
  if (pattern.length > maxPattern) {
    return t(
      'Pattern {0} has {1} characters; the limit is {2}.',
      number,
      pattern.length,
      maxPattern,
    );
  }
  try {
    return compileExpression(pattern);
  } catch (error) {
    // The message names the pattern, and what is wrong with it at its end.
    const why = error instanceof Error ? error.message.split(': ').at(-1) : undefined;
    return why === undefined
      ? t('Pattern {0} cannot be compiled.', number)
      : t('Pattern {0} is not a regular expression: {1}.', number, why);
  }
}

async function faultOf(expression: RegExp, number: number): Promise<string | undefined> {
  // First of all: a pattern must not block the host.
  if ((await findBacktrackingLine(expression)) !== undefined) {
    return t(
      'Pattern {0} can take very long on some texts; do not repeat a part that contains a repetition.',
      number,
    );
  }
  if (expression.test('')) return t('Pattern {0} matches empty text.', number);
  if (isEveryday(expression)) {
    return t('Pattern {0} matches text that is not secret; make it more specific.', number);
  }
  return undefined;
}

function isEveryday(expression: RegExp): boolean {
  const characters = Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at));
  return [plainText, ...characters].some((text) => expression.test(text));
}
