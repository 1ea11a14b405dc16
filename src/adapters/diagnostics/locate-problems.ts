import path from 'node:path';
import { isInside } from '../../core/base/paths';
import type { DiagnosticItem } from '../../core/ports/diagnostics';
import type { Files } from '../../core/ports/files';
import type { CargoProject } from './cargo-project';
import type { CompilerProblem, SourceLocation } from './compiler-problems';

export interface LocatedProblems {
  readonly items: readonly DiagnosticItem[];
  /** Number of problems in files that are denied or outside the workspace. */
  readonly hidden: number;
  /** Number of problems in the workspace but outside the requested path. */
  readonly elsewhere: number;
}

export interface LocatingDeps {
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
