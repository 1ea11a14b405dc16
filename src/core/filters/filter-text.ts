import { createEscapeFilter, createLineResolver, isLineSequence } from '../base/ansi';
import type { FilterReport } from '../contracts/filter';
import type { CommandText } from './command-text';
import type { FilterSet } from './filter-set';

/** UTF-16 units that go through the rules at a time, as from a pipe. */
const chunkChars = 64 * 1024;

export interface FilteredText {
  /** As a terminal shows it: without escape sequences, of a rewritten line its last state. */
  readonly raw: string;
  /** What a model gets: `raw` where nothing is gained. */
  readonly text: string;
  readonly report: FilterReport | undefined;
}

/** Filters the whole output of a command, as a program wrote it (003 `sanitize_output`, then rules). */
export function filterText(
  set: FilterSet,
  command: CommandText,
  text: string,
  exitCode: number | undefined,
): FilteredText {
  const raw = shownText(text);
  const run = set.open(command);
  for (let at = 0; at < raw.length; at += chunkChars) run?.write(raw.slice(at, at + chunkChars));
  const report = run?.end(exitCode);
  return { raw, text: report?.text ?? raw, report };
}

/** A text as a terminal shows it: escape sequences gone, carriage returns resolved, lines end with LF. */
function shownText(text: string): string {
  const escapes = createEscapeFilter(isLineSequence);
  const lines = createLineResolver();
  return lines.write(escapes.write(text)) + lines.end();
}
