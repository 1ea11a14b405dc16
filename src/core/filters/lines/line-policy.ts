import type { LinePolicy } from './line-strategy';

/**
 * Asked by every strategy before it leaves a line out. Most texts have no preserved line at all, so
 * a whole piece of output is looked at once, and then none of its lines.
 */
export class ChunkLinePolicy implements LinePolicy {
  private piece = '';
  private mayBe: boolean | undefined;
  private pushed: string | undefined;

  /** The next lines pushed come from this text. */
  setChunk(piece: string): void {
    this.piece = piece;
    this.mayBe = undefined;
    this.pushed = undefined;
  }

  /** The line that is pushed next; undefined when it is of no piece that was looked at. */
  setLine(line: string | undefined): void {
    this.pushed = line;
  }

  isPreserved(line: string): boolean {
    // The source of lines that a strategy held back or joined is unknown.
    if (line !== this.pushed) return isPreserved(line);
    this.mayBe ??= mayBePreserved(this.piece);
    return this.mayBe && isPreserved(line);
  }

  isDiagnostic(line: string): boolean {
    return isDiagnostic(line);
  }
}

/** For lines that come alone. */
export const linePolicy: LinePolicy = { isPreserved, isDiagnostic };

/** Searched one after the other, each from the end of the previous match. */
type Sequence = readonly RegExp[];

/**
 * The 17 patterns in six categories whose lines survive every rule (000-filters-2; decision 28).
 * Text between two words is skipped by searching on, never by backtracking.
 */
export const preservedPatterns: Readonly<Record<string, readonly Sequence[]>> = {
  compiler: [
    [/\bunused /gi, /\bResult\b/gi, /\bmust be used\b/gi],
    [/\bunused /gi, /\bmust be used\b/gi],
    [/^thread '/g, /' panicked at/g],
  ],
  unsafe: [[/\bwarning:/gi, /\bunsafe\b/gi], [/\bdereference of raw pointer\b/gi]],
  authentication: [
    [/\bauthentication failed\b/gi],
    [/\bunauthorized\b/gi],
    [/\bpermission denied\b/gi],
    [/\b(?:401 Unauthorized|403 Forbidden)\b/gi],
  ],
  cryptography: [[/\bweak cipher\b/gi], [/\bdeprecated algorithm\b/gi], [/\binsecure hash\b/gi]],
  sql: [[/\bSQL injection\b/gi], [/\bunsafe query\b/gi]],
  dependencies: [
    [/\bRUSTSEC-\d{4}-\d{4}\b/gi],
    [/\bsecurity advisory\b/gi],
    [/\bvulnerability detected\b/gi],
  ],
};
const sequences = Object.values(preservedPatterns).flat();

/**
 * One of these is in every preserved line, in lower case: pieces of words, as the engine skips most
 * of a text when all alternatives are short and begin with other letters.
 */
const preservedTrigger =
  /be used|' panic|raw po|thentication f|nauthorized|ission de|403 forb|k cipher|precated a|insecure h|sql inj|unsafe|rustsec-|curity advis|rability det/;

/** False when no line of a text can be preserved: one search instead of one for each line. */
function mayBePreserved(text: string): boolean {
  return preservedTrigger.test(text.toLowerCase());
}

export function isPreserved(line: string): boolean {
  return mayBePreserved(line) && sequences.some((sequence) => follows(sequence, line));
}

function follows(sequence: Sequence, line: string): boolean {
  let at = 0;
  for (const word of sequence) {
    word.lastIndex = at;
    if (!word.test(line)) return false;
    at = word.lastIndex;
  }
  return true;
}

/**
 * Words by which programs name a failure. Not those in the names of files and options (`error.o`,
 * `-Werror`, `no-error`), which say nothing.
 */
const failureWord =
  /(?<![\w/-])(?:errors?|fail(?:s|ed|ing|ures?)?|fatal|panic(?:s|ked|king)?|abort(?:s|ed|ing)?|killed|denied|refused|traceback|cannot|could not|unable to|undefined|unresolved|not found|no such|not ok|assert(?:ions?)?|segmentation fault|core dumped|warning:)(?![\w/-]|\.\w)/i;

/**
 * Names of errors, however they are put together, and the forms in which tools begin such a line.
 */
const failureName =
  /(?:Error|Exception)\b|\b(?:panicked at|undefined reference|command not found|cannot find|not found:)|^\s*(?:error|fatal|ERROR|E|FAIL(?:ED)?|FAILURE|panic|npm error)\b(?:\[\w+\])?[:! ]|^\s*(?:npm ERR!|[✗✖×])/;

/** One of these is in every match: a cheap first test for most lines. */
const diagnosticTrigger =
  /error|fail|fatal|panic|abort|killed|denied|refused|traceback|cannot|could not|unable to|undefined|unresolved|not found|no such|not ok|assert|segmentation|core dumped|warning:|exception|err!|^\s*(?:E[:! ]|[✗✖×])/i;

/** The numbers that a run ends with. */
const runSummary =
  /^\s*(?:test result: |Tests?:?\s.*\b\d+ (?:passed|total)|={2,} .*\b\d+ (?:passed|skipped)\b|ok\s+\S+\s+(?:\d|\()|\d+ passing\b|Found \d|Plan: |Apply complete!|BUILD SUCCESS|(?:\[INFO\] +)?Tests run: )/;

/** `file.ext:12`, `file.ext(12,5)` and `, line 12`. */
const sourceLocation = /\.[A-Za-z]{1,5}[:(]\d|, line \d/;

/** Names a failure or a position in a file, or reports how a run ended. */
export function isDiagnostic(line: string): boolean {
  return sourceLocation.test(line) || namesFailure(line) || runSummary.test(line);
}

/** Names a failure and its place in a file. */
export function locatesFailure(line: string): boolean {
  return sourceLocation.test(line) && namesFailure(line);
}

function namesFailure(line: string): boolean {
  return diagnosticTrigger.test(line) && (failureWord.test(line) || failureName.test(line));
}
