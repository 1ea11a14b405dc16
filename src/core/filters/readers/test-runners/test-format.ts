/** Kind of a line of a test run, which decides its handling. */
export type LineKind =
  /** A passing test, progress or other messages of the runner: removed. */
  | 'passed'
  /**
   * Printed by a test that passed: stays while a run has few of them, or says where what failed.
   */
  | 'printed'
  /** A table row that is rarely needed: removed, and its position is marked. */
  | 'row'
  /** Says where the lines after it belong: stays if one of them does. */
  | 'place'
  /** Names a failure that the runner will report in full: stays if it does not. */
  | 'early'
  /** Names a failed test, or has a detail that the limits may cut from its block: stays. */
  | 'failed'
  /** The first line of the runner's report of one failure: stays. */
  | 'failure'
  /** A line after it: stays within the limits. */
  | 'detail'
  /** Numbers that a run ends with: stays. */
  | 'summary'
  /** Not known to be of a passing test: stays. */
  | 'text';

/**
 * With a `level`, the places before it of that level and of deeper ones are over; a `failed` with
 * one is not of the block before it.
 */
export type ReportLine = (kind: LineKind, line: string, level?: number) => void;

/** Reads the output of one run, line by line. Holds a bounded number of characters. */
export interface TestReader {
  /** Reports this line, or holds it until a later one decides its kind. */
  read(line: string, report: ReportLine): void;
  /** After the last line: reports the held lines, where the reader holds any. */
  end?(report: ReportLine): void;
}

/** How one runner prints. */
export interface TestFormat {
  /**
   * The line counts tests or gives the verdict on one, in words that only this runner has. Until
   * such a line comes an output is not known to be of a test run (003-strategy-5).
   */
  recognizes(line: string): boolean;
  /** Like `recognizes`, in words that others could print: several matches are needed. */
  suggests?(line: string): boolean;
  /** The runner names itself: everything after it is its output. */
  opens?(line: string): boolean;
  start(): TestReader;
}

const space = 0x20;

export function isBlank(line: string): boolean {
  return line === '' || (line.charCodeAt(0) <= space && line.trim() === '');
}

/** Spaces in front. */
export function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === space) at += 1;
  return at;
}
