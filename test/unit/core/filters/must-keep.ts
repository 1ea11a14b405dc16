/**
 * What no filter may lose, taken from the raw output alone and written before any rule was: a rule
 * cannot be measured by what it happens to keep. Answers texts, each of which has to stand
 * somewhere in the filtered output.
 */
export function mustKeep(raw: string, exitCode: number): readonly string[] {
  const lines = shownLines(raw).filter((line) => !isRepeatOfProgress(line));
  const kept = new Set<string>();
  for (const line of lines) {
    if (isPreserved(line)) kept.add(line);
    if (exitCode !== 0 || /^\s*(?:warning|error)(?:\[\w+\])?:/i.test(line)) {
      for (const fact of factsOf(line)) kept.add(fact);
    }
  }
  const summary = lines.filter((line) => isSummary(line)).at(-1);
  if (summary !== undefined) kept.add(summary);
  return [...kept];
}

/**
 * As a terminal shows them: no escape sequences, of a rewritten line its last state, no blank ends.
 */
function shownLines(raw: string): readonly string[] {
  const plain = raw
    .replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, '')
    .replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\x1b[ -/]*[0-~]/g, '')
    .replaceAll('\r\n', '\n');
  return plain
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1).trim())
    .filter((line) => line !== '');
}

/** A passing test may be called "reports an error"; a progress line may name a file `errors.o`. */
function isRepeatOfProgress(line: string): boolean {
  return (
    /^(?:✓|✔|√|ok \d+|--- PASS|PASS \[|test .* \.\.\. ok$|=== RUN|=== CONT|=== PAUSE)/.test(line) ||
    /\bPASSED(?:\s+\[\s*\d+%\])?$/.test(line) ||
    /^(?:Compiling|Checking|Downloading|Downloaded|Fetching|Collecting|Building|Installing) /.test(
      line,
    )
  );
}

/** Of a failure: the line that names it, and each place it names. */
function factsOf(line: string): readonly string[] {
  const facts: string[] = [];
  if (isFailure(line)) facts.push(line);
  for (const [place] of line.matchAll(/(?:[\w@.+-]+\/)*[\w@+-]+\.[A-Za-z]{1,5}:\d+(?::\d+)?/g)) {
    facts.push(place);
  }
  return facts;
}

function isFailure(line: string): boolean {
  return (
    /^\s*(?:error|fatal|ERROR|E|FAIL(?:ED)?|FAILURE|panic|npm ERR!|npm error)\b(?:\[\w+\])?[:! ]/.test(
      line,
    ) ||
    /\b(?:Error|Exception|panicked at|undefined reference|command not found|cannot find|not found:)\b/.test(
      line,
    ) ||
    /^(?:✗|✖|×|not ok \d+|--- FAIL|FAIL \[|test .* \.\.\. FAILED$)/.test(line)
  );
}

/** The numbers a run ends with. */
function isSummary(line: string): boolean {
  return (
    /^test result: /.test(line) ||
    /^Tests?:?\s+.*\b\d+\s+(?:passed|failed|total)\b/.test(line) ||
    /^=+ .*\b\d+ (?:passed|failed|error|errors|skipped)\b.* =+$/.test(line) ||
    /^(?:ok|FAIL)\s+\S+\s+(?:\d+\.\d+s|\(cached\)|\[)/.test(line) ||
    /^\d+ (?:passing|failing)\b/.test(line) ||
    /^✖ \d+ problems?\b/.test(line) ||
    /^Found \d+ errors?\b/.test(line) ||
    /^Plan: \d+ to add\b/.test(line) ||
    /^Apply complete!/.test(line) ||
    /^BUILD (?:SUCCESS|SUCCESSFUL|FAILED|FAILURE)\b/.test(line) ||
    /^\[?(?:INFO)?\]?\s*Tests run: \d+/.test(line)
  );
}

/** decision 28: the 17 patterns in six categories, in their plainest spelling. */
const preserved: readonly RegExp[] = [
  /\bunused .*\bResult\b.*\bmust be used\b/i,
  /\bunused .*\bmust be used\b/i,
  /^thread '.*' panicked at/,
  /\bwarning:.*\bunsafe\b/i,
  /\bdereference of raw pointer\b/i,
  /\bauthentication failed\b/i,
  /\bunauthorized\b/i,
  /\bpermission denied\b/i,
  /\b(?:401 Unauthorized|403 Forbidden)\b/i,
  /\bweak cipher\b/i,
  /\bdeprecated algorithm\b/i,
  /\binsecure hash\b/i,
  /\bSQL injection\b/i,
  /\bunsafe query\b/i,
  /\bRUSTSEC-\d{4}-\d{4}\b/,
  /\bsecurity advisory\b/i,
  /\bvulnerability detected\b/i,
];

function isPreserved(line: string): boolean {
  return preserved.some((pattern) => pattern.test(line));
}
