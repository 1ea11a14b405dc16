import { redactEachLine } from '../../base/redact/redact';
import { splitLines } from '../../base/text-lines';
import type { ToolContext } from '../../contracts/tools/define-tool';
import type { Capabilities } from '../../ports/capabilities';
import type { GrepMatch } from '../../ports/search';

/** The search reads no larger file. */
const maxFileBytes = 10 * 1024 * 1024;
/** For all files of one search. */
const maxAllBytes = 32 * 1024 * 1024;
/** Lines on either side by which a line is judged: more than a private key has. */
const around = 200;

/**
 * The text of each match as it may be shown. A line is judged by its neighbors in the file, also
 * where only the line itself was found: a value below its name, a line of a key (003-secrets-1).
 */
export async function shownLines(
  matches: readonly GrepMatch[],
  { sessionId, signal }: Pick<ToolContext, 'sessionId' | 'signal'>,
  { textFiles }: Pick<Capabilities, 'textFiles'>,
): Promise<readonly string[]> {
  const shown = runsOf(matches).flatMap((run) => redactEachLine(run.map(({ text }) => text)));
  const files = new Map<string, number[]>();
  for (const [at, { path }] of matches.entries()) {
    files.set(path, [...(files.get(path) ?? []), at]);
  }
  let left = maxAllBytes;
  for (const [path, places] of files) {
    if (left <= 0 || signal.aborted) break;
    const maxBytes = Math.min(left, maxFileBytes);
    const file = await textFiles.read(path, { sessionId, maxBytes, signal });
    if (!file.ok || file.value.text === undefined) continue;
    left -= file.value.size;
    const clean = cleanLines(splitLines(file.value.text.text));
    for (const at of places) shown[at] = clean(matches[at]) ?? shown[at] ?? '';
  }
  return shown;
}

/** The text of a line, if its file says that not all of it may be shown. */
function cleanLines(lines: readonly string[]) {
  let from = 0;
  let known: readonly string[] = [];
  return (match: GrepMatch | undefined): string | undefined => {
    const at = (match?.line ?? 0) - 1;
    const line = lines[at];
    if (match === undefined || line === undefined || !line.includes(match.text.slice(0, 100))) {
      return undefined;
    }
    if (at < from || at - from + around > known.length) {
      from = Math.max(0, at - around);
      known = redactEachLine(lines.slice(from, at + 2 * around));
    }
    const clean = known[at - from];
    return clean === line ? undefined : clean;
  };
}

/** Runs of consecutive lines of one file. */
function runsOf(matches: readonly GrepMatch[]): readonly (readonly GrepMatch[])[] {
  const runs: GrepMatch[][] = [];
  for (const match of matches) {
    const last = runs.at(-1)?.at(-1);
    const follows = last?.path === match.path && last.line + 1 === match.line;
    if (follows) runs.at(-1)?.push(match);
    else runs.push([match]);
  }
  return runs;
}
