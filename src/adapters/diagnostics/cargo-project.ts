import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../core/base/paths';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Files } from '../../core/ports/files';
import { errnoFailure } from '../files/errno-failure';
import { errnoOf } from '../system/errno';

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
  const where = asked === undefined ? 'in the open folders' : 'at this path or above it';
  return failure('validation', `There is no Cargo.toml ${where}.`, {
    suggestion:
      'Pass the path of the Rust project, or omit kind to get the problems that VS Code shows.',
  });
}
