import type { LineJudge } from '../strategy';
import { namesFailure, type DiagnosticReader, type DiagnosticSink } from './diagnostic';

/** What one line says that is a finding by itself. */
export interface Row {
  readonly place: string;
  readonly group: string;
  readonly title: string;
  readonly message: string;
}

export interface RowForm {
  row(line: string): Row | undefined;
  /** What to do with a line below a finding; undefined: it is no part of it. */
  follow(line: string): 'keep' | 'frame' | undefined;
}

interface Open extends Row {
  /** All of it, as it came. */
  readonly lines: string[];
  readonly details: string[];
  readonly telling: string[];
}

/** Lines below one finding. */
const maxFollowing = 100;

/** Findings of one line each, with elaborations or a code frame below. */
export function createRowReader(form: RowForm, judge: LineJudge): DiagnosticReader {
  let open: Open | undefined;

  function close(sink: DiagnosticSink): void {
    if (open === undefined) return;
    const { lines, place, details, ...rest } = open;
    const line = lines[0] ?? '';
    open = undefined;
    // What somebody may look for as one line stays one.
    if (namesFailure(line) || judge.isPreserved(line)) {
      for (const text of lines) sink.plain(text);
      return;
    }
    const raw = [line, ...details];
    sink.found({ ...rest, place: { text: place, file: undefined }, details, raw });
  }

  function follow(finding: Open, line: string): boolean {
    if (finding.lines.length > maxFollowing) return false;
    const way = form.follow(line);
    if (way === undefined) return false;
    finding.lines.push(line);
    if (line.trim() === '') return true;
    if (way === 'keep' || judge.isPreserved(line)) finding.details.push(line);
    else if (judge.isTelling(line)) finding.telling.push(line);
    return true;
  }

  return {
    push(line, sink) {
      if (open !== undefined && follow(open, line)) return;
      close(sink);
      const row = form.row(line);
      if (row === undefined) sink.plain(line);
      else open = { ...row, lines: [line], details: [], telling: [] };
    },
    end: close,
  };
}
