import type { StrategyOf } from '../../contracts/filter-rule';
import type { DiffFile } from '../readers/git/diff-file';
import { DiffStore } from '../readers/git/diff-store';
import {
  countSides,
  createHunkLineReader,
  readHunkRange,
  type HunkLine,
} from '../readers/git/hunks';
import { omittedBy } from '../lines/elision';
import type { CompileStrategy, LinePolicy, LineStrategy } from '../lines/line-strategy';

/**
 * Diffs of at most `max_diff_lines` lines (003-strategy-8). Every file's header stays; no changed
 * line goes while there is room. Above the limit context is thinned first, then each file gets a
 * fair share, with its numbers of added and removed lines.
 */
export const gitDiff: CompileStrategy<StrategyOf<'git_diff'>> = ({ max_diff_lines }, judge) => {
  return () => createDiffFilter(new DiffStore(max_diff_lines, judge), judge);
};

const fileHeading = /^diff --(?:git|cc|combined) \S/;
/** Lines between the diffs of a log, in its long and its short form. */
const commit = /^(?:commit )?[0-9a-f]{7,40}(?: |$)/;

/** A hunk that is being read. */
interface OpenHunk {
  readonly read: (line: string) => HunkLine | undefined;
  /** Lines that are to come, for each parent and the result. */
  readonly left: number[];
  /** An earlier filter removed its end. */
  isCut: boolean;
}

/** The position in the diff of a file; undefined outside of one. */
interface OpenFile {
  readonly file: DiffFile;
  readonly heading: string;
  isInHeader: boolean;
  hunk: OpenHunk | undefined;
}

function createDiffFilter(store: DiffStore, judge: LinePolicy): LineStrategy {
  let open: OpenFile | undefined;
  let isChanged = false;

  /** Whether the line belongs to the file. */
  function take(current: OpenFile, line: string): boolean {
    if (takeHunk(current, line)) return true;
    if (current.hunk !== undefined) return takeHunkLine(current, current.hunk, line);
    if (line.startsWith('\\ ')) current.file.remark(line);
    else if (current.isInHeader && line === 'GIT binary patch') takeBinary(current, line);
    else if (!current.isInHeader || !isHeaderLine(line)) return false;
    else if (isHeaderNoise(line, current.heading) && !judge.isPreserved(line)) isChanged = true;
    else current.file.header.push(line);
    return true;
  }

  return {
    push(line, give) {
      if (line.startsWith('diff --') && fileHeading.test(line)) {
        const file = store.beginFile(line, give);
        open = { file, heading: line, isInHeader: true, hunk: undefined };
      } else if (open !== undefined && take(open, line)) store.check();
      else {
        open = undefined;
        store.text(line, give);
      }
    },
    end(exitCode, give) {
      const loss = store.end(exitCode !== 0, give);
      if (loss === 'changes') return 'partial';
      return isChanged || loss === 'context' ? 'full' : 'fallback';
    },
  };
}

function takeHunk(current: OpenFile, line: string): boolean {
  const range = line.startsWith('@@') ? readHunkRange(line) : undefined;
  if (range === undefined) return false;
  current.isInHeader = false;
  const read = createHunkLineReader(range.starts.length - 1);
  current.hunk = { read, left: [...range.counts], isCut: false };
  current.file.beginHunk(line, range);
  return true;
}

/** Its lines are none of a hunk's, and end where the next file begins. */
function takeBinary(current: OpenFile, line: string): void {
  current.file.header.push(line);
  current.isInHeader = false;
  current.hunk = { read: () => undefined, left: [Infinity], isCut: false };
}

/** True if the line is in the hunk. */
function takeHunkLine({ file }: OpenFile, hunk: OpenHunk, line: string): boolean {
  const omitted = line.startsWith('... (') ? omittedBy(line) : undefined;
  if (omitted !== undefined) {
    hunk.isCut = true;
    file.mark(line, omitted);
    return true;
  }
  const isOver = hunk.left.every(isNoneLeft) || (hunk.isCut && line === '');
  const read = isOver ? undefined : hunk.read(line);
  if (read === undefined) return takeRemark(file, line, isOver || hunk.isCut);
  file.hunkLine(line, read);
  countSides(hunk.left, read, -1);
  return true;
}

function isNoneLeft(lines: number): boolean {
  return lines <= 0;
}

/**
 * What git says about the line before; and, in a hunk, what no hunk has: it stays, as changes do.
 */
function takeRemark(file: DiffFile, line: string, isOver: boolean): boolean {
  const isRemark = line.startsWith('\\ ') || !(isOver || commit.test(line));
  if (isRemark) file.remark(line);
  return isRemark;
}

const headerLine =
  /^(?:index|similarity index|dissimilarity index|old mode|new mode|new file mode|deleted file mode|mode|rename from|rename to|copy from|copy to|---|\+\+\+|Binary files|changes:) /;

/** Whether a line can come between the heading of a file and its first hunk. */
function isHeaderLine(line: string): boolean {
  return headerLine.test(line);
}

/**
 * Whether a line of the header repeats the heading or adds nothing: object names, similarity, and
 * names that the heading already has.
 */
function isHeaderNoise(line: string, heading: string): boolean {
  if (/^(?:index|similarity index|dissimilarity index) /.test(line)) return true;
  if (!/^(?:---|\+\+\+) /.test(line)) return false;
  // A name with blanks ends with a tab.
  const name = line.slice(4).replace(/\t$/, '');
  if (name === '/dev/null') return true;
  if (!heading.startsWith('diff --git ')) {
    return heading.endsWith(` ${name.replace(/^[ab]\//, '')}`);
  }
  const isOld = line.startsWith('---');
  return isOld ? heading.startsWith(`diff --git ${name} `) : heading.endsWith(` ${name}`);
}
