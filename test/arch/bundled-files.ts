import * as esbuild from 'esbuild';

/** What a bundle of the host loads and does not hold. */
export const loadedApart = [
  'vscode',
  './work',
  './web-tools',
  './mcp',
  'undici',
  'sql.js',
  '@pydantic/genai-prices',
];

/** The files and packages inside a stage; what it loads later is not in it. */
export async function bundledFiles(entryPoint: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    bundle: true,
    entryPoints: [entryPoint],
    external: loadedApart,
    logLevel: 'silent',
    metafile: true,
    platform: 'node',
    write: false,
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
  );
}

export function packagesOf(files: readonly string[]): readonly string[] {
  const found = files.flatMap((file) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    return name ?? [];
  });
  return [...new Set(found)].sort();
}
