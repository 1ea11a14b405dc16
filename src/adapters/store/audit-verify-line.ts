import type { AuditFinding } from '../../core/contracts/audit-trail';
import type { ChainMark } from './audit-chain';

/** What a line is, and where it stands. */
export interface CheckedLine {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly digest: string;
  /**
   * `entry`: of the chain. `note`: of the chain, tells what a crash has cost. `early`: an entry from
   * before lines were chained. `none`: none of them.
   */
  readonly kind: 'entry' | 'note' | 'early' | 'none';
  /** Undefined for a line that is not of the chain. */
  readonly mark: ChainMark | undefined;
}

/** A line and the number that it stands for. */
export interface SeenLine extends CheckedLine {
  readonly seq: number;
  /** True when it has a finding already. */
  readonly isTold: boolean;
}

export type ReportFinding = (finding: AuditFinding) => void;

const copyAdvice =
  'Copy the storage folder before anything else changes it, and find out who could write there.';

export function altered({ file, line }: CheckedLine, what: string): AuditFinding {
  return { kind: 'altered', file, line, text: `${what} ${copyAdvice}` };
}

export const findingTexts = {
  noEntry:
    'The line is no audit entry. Somebody has changed it, or the machine lost power while it was written.',
  broken:
    'The line is not the one that the next line was chained to: its text was changed after it was written.',
  inserted: 'The line was put in between two others after they were written.',
  otherWriter: 'The line was copied from the log of another window.',
  repeated: (seq: number) => `Entry ${seq} stands here out of order, or for the second time.`,
  gap: (from: number, to: number) => `${entries(from, to)} stood before this line and are gone.`,
  start: 'This is the first entry, but it is chained to something else than what stands before it.',
  missingFile: (from: number, to: number) =>
    `The file that held ${entries(from, to)} is gone. Restore it from a backup. ${copyAdvice}`,
  removedHead: (seq: number, first: number) =>
    `The log begins with entry ${seq}, but its seal says ${first}, and retention has not removed what was before. ${copyAdvice}`,
  removedTail: (found: number, sealed: number) =>
    `${entries(found + 1, sealed)} are missing at the end: the seal names them. ${copyAdvice}`,
  recomputed: (seq: number) =>
    `The lines fit one another, but entry ${seq} is not the one that was sealed: somebody has written the log anew without the key. ${copyAdvice}`,
  sealedLine: 'The line is not the one that was sealed: its text was changed.',
  torn: (bytes: number) =>
    `The last line is unfinished (${bytes} bytes), as a crash leaves it. No call was told that it was recorded. The next start cuts it off and says so in the log.`,
  unfinished: 'The file ends in the middle of a line, and it was whole when it got its number.',
  more: (count: number) => `${count} more lines of this log are not as they were written.`,
  noKey: (reason: string) => `No seal can be checked: ${reason}`,
  noSeal: (newest: number) =>
    `The seal is gone, although ${newest} were made: what was removed at the end cannot be found. ${copyAdvice}`,
  notProven: `The seal was altered, or made with another key, so it proves nothing. If the secrets of this machine were not reset, somebody changed it. ${copyAdvice}`,
  olderSeal: (number: number, newest: number) =>
    `Seal ${number} was put in the place of seal ${newest}: entries behind it may have been removed. ${copyAdvice}`,
  found: (at: string, text: string) =>
    `Found on ${at}, when a window opened the log: ${text} ${copyAdvice}`,
  early: (count: number) =>
    `The first ${count} lines are from before entries were chained: they can be read, but only the last of them is proven.`,
} as const;

function entries(from: number, to: number): string {
  return from === to ? `Entry ${from}` : `Entries ${from} to ${to}`;
}
