import { say } from '../../core/base/sentence';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../core/base/paths';
import { failure, fail, succeed, type Failure, type Result } from '../../core/contracts/failure';
import type { Files } from '../../core/ports/files';
import { errnoFailure } from '../files/errno-failure';
import { errnoOf } from '../system/errno';
import type { Environment } from '../process/environment';
import { isUsableProgram, pathFolders, readVariable } from '../process/program-file';

interface CargoSearch {
  readonly env: Environment;
  /** Canonical; a cargo inside them is never run. */
  readonly roots: readonly string[];
  readonly platform: NodeJS.Platform;
}

/** The first cargo on the PATH, else that of rustup, which the PATH of VS Code may lack. */
export async function findCargo(search: CargoSearch): Promise<string | undefined> {
  for (const file of cargoCandidates(search)) {
    if (await isUsableProgram(file, search.roots)) return file;
  }
  return undefined;
}

/** Candidates for cargo, best first. Exported to test other platforms. */
export function cargoCandidates({
  env,
  platform,
}: Pick<CargoSearch, 'env' | 'platform'>): readonly string[] {
  const isWindows = platform === 'win32';
  const style = isWindows ? path.win32 : path.posix;
  const home = readVariable(env, isWindows ? 'USERPROFILE' : 'HOME');
  const own =
    readVariable(env, 'CARGO_HOME') ?? (home === undefined ? '' : style.join(home, '.cargo'));
  const folders = pathFolders(readVariable(env, 'PATH'), style);
  const installed = style.isAbsolute(own) ? [style.join(own, 'bin')] : [];
  const name = isWindows ? 'cargo.exe' : 'cargo';
  return [...folders, ...installed].map((folder) => style.join(folder, name));
}

/** The project to check. Paths are canonical. */
export interface CargoProject {
  /** Contains the `Cargo.toml`. */
  readonly folder: string;
  readonly asked: string;
  readonly isFolder: boolean;
}

export interface ProjectSearch {
  readonly files: Pick<Files, 'resolve'>;
  readonly roots: readonly string[];
}

/** The nearest `Cargo.toml` at or above a path, in its open folder; without a path, each one. */
export async function findProjects(
  { files, roots }: ProjectSearch,
  asked: string | undefined,
): Promise<Result<readonly CargoProject[]>> {
  // Without an open folder, resolving `.` reports that.
  const paths = asked === undefined && roots.length > 0 ? roots : [asked ?? '.'];
  const found: CargoProject[] = [];
  for (const given of paths) {
    const project = await projectOf(files, given);
    if (!project.ok) return project;
    if (project.value !== undefined) found.push(project.value);
  }
  return found.length > 0 ? succeed(found) : fail(noProject(asked));
}

async function projectOf(
  files: ProjectSearch['files'],
  given: string,
): Promise<Result<CargoProject | undefined>> {
  const resolved = await files.resolve(given);
  if (!resolved.ok) return resolved;
  const { real, root } = resolved.value;
  try {
    const isFolder = (await stat(real)).isDirectory();
    const folder = await nearest(isFolder ? real : path.dirname(real), root);
    return succeed(folder === undefined ? undefined : { folder, asked: real, isFolder });
  } catch (error) {
    return fail(errnoFailure(error, given));
  }
}

async function nearest(from: string, root: string): Promise<string | undefined> {
  const style = { separator: path.sep, caseSensitive: true } as const;
  for (let folder = from; isInside(root, folder, style); folder = path.dirname(folder)) {
    if (await isFile(path.join(folder, 'Cargo.toml'))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
  return undefined;
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error))) return false;
    throw error;
  }
}

function noProject(asked: string | undefined): Failure {
  const message =
    asked === undefined
      ? say`There is no Cargo.toml in the open folders.`
      : say`There is no Cargo.toml at this path or above it.`;
  return failure('validation', message, {
    suggestion:
      'Pass the path of the Rust project, or omit kind to get the problems that VS Code shows.',
  });
}
