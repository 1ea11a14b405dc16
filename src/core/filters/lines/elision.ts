import type { EmitLine } from './line-strategy';

/** Lines that are left out one after another, between two that stay. */
export interface Elision {
  omit(line: string): void;
  /**
   * Gives their replacement: a mark, or the lines themselves where the mark would be no
   * shorter. True when lines are gone.
   */
  close(give: EmitLine): boolean;
}

export function createElision(): Elision {
  let held: string[] = [];
  let units = 0;
  let lines = 0;
  let hasMark = false;
  let isGone = false;
  return {
    omit: (line) => {
      const marked = omittedBy(line);
      lines += marked ?? 1;
      if (isGone) return;
      hasMark ||= marked !== undefined;
      held.push(line);
      units += line.length + 1;
      isGone = hasMark ? held.length > 1 : units > omittedMark(lines).length + 1;
      if (isGone) held = [];
    },
    close: (give) => {
      if (lines === 0) return false;
      const wasGone = isGone;
      if (wasGone) give(omittedMark(lines));
      else for (const line of held) give(line);
      held = [];
      units = 0;
      lines = 0;
      hasMark = false;
      isGone = false;
      return wasGone;
    },
  };
}

/** Mark in place of lines that were left out. Rules recognize it, and leave it as it is. */
export function omittedMark(lines: number): string {
  return `... (${String(lines)} ${lines === 1 ? 'line' : 'lines'} omitted) ...`;
}

const omitted = /^\.\.\. \((\d+) lines? omitted\) \.\.\.$/;

/** Number of lines that a mark replaces; undefined for any other line. */
export function omittedBy(line: string): number | undefined {
  if (!line.startsWith('... (')) return undefined;
  const count = omitted.exec(line)?.[1];
  return count === undefined ? undefined : Number(count);
}
