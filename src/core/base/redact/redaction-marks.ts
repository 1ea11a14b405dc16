const mark = /\[REDACTED:[^\]\n]{0,100}\]?/g;

/**
 * A redaction mark that `after` has more often than `before`: written to a file it would replace
 * the real value that the reader was not shown (decision 43).
 */
export function addedRedactionMark(before: string, after: string): string | undefined {
  if (!after.includes('[REDACTED:')) return undefined;
  const known = countMarks(before);
  return [...countMarks(after)].find(([text, count]) => count > (known.get(text) ?? 0))?.[0];
}

function countMarks(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [found] of text.matchAll(mark)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
}
