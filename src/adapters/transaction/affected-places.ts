import type { NamedPath } from '../../core/contracts/call-paths';
import type { ShellPart, ShellReading } from '../../core/contracts/shell-reading';

/** What a command may change, before anybody has looked at the disk. */
export interface AffectedPlaces {
  /** Absolute paths that it names and may change, each with everything below it. */
  readonly named: readonly string[];
  /** True when it may change files that it does not name: then the whole folder counts. */
  readonly beyondNames: boolean;
}

/** Programs that change files which their words do not name (000 Write Detection, and more). */
const writeBeyondTheirWords: ReadonlySet<string> = new Set([
  ...['git', 'hg', 'svn', 'jj', 'patch', 'make', 'cmake', 'ninja', 'just'],
  ...['npm', 'npx', 'pnpm', 'pnpx', 'yarn', 'bun', 'bunx', 'deno', 'node', 'tsc'],
  ...['cargo', 'rustfmt', 'go', 'gofmt', 'dotnet', 'gradle', 'gradlew', 'mvn', 'sbt'],
  ...['pip', 'pip3', 'uv', 'poetry', 'pipenv', 'python', 'python3', 'bundle', 'gem', 'ruby'],
  ...['composer', 'php', 'perl', 'mix', 'swift', 'dart', 'flutter', 'terraform'],
  ...['prettier', 'eslint', 'biome', 'ruff', 'black', 'isort', 'stylelint', 'find', 'xargs'],
  ...['unzip', '7z', 'cpio', 'sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'],
]);

/** Programs that change what they only seem to read: the source of a move is gone after it. */
const changeWhatTheyRead: ReadonlySet<string> = new Set(['mv', 'rename', 'rsync', 'ln']);

/** Programs that change exactly what their words name. */
const writeTheirWords: ReadonlySet<string> = new Set([
  ...['rm', 'rmdir', 'unlink', 'shred', 'mv', 'cp', 'install', 'ln', 'rsync', 'touch', 'mkdir'],
  ...['tee', 'dd', 'truncate', 'sed', 'chmod', 'chown', 'chgrp', 'tar', 'rename'],
]);

/**
 * What a command may change, by its syntax tree (000 Write Detection). A command that was not read
 * whole, or whose words the shell computes, may change anything; too much only costs copies.
 */
export function affectedPlaces(reading: ShellReading, named: readonly NamedPath[]): AffectedPlaces {
  const asked = new Map(
    named.flatMap(({ given, place }) => (place.ok ? [[given, place.value.asked] as const] : [])),
  );
  const writing = reading.parts.filter(({ writes }) => writes);
  const places = writing.flatMap((part) =>
    changedBy(part).flatMap((given) => asked.get(given) ?? []),
  );
  return {
    named: [...new Set(places)],
    beyondNames:
      reading.state === 'unread' || reading.doubts.length > 0 || writing.some(isBeyondItsNames),
  };
}

function changedBy(part: ShellPart): readonly string[] {
  const reads = changeWhatTheyRead.has(programOf(part));
  return part.paths.flatMap(({ given, access }) => (reads || access === 'write' ? [given] : []));
}

function isBeyondItsNames(part: ShellPart): boolean {
  const program = programOf(part);
  if (writeBeyondTheirWords.has(program)) return true;
  if (writeTheirWords.has(program) && part.words.some(({ known }) => !known)) return true;
  return !part.paths.some(({ access }) => access === 'write');
}

function programOf({ words }: ShellPart): string {
  const name = words[0]?.text.split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
}
