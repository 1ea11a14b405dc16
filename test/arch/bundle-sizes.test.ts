import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import { redactionParts, sharedRedaction } from '../../src/build/redaction';
import { undiciParts } from '../../src/build/undici';
import { withoutJsonSchema } from '../../src/build/without-json-schema';

describe('the budgets of the bundles', () => {
  const maxBytes = { activation: 450_000, host: 2_800_000, panel: 280_000 };

  async function minified(entryPoint: string, options: esbuild.BuildOptions): Promise<number> {
    const { outputFiles } = await esbuild.build({
      bundle: true,
      ...(options.stdin === undefined && { entryPoints: [entryPoint] }),
      logLevel: 'silent',
      minify: true,
      outdir: 'out',
      ...options,
      write: false,
    });
    const scripts = outputFiles.filter(({ path }) => path.endsWith('.js'));
    return scripts.reduce((sum, { contents }) => sum + contents.length, 0);
  }

  it('are kept by activation, by the host and by the panel', async () => {
    const host: esbuild.BuildOptions = {
      external: ['vscode', './work', 'undici', 'sql.js', '@pydantic/genai-prices'],
      format: 'cjs',
      platform: 'node',
      plugins: [sharedRedaction],
    };
    const apart = { format: 'cjs', platform: 'node' } as const;
    const redaction = await minified('redaction', { ...apart, stdin: redactionParts });
    const activation = await minified('src/extension.ts', {
      ...host,
      plugins: [withoutJsonSchema, sharedRedaction],
    });
    const rest = await Promise.all([
      minified('src/work.ts', host),
      minified('src/store-worker.ts', host),
      minified('undici', { ...apart, stdin: { contents: undiciParts, resolveDir: '.' } }),
      minified('sql.js', apart),
      minified('@pydantic/genai-prices', apart),
    ]);
    const panel = await Promise.all(
      ['webview/main.tsx', 'webview/audit/main.ts'].map((entry) =>
        minified(entry, { format: 'iife', platform: 'browser', target: 'es2022' }),
      ),
    );
    const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
    const [first, all] = [sum([activation, redaction]), sum([activation, redaction, ...rest])];
    assert.ok(first <= maxBytes.activation, `activation: ${String(first)} bytes`);
    assert.ok(all <= maxBytes.host, `host: ${String(all)}`);
    assert.ok(sum(panel) <= maxBytes.panel, `panel: ${String(sum(panel))}`);
  }).timeout(60_000);
});
