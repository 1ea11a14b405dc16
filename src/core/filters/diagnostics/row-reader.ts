import type { LinePolicy } from '../strategy';
import { namesFailure, noLines, type DiagnosticReader, type DiagnosticSink } from './diagnostic';

/** What one line says that is a finding by itself. */
export interface Row {
  readonly place: string;
  readonly group: string;
  /** Undefined where it is the group with the message behind it. */
  readonly title: string | undefined;
  readonly message: string;
}

export interface RowForm {
  row(line: string): Row | undefined;
  /** What to do with a line below a finding; undefined: it is no part of it. */
  follow(line: string): 'keep' | 'frame' | undefined;
}

interface Open {
  readonly row: Row;
  readonly line: string;
  /** The line stays as it is: somebody may look for it as one. */
  readonly isPlain: boolean;
  below: Below | undefined;
}

/** What stands below a finding. */
interface Below {
  /** All of it, as it came. */
  readonly lines: string[];
  readonly details: string[];
  readonly failureDetails: string[];
}

/** Lines below one finding. */
const maxFollowing = 100;

/** Findings of one line each, with elaborations or a code frame below. */
export function createRowReader(
  form: RowForm,
  judge: LinePolicy,
  sink: DiagnosticSink,
): DiagnosticReader {
  let open: Open | undefined;

  function close(): void {
    if (open === undefined) return;
    const { row, line, isPlain, below } = open;
    open = undefined;
    if (isPlain) {
      sink.plain(line);
      for (const text of below?.lines ?? noLines) sink.plain(text);
      return;
    }
    sink.found({
      group: row.group,
      title: row.title,
      message: row.message,
      place: row.place,
      path: undefined,
      details: below?.details ?? noLines,
      failureDetails: below?.failureDetails ?? noLines,
      raw: line,
    });
  }

  function follow(finding: Open, line: string): boolean {
    if (finding.below?.lines.length === maxFollowing) return false;
    const way = form.follow(line);
    if (way === undefined) return false;
    const below = (finding.below ??= { lines: [], details: [], failureDetails: [] });
    below.lines.push(line);
    if (line.trim() === '') return true;
    if (way === 'keep' || judge.isPreserved(line)) below.details.push(line);
    else if (judge.isDiagnostic(line)) below.failureDetails.push(line);
    return true;
  }

  return {
    push(line) {
      if (open !== undefined && follow(open, line)) return;
      close();
      const row = form.row(line);
      if (row === undefined) sink.plain(line);
      else {
        const isPlain = namesFailure(line) || judge.isPreserved(line);
        open = { row, line, isPlain, below: undefined };
      }
    },
    end: close,
  };
}
