import type { Diagnostic } from './diagnostic';

/** How diagnostics are written. */
export interface GroupStyle {
  /** Whether the command failed, or may have: then more of each code frame stays. */
  readonly isFailure: boolean;
}

/**
 * Diagnostics by rule: one block each with its count, what it says once, and every place; then those
 * that a block would not make shorter, in their order.
 */
export function renderDiagnostics(found: readonly Diagnostic[], style: GroupStyle): string[] {
  const written: WrittenGroup[] = [];
  const single = new Set<Diagnostic>();
  for (const group of byKey(found, ({ group }) => group)) {
    const lines = groupLines(group, '', style);
    if (isShorter(lines, group)) written.push({ group, lines });
    else for (const diagnostic of group) single.add(diagnostic);
  }
  const folder = commonFolder(written.flatMap(({ group }) => filesOf(group)));
  const blocks = [...written.filter(isError), ...written.filter((each) => !isError(each))];
  return [
    ...(folder === '' ? [] : [`paths in ${folder}`]),
    ...blocks.flatMap(({ group, lines }) =>
      folder === '' ? lines : groupLines(group, folder, style),
    ),
    ...singleLines(found.filter((diagnostic) => single.has(diagnostic))),
  ];
}

interface WrittenGroup {
  readonly group: readonly Diagnostic[];
  /** With whole paths. */
  readonly lines: readonly string[];
}

function isError({ group: [first] }: WrittenGroup): boolean {
  return first?.group.startsWith('error') === true;
}

function filesOf(group: readonly Diagnostic[]): readonly string[] {
  if (group[0]?.path === undefined) return [];
  return group.map(({ path }) => path ?? '');
}

/** Whether the lines are shorter than the original findings. */
function isShorter(lines: readonly string[], group: readonly Diagnostic[]): boolean {
  let raw = 0;
  for (const diagnostic of group) {
    if (diagnostic.raw === undefined) return true;
    raw += narrowLength(diagnostic.raw) + 1;
    for (const line of diagnostic.details ?? []) raw += narrowLength(line) + 1;
  }
  return lengthOf(lines) < raw;
}

/** Runs of blanks that align columns cost a model next to nothing, so they count as one. */
function narrowLength(line: string): number {
  return line.includes('   ') ? line.replace(/ {3,}/g, '  ').length : line.length;
}

export function lengthOf(lines: readonly string[]): number {
  let length = 0;
  for (const line of lines) length += line.length + 1;
  return length;
}

function groupLines(group: readonly Diagnostic[], folder: string, style: GroupStyle): string[] {
  const messages = byKey(group, (diagnostic) => wordsOf(diagnostic, style));
  const [first] = group;
  if (first === undefined) return [];
  if (messages.length === 1) {
    return [
      `${first.title ?? `${first.group}: ${first.message}`}${countOf(group)}`,
      ...indented(extrasOf(first, style), 2),
      ...placeLines(group, folder, 2),
    ];
  }
  const byMessage = messages.flatMap((same) => messageLines(same, folder, style));
  const byFile = first.path === undefined ? byMessage : fileLines(group, folder);
  const isByFile = lengthOf(byFile) < lengthOf(byMessage);
  return [`${first.group}${countOf(group)}`, ...(isByFile ? byFile : byMessage)];
}

/** Places of one message among several of its rule. */
function messageLines(same: readonly Diagnostic[], folder: string, style: GroupStyle): string[] {
  const [first, second] = same;
  if (first === undefined) return [];
  const { message } = first;
  const extras = indented(extrasOf(first, style), 4);
  if (second === undefined) {
    const { path, place } = first;
    const where = path === undefined ? place : `${shortPath(path, folder)}:${place}`;
    return [`  ${where}: ${message}`, ...extras];
  }
  return [`  ${message}`, ...extras, ...placeLines(same, folder, 4)];
}

/** The findings of each file, each with its message. */
function fileLines(group: readonly Diagnostic[], folder: string): string[] {
  return byKey(group, pathOf).flatMap((same) => [
    `  ${shortPath(same[0]?.path ?? '', folder)}`,
    ...same.map(({ place, message }) => `    ${place}: ${message}`),
  ]);
}

/** One line a place; where the tool names files once, one line a file. */
function placeLines(same: readonly Diagnostic[], folder: string, indent: number): string[] {
  const places = (some: readonly Diagnostic[]): string[] => some.map(({ place }) => place);
  if (same[0]?.path === undefined) return indented(places(same), indent);
  const lines = byKey(same, pathOf).map(
    (inFile) => `${shortPath(inFile[0]?.path ?? '', folder)} ${places(inFile).join(' ')}`,
  );
  return indented(lines, indent);
}

/** As the tool wrote them: lines, or below the name of their file. */
function singleLines(singles: readonly Diagnostic[]): string[] {
  return byKey(singles, pathOf).flatMap((same) => {
    const path = same[0]?.path;
    const lines = same.flatMap(({ raw, details = [] }) =>
      raw === undefined ? [] : [raw, ...details],
    );
    return path === undefined ? lines : [path, ...lines, ''];
  });
}

/** Everything that can differ between findings of one rule, except their places. */
function wordsOf(diagnostic: Diagnostic, style: GroupStyle): string {
  const extras = extrasOf(diagnostic, style);
  return extras.length === 0 ? diagnostic.message : [diagnostic.message, ...extras].join('\n');
}

function extrasOf(
  { details = [], failureDetails = [] }: Diagnostic,
  { isFailure }: GroupStyle,
): readonly string[] {
  return isFailure && failureDetails.length > 0 ? [...details, ...failureDetails] : details;
}

function pathOf({ path }: Diagnostic): string {
  return path ?? '';
}

function countOf({ length }: readonly Diagnostic[]): string {
  return length === 1 ? '' : ` (${String(length)} places)`;
}

function indented(lines: readonly string[], by: number): string[] {
  const margin = ' '.repeat(by);
  return lines.map((line) => margin + line);
}

function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/**
 * The common folder of all absolute paths, with its trailing separator; empty if naming it once
 * saves nothing.
 */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(first)) return '';
  let folder = folderOf(first);
  for (const path of others) {
    while (!path.startsWith(folder)) folder = folderOf(folder.slice(0, -1));
  }
  return folder.length > 1 && folder.length * (paths.length - 1) > cost ? folder : '';
}

/** Length of the line that names it. */
const cost = 12;

function shortPath(path: string, folder: string): string {
  return path.slice(folder.length);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
