import type { LinePolicy } from '../../lines/line-strategy';
import {
  namesFailure,
  type Diagnostic,
  type DiagnosticReader,
  type DiagnosticSink,
  firstGroup,
  type OwnPatterns,
} from './diagnostic';

/** A finding of one line. */
type Row = Pick<Diagnostic, 'place' | 'group' | 'title' | 'message'>;

interface RowForm {
  row(line: string): Row | undefined;
  /** Handling of a line below a finding; undefined if it is not part of the finding. */
  follow(line: string): 'keep' | 'frame' | undefined;
}

interface Open {
  readonly row: Row;
  readonly line: string;
  /** The line stays as it is: a user may search for it. */
  readonly isPlain: boolean;
  below: Below | undefined;
}

/** Text below a finding. */
interface Below {
  /** All of it, unchanged. */
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
      for (const text of below?.lines ?? []) sink.plain(text);
      return;
    }
    const { details = [], failureDetails = [] } = below ?? {};
    sink.found({ ...row, details, failureDetails, raw: line });
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

const plainTsc = /^(\S.*?\(\d+,\d+\)): (error|warning|message|suggestion) (TS\d+): (.*)$/;
const prettyTsc = /^(\S.*?:\d+:\d+) - (error|warning|message|suggestion) (TS\d+): (.*)$/;

/** `a.ts(1,2): error TS2304: …` with elaborations, and the same in colors with code frames. */
export const tscRows: RowForm = {
  row(line) {
    if (!line.includes(' TS')) return undefined;
    const [, place, level, rule, message] = plainTsc.exec(line) ?? prettyTsc.exec(line) ?? [];
    if (place === undefined || message === undefined) return undefined;
    return { place, group: `${String(level)} ${String(rule)}`, message };
  },
  // An error's code frame stays.
  follow: (line) => (line === '' || /^(?: |\d+ |\.\.\.$)/.test(line) ? 'keep' : undefined),
};

const coded = /^(\S.*?:\d+(?::\d+)?): ([A-Z]{1,5}\d{2,5}):? (\S.*)$/;
const leveled = /^(\S.*?:\d+(?::\d+)?): (error|warning): (\S.*?)(?: {2}\[([\w-]+)\])?$/;
const note = /^\S.*?:\d+(?::\d+)?: note: /;

/** ruff, flake8, pylint and mypy: one line each, some with a code frame below. */
export const pythonRows: RowForm = {
  row(line) {
    const first = line.charCodeAt(0);
    if (first <= 0x20 || !line.includes(': ')) return undefined;
    return codedRow(line) ?? leveledRow(line);
  },
  follow(line) {
    if (note.test(line)) return 'keep';
    return /^(?: |\d+ *\|)/.test(line) ? 'frame' : undefined;
  },
};

function codedRow(line: string): Row | undefined {
  const [, place, rule, message] = coded.exec(line) ?? [];
  if (place === undefined || rule === undefined || message === undefined) return undefined;
  // A syntax error is not a style problem.
  if (/^(?:E9\d\d|E0001|F0\d+)$/.test(rule)) return undefined;
  // Its message continues in lines that look like code.
  if (rule === 'R0801') return undefined;
  return { place, group: rule, title: `${rule} ${message}`, message };
}

function leveledRow(line: string): Row | undefined {
  const [, place, level, message, rule] = leveled.exec(line) ?? [];
  if (place === undefined || level === undefined || message === undefined) return undefined;
  const group = rule === undefined ? level : `${level} [${rule}]`;
  const title = rule === undefined ? message : `${message} [${rule}]`;
  return { place, group, title: `${level}: ${title}`, message };
}

/** Places and rules of one line, where a user's pattern matches one of the two. */
const locations = {
  clippy: /--> (\S.*:\d+:\d+)$/,
  eslint: /^(\S.*?:\d+:\d+)/,
  tsc: /^(\S.*?(?:\(\d+,\d+\)|:\d+:\d+))/,
  ruff: /^(\S.*?:\d+(?::\d+)?):/,
} as const;
const rules = {
  clippy: /\[([\w:]+)\]$/,
  eslint: /\s(\S+)$/,
  tsc: /\b(TS\d+)\b/,
  ruff: /\b([A-Z]{1,5}\d{2,5})\b|\[([\w-]+)\]$/,
} as const;

/** Lines in which the user's patterns find a position and a rule. */
export function ownRows(format: keyof typeof locations, own: OwnPatterns): RowForm {
  const location = own.location ?? locations[format];
  const rulePattern = own.rule ?? rules[format];
  return {
    row(line) {
      const place = firstGroup(location, line);
      const rule = place === undefined ? undefined : firstGroup(rulePattern, line);
      if (place === undefined || rule === undefined) return undefined;
      const rest = line.replace(place, '').replace(/^[\s:,-]+/, '');
      const level = /\b(?:error|warning|note)\b/i.exec(rest)?.[0];
      const group = level === undefined ? rule : `${level} ${rule}`;
      return { place, group, title: rest, message: rest };
    },
    follow: () => undefined,
  };
}
