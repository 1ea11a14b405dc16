import * as z from 'zod';
import { parseJson } from '../../core/contracts/json';
import { count, lenient, wholeList } from '../../core/contracts/schema-parts';
import type { DiagnosticItem } from '../../core/ports/diagnostics';
import { cutMarked } from '../../core/base/text-lines';
import path from 'node:path';
import { isInside } from '../../core/base/paths';
import type { Files } from '../../core/ports/files';
import type { CargoProject } from './cargo-project';

const maxPerSeverity = 2000;

/** The problems of one run, without duplicates: a file is built for itself and for its tests. */
export class ProblemCollection {
  private readonly kept = new Map<string, CompilerProblem>();
  private readonly counts = new Map<string, number>();
  private dropped = 0;

  add(line: string): void {
    const problem = readCompilerMessage(line);
    if (problem === undefined) return;
    const { severity, message, locations: places } = problem;
    const key = JSON.stringify([severity, message, places]);
    if (this.kept.has(key)) return;
    const count = (this.counts.get(severity) ?? 0) + 1;
    this.counts.set(severity, count);
    if (count <= maxPerSeverity) this.kept.set(key, problem);
    else this.dropped += 1;
  }

  problems(): readonly CompilerProblem[] {
    return [...this.kept.values()];
  }

  hasErrors(): boolean {
    return this.counts.has('error');
  }

  notes(): readonly string[] {
    if (this.dropped === 0) return [];
    return [
      `There are more than ${String(maxPerSeverity)} problems of one severity; the rest were not read.`,
    ];
  }
}

/** A problem as the compiler reports it, in the form of `cargo --message-format=json`. */
interface CompilerProblem extends Omit<DiagnosticItem, 'file' | 'line' | 'col'> {
  /** The problem's location, followed by the uses of a macro for code inside it. */
  readonly locations: readonly SourceLocation[];
  /** Absolute folder of the package; undefined if cargo did not report one. */
  readonly manifest: string | undefined;
}

interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

const text = lenient(z.string());

const spanSchema = z
  .object({
    file_name: text,
    line_start: lenient(count),
    column_start: lenient(count),
    is_primary: lenient(z.boolean()),
    label: text,
    suggested_replacement: text,
    /** Of code of a macro: holds the span where the macro is used. */
    expansion: lenient(z.object({ span: z.unknown() })),
  })
  .catch({});
type Span = z.infer<typeof spanSchema>;

const childSchema = z
  .object({ message: text, level: text, spans: wholeList(spanSchema) })
  .catch({ spans: [] });
type Child = z.infer<typeof childSchema>;

const messageSchema = z.object({
  message: z.string(),
  level: z.string(),
  code: lenient(z.object({ code: z.string() })),
  spans: wholeList(spanSchema),
  children: wholeList(childSchema),
});
type Message = z.infer<typeof messageSchema>;

const eventSchema = z.object({
  reason: z.literal('compiler-message'),
  message: messageSchema,
  target: lenient(z.object({ src_path: z.string() })),
  manifest_path: text,
});

const maxExpansions = 16;

/** One line of cargo's output; undefined for anything but a problem in the code. */
export function readCompilerMessage(line: string): CompilerProblem | undefined {
  // Most lines are artifacts, which a schema refuses slowly.
  if (!line.startsWith('{') || !line.includes('compiler-message')) return undefined;
  const event = eventSchema.safeParse(parseJson(line)).data;
  if (event === undefined) return undefined;
  const { message, target } = event;
  const severity = severityOf(message.level);
  if (severity === undefined) return undefined;
  const places = locationsOf(message.spans);
  if (places.length === 0 && isClosingMessage(message.message)) return undefined;
  return {
    severity,
    message: foldMessage(message),
    ...ruleOf(message.code?.code),
    locations: places.length > 0 ? places : wholeTarget(target?.src_path),
    manifest: event.manifest_path,
  };
}

function ruleOf(code: string | undefined): Pick<CompilerProblem, 'source' | 'code'> {
  if (code === undefined) return { source: 'rustc' };
  return { source: code.startsWith('clippy::') ? 'clippy' : 'rustc', code };
}

/** A problem without a location concerns the crate and is shown at its main file. */
function wholeTarget(file: string | undefined): readonly SourceLocation[] {
  return file === undefined ? [] : [{ file, line: 1, col: 1 }];
}

function severityOf(level: string): DiagnosticItem['severity'] | undefined {
  // "error: internal compiler error" is an error too.
  if (level.startsWith('error')) return 'error';
  if (level === 'warning') return 'warning';
  if (level === 'note') return 'information';
  return level === 'help' ? 'hint' : undefined;
}

/** Closing messages such as "aborting due to 2 previous errors". */
function isClosingMessage(text: string): boolean {
  return /^aborting due to |^\d+ (?:warning|error)s? emitted|^could not compile /.test(text);
}

