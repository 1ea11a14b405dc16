import type { EmitLine } from './line-strategy';

/** Lines that are left out one after another, between two that stay. */
export class Elision {
  private held: string[] = [];
  private units = 0;
  private lines = 0;
  private hasMark = false;
  private isGone = false;

  omit(line: string): void {
    const marked = omittedBy(line);
    this.lines += marked ?? 1;
    if (this.isGone) return;
    this.hasMark ||= marked !== undefined;
    this.held.push(line);
    this.units += line.length + 1;
    this.isGone = this.hasMark
      ? this.held.length > 1
      : this.units > omittedMark(this.lines).length + 1;
    if (this.isGone) this.held = [];
  }

  /**
   * Gives their replacement: a mark, or the lines themselves where the mark would be no
   * shorter. True when lines are gone.
   */
  close(give: EmitLine): boolean {
    if (this.lines === 0) return false;
    const wasGone = this.isGone;
    if (wasGone) give(omittedMark(this.lines));
    else for (const line of this.held) give(line);
    this.held = [];
    this.units = 0;
    this.lines = 0;
    this.hasMark = false;
    this.isGone = false;
    return wasGone;
  }
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
