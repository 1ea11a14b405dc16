import { pathBaseName } from '../../../core/base/paths';
import type { NamedPath } from '../../../core/contracts/calls/call-paths';
import type { ShellPart, ShellAnalysis } from '../../../core/contracts/calls/shell-analysis';

/** The paths a command may change, before reading the disk. */
export interface AffectedPaths {
  /** Absolute paths that it names and may change, each with everything below it. */
  readonly named: readonly string[];
  /** True if it may change files it does not name: then the whole folder counts. */
  readonly beyondNames: boolean;
}

/** Programs that change files not named in their arguments. */
const writeBeyondTheirWords: ReadonlySet<string> = new Set([
  ...['git', 'hg', 'svn', 'jj', 'patch', 'make', 'gmake', 'cmake', 'ninja', 'just'],
  ...['npm', 'npx', 'pnpm', 'pnpx', 'yarn', 'bun', 'bunx', 'deno', 'node', 'tsc'],
  ...['cargo', 'rustfmt', 'go', 'gofmt', 'dotnet', 'gradle', 'gradlew', 'mvn', 'sbt'],
  ...['pip', 'pip3', 'uv', 'poetry', 'pipenv', 'python', 'python3', 'bundle', 'gem', 'ruby'],
  ...['composer', 'php', 'perl', 'mix', 'swift', 'dart', 'flutter', 'terraform'],
  ...['prettier', 'eslint', 'biome', 'ruff', 'black', 'isort', 'stylelint', 'xargs'],
  ...['unzip', '7z', 'cpio', 'split', 'csplit', 'sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'],
]);

/** Programs that change files in place that they seem to read: `sed -i`, `find -delete`. */
const changeWhatTheyRead: ReadonlySet<string> = new Set(['sed', 'gsed', 'find', 'gfind', 'rsync']);

/**
 * The paths a command may change, by its syntax tree (000-transaction-2). A command that was not
 * read completely, or whose words the shell computes, may change anything; too many paths only cost
 * copies.
 */
export function affectedPaths(reading: ShellAnalysis, named: readonly NamedPath[]): AffectedPaths {
  const asked = new Map(
    named.flatMap(({ given, resolved: place }) =>
      place.ok ? [[given, place.value.asked] as const] : [],
    ),
  );
  const writing = reading.parts.filter(({ writes }) => writes);
  const given = writing.flatMap(changedBy);
  const isWhole = reading.state === 'read' && reading.doubts.length === 0;
  const areLocated = given.every((path) => asked.has(path));
  return {
    named: [...new Set(given.flatMap((path) => asked.get(path) ?? []))],
    beyondNames: !isWhole || !areLocated || writing.some(isBeyondItsNames),
  };
}

function changedBy(part: ShellPart): readonly string[] {
  const inPlace = changeWhatTheyRead.has(programOf(part));
  return part.paths.flatMap(({ given, access }) => (inPlace || access === 'write' ? [given] : []));
}

function isBeyondItsNames(part: ShellPart): boolean {
  if (part.writesAnywhere === true) return true;
  if (writeBeyondTheirWords.has(programOf(part))) return true;
  // Of a program that is not known, a word may be no file.
  const isSure = changeWhatTheyRead.has(programOf(part)) || part.paths.some(isSureWrite);
  if (!isSure) return true;
  const isRedirection = part.paths.some(
    ({ redirected, access }) => redirected && access === 'write',
  );
  // In `echo $x > file` only the file matters; in `rm $x` the target is unknown.
  return (
    !isRedirection && part.words.slice(1).some(({ known, text }) => !known && isAnywhere(text))
  );
}

function isSureWrite({ access, certain }: ShellPart['paths'][number]): boolean {
  return access === 'write' && certain;
}

/** A glob below a folder stays below it; anything else may be anywhere. */
function isAnywhere(text: string): boolean {
  return /[$`]/.test(text) || !/^[^*?[{]*\//.test(text);
}

function programOf({ words }: ShellPart): string {
  const name = pathBaseName(words[0]?.text ?? '');
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
}