function locationsOf(spans: readonly Span[]): readonly SourceLocation[] {
  const places: SourceLocation[] = [];
  let span = primaryOf(spans) ?? spans[0];
  while (span?.file_name !== undefined && places.length < maxExpansions) {
    const { file_name: file, line_start: line = 1, column_start: col = 1, expansion } = span;
    places.push({ file, line: Math.max(1, line), col: Math.max(1, col) });
    span = expansion && spanSchema.parse(expansion.span);
  }
  return places;
}

function primaryOf(spans: readonly Span[]): Span | undefined {
  return spans.find((span) => span.is_primary === true);
}

const maxMessage = 1000;
/** Longer replacements are omitted: the reader sees the code anyway. */
const maxReplacement = 200;

/** Notes that are always the same and do not help to fix the problem. */
const boilerplate =
  / on by default$|^for further information visit |^`-[WDF] .*` implied by |^to override `/;

/** On one line, without suggestions for other files: reading those may be denied. */
function foldMessage({ message, spans, children }: Message): string {
  const { label = '', file_name: file } = primaryOf(spans) ?? {};
  const place = label === '' || message.includes(label) ? [] : [label];
  const notes = children.flatMap((child) => childText(child, file));
  const whole = [[message, ...place].join(': '), ...notes].join('; ');
  return bounded(whole.replace(/\s+/g, ' ').trim());
}

function childText(
  { message = '', level = 'note', spans }: Child,
  file: string | undefined,
): readonly string[] {
  if (message === '' || boilerplate.test(message)) return [];
  const replacements = spans.flatMap((span) => {
    const replacement = span.suggested_replacement?.trim() ?? '';
    const isShort = replacement !== '' && replacement.length <= maxReplacement;
    return isShort && span.file_name === file ? [`\`${replacement}\``] : [];
  });
  const suggested = replacements.length === 0 ? '' : `: ${replacements.join(', ')}`;
  return [`${level}: ${message}${suggested}`];
}

function bounded(text: string): string {
  return cutMarked(text, maxMessage);
}

export interface LocatedProblems {
  readonly items: readonly DiagnosticItem[];
  /** Number of problems in files that are denied or outside the workspace. */
  readonly hidden: number;
  /** Number of problems in the workspace but outside the requested path. */
  readonly elsewhere: number;
}

interface LocatingDeps {
  readonly files: Pick<Files, 'locate'>;
  readonly project: CargoProject;
  /** Folder of the Cargo workspace, to which paths are relative. */
  readonly buildFolder: string;
}

/** Assigns canonical files to problems; problems in denied files are only counted (000-files-5). */
export async function locateProblems(
  problems: readonly CompilerProblem[],
  deps: LocatingDeps,
): Promise<LocatedProblems> {
  const find = createFinder(deps);
  const items: DiagnosticItem[] = [];
  let hidden = 0;
  let elsewhere = 0;
  for (const { locations: places, manifest, ...problem } of problems) {
    const at = await firstVisible(places, (file) => find(file, manifest));
    if (at === undefined) hidden += 1;
    else if (isAsked(at.file, deps.project)) items.push({ ...problem, ...at });
    else elsewhere += 1;
  }
  return { items, hidden, elsewhere };
}

type Found = { readonly real: string } | 'outside' | 'forbidden';
type Find = (file: string) => Promise<Found>;

/** The problem's location or, for code in a library's macro, its use in this workspace. */
async function firstVisible(
  places: readonly SourceLocation[],
  find: Find,
): Promise<SourceLocation | undefined> {
  for (const place of places) {
    const found = await find(place.file);
    if (found === 'forbidden') return undefined;
    if (found !== 'outside') return { ...place, file: found.real };
  }
  return undefined;
}

function createFinder({ files, buildFolder }: LocatingDeps) {
  const known = new Map<string, Promise<Found>>();
  const locate = async (file: string): Promise<Found> => {
    const located = await files.locate(file);
    if (!located.ok || !located.value.exists || located.value.root === undefined) return 'outside';
    return located.value.limit?.verdict === 'deny' ? 'forbidden' : { real: located.value.real };
  };
  const locateOnce = (file: string): Promise<Found> => {
    const found = known.get(file) ?? locate(file);
    known.set(file, found);
    return found;
  };
  return async (file: string, manifest: string | undefined): Promise<Found> => {
    const found = await locateOnce(path.resolve(buildFolder, file));
    if (found !== 'outside' || manifest === undefined) return found;
    return locateOnce(path.resolve(path.dirname(manifest), file));
  };
}

function isAsked(real: string, { asked, isFolder }: CargoProject): boolean {
  const style = { separator: path.sep, caseSensitive: true } as const;
  return isFolder ? isInside(asked, real, style) : real === asked;
}
