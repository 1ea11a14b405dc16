import {
  parseJson,
  readCount,
  readList,
  readObject,
  readString,
  readValue,
  type UnknownObject,
} from '../../core/base/json';
import type { DiagnosticItem } from '../../core/ports/diagnostics';
import { cutEnd } from '../../core/base/text-lines';

/** Problems kept of each severity. */
const maxPerSeverity = 2000;

/** The problems of one run, without duplicates: a file is built for itself and for its tests. */
export interface ProblemCollection {
  /** Reads any line of cargo's output. */
  add(line: string): void;
  problems(): readonly CompilerProblem[];
  /** True if an error in the code was reported, kept or not. */
  hasErrors(): boolean;
  /** Notes about the collection for the reader. */
  notes(): readonly string[];
}

export function createProblemCollection(): ProblemCollection {
  const kept = new Map<string, CompilerProblem>();
  const counts = new Map<string, number>();
  let dropped = 0;
  return {
    add: (line) => {
      const problem = readCompilerMessage(line);
      if (problem === undefined) return;
      const { severity, message, locations: places } = problem;
      const key = JSON.stringify([severity, message, places]);
      if (kept.has(key)) return;
      const count = (counts.get(severity) ?? 0) + 1;
      counts.set(severity, count);
      if (count <= maxPerSeverity) kept.set(key, problem);
      else dropped += 1;
    },
    problems: () => [...kept.values()],
    hasErrors: () => counts.has('error'),
    notes: () =>
      dropped === 0
        ? []
        : [
            `There are more than ${String(maxPerSeverity)} problems of one severity; the rest were not read.`,
          ],
  };
}

/** A problem as the compiler reports it, in the form of `cargo --message-format=json`. */
export interface CompilerProblem extends Omit<DiagnosticItem, 'file' | 'line' | 'col'> {
  /** The problem's location, followed by the uses of a macro for code inside it. */
  readonly locations: readonly SourceLocation[];
  /** Absolute folder of the package; undefined if cargo did not report one. */
  readonly manifest: string | undefined;
}

export interface SourceLocation {
  /** Absolute, or relative to cargo's build folder. */
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

/** Deeper macro expansions are not followed. */
const maxExpansions = 16;

/**
 * Reads one line of cargo's output; undefined for anything but a problem in the code, such as
 * artifacts, build scripts and closing messages.
 */
export function readCompilerMessage(line: string): CompilerProblem | undefined {
  if (!line.startsWith('{')) return undefined;
  const event = parseJson(line)?.value;
  const message = readObject(event, 'message');
  if (message === undefined || readString(event, 'reason') !== 'compiler-message') return undefined;
  const text = readString(message, 'message');
  const severity = severityOf(readString(message, 'level'));
  if (text === undefined || severity === undefined) return undefined;
  const places = locationsOf(message);
  if (places.length === 0 && isClosingMessage(text)) return undefined;
  return {
    severity,
    message: foldMessage(message, text),
    ...ruleOf(message),
    locations: places.length > 0 ? places : wholeTarget(event),
    manifest: readString(event, 'manifest_path'),
  };
}

function ruleOf(message: UnknownObject): Pick<CompilerProblem, 'source' | 'code'> {
  const code = readString(readObject(message, 'code'), 'code');
  if (code === undefined) return { source: 'rustc' };
  return { source: code.startsWith('clippy::') ? 'clippy' : 'rustc', code };
}

/** A problem without a location concerns the crate and is shown at its main file. */
function wholeTarget(event: unknown): readonly SourceLocation[] {
  const file = readString(readObject(event, 'target'), 'src_path');
  return file === undefined ? [] : [{ file, line: 1, col: 1 }];
}

function severityOf(level: string | undefined): DiagnosticItem['severity'] | undefined {
  // "error: internal compiler error" is an error too.
  if (level?.startsWith('error') === true) return 'error';
  if (level === 'warning') return 'warning';
  if (level === 'note') return 'information';
  return level === 'help' ? 'hint' : undefined;
}

/** Closing messages such as "aborting due to 2 previous errors". */
function isClosingMessage(text: string): boolean {
  return /^aborting due to |^\d+ (?:warning|error)s? emitted|^could not compile /.test(text);
}

function locationsOf(message: UnknownObject): readonly SourceLocation[] {
  const spans = readList(message, 'spans');
  const primary = spans.find((span) => readValue(span, 'is_primary') === true) ?? spans[0];
  const places: SourceLocation[] = [];
  let span: unknown = primary;
  for (let depth = 0; depth < maxExpansions; depth += 1) {
    const place = locationOf(span);
    if (place === undefined) break;
    places.push(place);
    span = readValue(readObject(span, 'expansion'), 'span');
  }
  return places;
}

function locationOf(span: unknown): SourceLocation | undefined {
  const file = readString(span, 'file_name');
  if (file === undefined) return undefined;
  const line = Math.max(1, readCount(span, 'line_start') ?? 1);
  return { file, line, col: Math.max(1, readCount(span, 'column_start') ?? 1) };
}

const maxMessage = 1000;
/** Longer replacements are omitted: the reader sees the code anyway. */
const maxReplacement = 200;

/** Notes that are always the same and do not help to fix the problem. */
const boilerplate =
  / on by default$|^for further information visit |^`-[WDF] .*` implied by |^to override `/;

/**
 * A problem in one line: message, label, notes and suggestions. Suggestions for other files are
 * omitted: reading those files may be denied.
 */
function foldMessage(message: UnknownObject, text: string): string {
  const primary = readList(message, 'spans').find((span) => readValue(span, 'is_primary') === true);
  const label = readString(primary, 'label') ?? '';
  const place = label === '' || text.includes(label) ? [] : [label];
  const file = readString(primary, 'file_name');
  const children = readList(message, 'children').flatMap((child) => childText(child, file));
  const whole = [[text, ...place].join(': '), ...children].join('; ');
  return bounded(whole.replace(/\s+/g, ' ').trim());
}

function childText(child: unknown, file: string | undefined): readonly string[] {
  const text = readString(child, 'message') ?? '';
  if (text === '' || boilerplate.test(text)) return [];
  const replacements = readList(child, 'spans').flatMap((span) => {
    const replacement = readString(span, 'suggested_replacement')?.trim() ?? '';
    const isShort = replacement !== '' && replacement.length <= maxReplacement;
    return isShort && readString(span, 'file_name') === file ? [`\`${replacement}\``] : [];
  });
  const suggested = replacements.length === 0 ? '' : `: ${replacements.join(', ')}`;
  return [`${readString(child, 'level') ?? 'note'}: ${text}${suggested}`];
}

function bounded(text: string): string {
  return text.length <= maxMessage ? text : `${cutEnd(text, maxMessage)}…`;
}
