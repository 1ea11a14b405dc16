import type { Diagnostic } from './diagnostic';
import { commonFolder, shortPath } from './leading-folder';

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
  const grouped: (readonly Diagnostic[])[] = [];
  const single = new Set<Diagnostic>();
  for (const group of byKey(found, ({ group }) => group)) {
    if (isShorter(group, style)) grouped.push(group);
    else for (const diagnostic of group) single.add(diagnostic);
  }
  const blocks = [...grouped.filter(isError), ...grouped.filter((group) => !isError(group))];
  const files = grouped.flat().flatMap(({ place: { file } }) => file?.path ?? []);
  const folder = commonFolder(files);
  return [
    ...(folder === '' ? [] : [`paths in ${folder}`]),
    ...blocks.flatMap((group) => groupLines(group, folder, style)),
    ...singleLines(found.filter((diagnostic) => single.has(diagnostic))),
  ];
}

function isError([first]: readonly Diagnostic[]): boolean {
  return first?.group.startsWith('error') === true;
}

/** Runs of blanks that align columns cost a model next to nothing, so they count as one. */
function isShorter(group: readonly Diagnostic[], style: GroupStyle): boolean {
  let raw = 0;
  for (const { raw: lines } of group) {
    if (lines === undefined) return true;
    raw += lengthOf(lines.map((line) => line.replace(/ {2,}/g, '  ')));
  }
  return lengthOf(groupLines(group, '', style)) < raw;
}

export function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function groupLines(group: readonly Diagnostic[], folder: string, style: GroupStyle): string[] {
  const messages = byKey(group, (diagnostic) => wordsOf(diagnostic, style).join('\n'));
  const [first] = group;
  if (first === undefined) return [];
  if (messages.length === 1) {
    return [
      `${first.title}${countOf(group)}`,
      ...indented(extrasOf(first, style), 2),
      ...placeLines(group, folder, 2),
    ];
  }
  const byMessage = messages.flatMap((same) => messageLines(same, folder, style));
  const byFile = first.place.file === undefined ? byMessage : fileLines(group, folder);
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
    const { text, file } = first.place;
    const place = file === undefined ? text : shortPath(text, folder);
    return [`  ${place}: ${message}`, ...extras];
  }
  return [`  ${message}`, ...extras, ...placeLines(same, folder, 4)];
}

/** Under each file its findings, each with what it says. */
function fileLines(group: readonly Diagnostic[], folder: string): string[] {
  return byKey(group, ({ place: { file } }) => file?.path ?? '').flatMap((same) => [
    `  ${shortPath(same[0]?.place.file?.path ?? '', folder)}`,
    ...same.map(({ place: { file }, message }) => `    ${file?.position ?? ''}: ${message}`),
  ]);
}

/** One line a place; where the tool names files once, one line a file. */
function placeLines(same: readonly Diagnostic[], folder: string, indent: number): string[] {
  const files = byKey(same, ({ place: { file, text } }) => file?.path ?? text);
  const lines = files.flatMap((places) => {
    const file = places[0]?.place.file;
    if (file === undefined) return places.map(({ place: { text } }) => text);
    const positions = places.map(({ place }) => place.file?.position ?? '').join(' ');
    return [`${shortPath(file.path, folder)} ${positions}`];
  });
  return indented(lines, indent);
}

/** As the tool wrote them: lines, or below the name of their file. */
function singleLines(singles: readonly Diagnostic[]): string[] {
  return byKey(singles, ({ place: { file } }) => file?.path ?? '').flatMap((same) => {
    const path = same[0]?.place.file?.path;
    const lines = same.flatMap(({ raw }) => raw ?? []);
    return path === undefined ? lines : [path, ...lines, ''];
  });
}

function wordsOf(diagnostic: Diagnostic, style: GroupStyle): readonly string[] {
  return [diagnostic.title, ...extrasOf(diagnostic, style)];
}

function extrasOf({ details, telling }: Diagnostic, style: GroupStyle): readonly string[] {
  return style.isFailure ? [...details, ...telling] : details;
}

function countOf({ length }: readonly Diagnostic[]): string {
  return length === 1 ? '' : ` (${String(length)} places)`;
}

function indented(lines: readonly string[], by: number): string[] {
  return lines.map((line) => `${' '.repeat(by)}${line}`);
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
