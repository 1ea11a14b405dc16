/** Searched one behind the other, each from where the one before it ended. */
type Sequence = readonly RegExp[];

/**
 * The 17 patterns in six categories whose lines survive every rule (000 SecurityPatterns; DESIGN
 * decision 28). What stands between two words is skipped by searching on, never by backtracking.
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

/** False when no line of a text can be preserved; searching a whole text costs least. */
export function mayBePreserved(text: string): boolean {
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
