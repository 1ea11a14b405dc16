/** The platform of a binary: `process.platform` and `process.arch`. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

const nodeModules = ['node_modules', 'node_modules.asar.unpacked'];

/**
 * Finds the ripgrep that is part of VS Code, below its application root (decision search-engine);
 * undefined if there is none.
 */
export function locateRipgrep(
  appRoot: string,
  machine: Machine,
  exists: (path: string) => boolean,
): string | undefined {
  const separator = machine.platform === 'win32' ? '\\' : '/';
  const program = machine.platform === 'win32' ? 'rg.exe' : 'rg';
  const places = [
    ['ripgrep', 'bin'],
    ['ripgrep-universal', 'bin', `${machine.platform}-${machine.arch}`],
  ];
  return nodeModules
    .flatMap((modules) => places.map((place) => [appRoot, modules, '@vscode', ...place, program]))
    .map((names) => names.join(separator))
    .find(exists);
}
