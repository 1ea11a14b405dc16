import * as esbuild from 'esbuild';

/** The files and packages inside a stage; what it loads later is not in it. */
export async function bundledFiles(entryPoint: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    bundle: true,
    entryPoints: [entryPoint],
    external: ['vscode', './work', 'undici', 'sql.js', '@pydantic/genai-prices'],
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
