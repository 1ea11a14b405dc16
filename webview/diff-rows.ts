import { structuredPatch } from 'diff';
import type { CardDiff } from '../src/core/contracts/panel';
import { cutLine } from './format';

export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  /** Line number, before and after. */
  readonly before?: number;
  readonly after?: number;
  readonly text: string;
}

export interface DiffRows {
  readonly added: number;
  readonly removed: number;
  readonly rows: readonly DiffRow[];
}

/** Both limits end a comparison that would block the page; the person can open the diff instead. */
const limits = { context: 3, maxEditLength: 5000, timeout: 200 };
const maxLine = 2000;

/** Compares line by line; undefined when the change is too large to be shown on a card. */
export function diffRows(diff: CardDiff): DiffRows | undefined {
  if (diff.large === true) return undefined;
  const patch = structuredPatch('', '', diff.oldText ?? '', diff.newText, '', '', limits);
  if (patch === undefined) return undefined;
  const offset = (diff.startLine ?? 1) - 1;
  const rows = patch.hunks.flatMap((hunk, index) => [
    ...(index > 0 || hunk.oldStart + offset > 1 ? [gapRow(hunk.oldStart + offset)] : []),
    ...hunkRows(hunk.lines, hunk.oldStart + offset, hunk.newStart + offset),
  ]);
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  return { added: count('added'), removed: count('removed'), rows };
}

function gapRow(line: number): DiffRow {
  return { kind: 'gap', text: `line ${line}` };
}

function hunkRows(lines: readonly string[], oldStart: number, newStart: number): DiffRow[] {
  let before = oldStart;
  let after = newStart;
  return lines.map((line): DiffRow => {
    const text = cutLine(line.slice(1), maxLine);
    if (line.startsWith('+')) return { kind: 'added', after: after++, text };
    if (line.startsWith('-')) return { kind: 'removed', before: before++, text };
    if (line.startsWith('\\')) return { kind: 'gap', text: text.trim() };
    return { kind: 'same', before: before++, after: after++, text };
  });
}
