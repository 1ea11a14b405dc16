import * as z from 'zod';
import type { Presentation } from '../../contracts/calls/outcome';
import { sentence } from '../../contracts/schema-parts';
import type { FileEntry } from '../../ports/files';

/** One changed file; paths are absolute. */
export const fileDiffSchema = z.object({
  path: z.string(),
  oldText: z.string().nullable(),
  newText: z.string(),
  change: z.enum(['deleted', 'moved']).exactOptional(),
  from: z.string().exactOptional(),
  said: z.array(sentence).readonly().exactOptional(),
});

const changedLinesSchema = z.object({ added: z.int(), removed: z.int() });

/**
 * Fields of a result that describe a change: the card's diff, the line counts and where it begins.
 */
export const fileChangeFields = {
  diff: fileDiffSchema.exactOptional(),
  changed_lines: changedLinesSchema.exactOptional(),
  /** First changed line, 1-based. */
  changed_line: z.int().exactOptional(),
} as const;

/** "+3 −1"; undefined when nothing was compared. */
export function lineCounts(
  lines: z.infer<typeof changedLinesSchema> | undefined,
): string | undefined {
  return lines && `+${String(lines.added)} \u2212${String(lines.removed)}`;
}

/** The card's diff and the location where the change begins. */
export function changeExhibit(
  diff: z.infer<typeof fileDiffSchema> | undefined,
  changedLine?: number,
): Partial<Presentation> {
  if (diff === undefined) return {};
  return { diffs: [diff], locations: [{ path: diff.path, line: changedLine ?? 1 }] };
}

export function shownAt(path: string | undefined, line?: number): Partial<Presentation> {
  return path === undefined ? {} : { locations: [line === undefined ? { path } : { path, line }] };
}

export const kindSchema = z.enum(['dir', 'file', 'symlink', 'other']);

/** Words before the path of an entry in a sentence; empty for a file. */
export function entryName(kind: FileEntry['kind']): string {
  if (kind === 'dir') return 'the folder ';
  return kind === 'symlink' ? 'the link ' : '';
}
