import path from 'node:path';
import type { Environment } from '../process/environment';
import { isUsableProgram, pathFolders, readVariable } from '../process/program-file';

export interface CargoSearch {
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
