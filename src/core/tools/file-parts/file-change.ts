import * as z from 'zod';
import { cutEnd, splitLines } from '../../base/text-lines';
import type { Exhibit } from '../../contracts/outcome';

/** What a tool that writes answers about the change; `path` is absolute. */
export const fileDiffSchema = z.object({
  path: z.string(),
  oldText: z.string().nullable(),
  newText: z.string(),
});
type DiffOutput = z.infer<typeof fileDiffSchema>;

const maxDiffCharacters = 200 * 1024;

/** Both texts, each cut at 200 KB: the panel shows the change, it does not store the file. */
export function boundedDiff(path: string, oldText: string | null, newText: string): DiffOutput {
  return { path, oldText: oldText === null ? null : bounded(oldText), newText: bounded(newText) };
}

function bounded(text: string): string {
  if (text.length <= maxDiffCharacters) return text;
  const kept = cutEnd(text, maxDiffCharacters);
  return `${kept}\n[${String(text.length - kept.length)} characters are not shown]\n`;
}

/** The card's diff and the line where the texts first differ. */
export function changeExhibit(diff: DiffOutput | undefined): Partial<Exhibit> {
  if (diff === undefined) return {};
  return { diffs: [diff], locations: [{ path: diff.path, line: firstChangedLine(diff) }] };
}

function firstChangedLine({ oldText, newText }: DiffOutput): number {
  if (oldText === null) return 1;
  const before = splitLines(oldText);
  const after = splitLines(newText);
  const at = after.findIndex((line, index) => line !== before[index]);
  return (at === -1 ? Math.max(0, after.length - 1) : at) + 1;
}
