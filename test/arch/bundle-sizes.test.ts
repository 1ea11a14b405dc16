import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import * as published from '@pydantic/genai-prices';
import { loadedApart } from './bundled-files';
import { leanMarkdown } from '../../src/build/lean-markdown';
import { leanPrices } from '../../src/build/lean-prices';
import { leanSelectors } from '../../src/build/lean-selectors';
import { redactionParts, sharedRedaction } from '../../src/build/redaction';
import { leanUndici, undiciParts } from '../../src/build/undici';
import { withoutAjv } from '../../src/build/without-ajv';
import { withoutJsonSchema } from '../../src/build/without-json-schema';

describe('the budgets of the bundles', () => {
  const maxBytes = {
    activation: 450_000,
    host: 2_800_000,
    /** Only windows with a server load it. */
    mcp: 340_000,
    web: 110_000,
    panel: 280_000,
  };

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

  it('are kept by activation, by the host, by the web tools and by the panel', async () => {
    const host: esbuild.BuildOptions = {
      external: loadedApart,
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
    const mcp = minified('src/mcp.ts', {
      ...host,
      plugins: [sharedRedaction, withoutAjv, withoutJsonSchema],
    });
    const web = minified('src/web-tools.ts', {
      ...host,
      plugins: [sharedRedaction, leanSelectors],
    });
    const rest = await Promise.all([
      minified('src/work.ts', host),
      minified('src/store-worker.ts', host),
      web,
      minified('undici', {
        ...apart,
        plugins: [leanUndici],
        stdin: { contents: undiciParts, resolveDir: '.' },
      }),
      minified('sql.js', apart),
      minified('@pydantic/genai-prices', { ...apart, plugins: [leanPrices] }),
    ]);
    const panel = await Promise.all(
      ['webview/main.tsx', 'webview/audit/main.ts', 'webview/report/main.ts'].map((entry) =>
        minified(entry, {
          ...{ format: 'iife', platform: 'browser', target: 'es2022' },
          plugins: [leanMarkdown],
        }),
      ),
    );
    const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
    const [first, all] = [sum([activation, redaction]), sum([activation, redaction, ...rest])];
    assert.ok(first <= maxBytes.activation, `activation: ${String(first)} bytes`);
    assert.ok(all <= maxBytes.host, `host: ${String(all)}`);
    assert.ok((await mcp) <= maxBytes.mcp, `MCP client: ${String(await mcp)}`);
    assert.ok((await web) <= maxBytes.web, `web tools: ${String(await web)}`);
    assert.ok(sum(panel) <= maxBytes.panel, `panel: ${String(sum(panel))}`);
  }).timeout(60_000);

  it('leave out no price: the bundle answers as the package does', async () => {
    const { outputFiles } = await esbuild.build({
      ...{ bundle: true, entryPoints: ['@pydantic/genai-prices'], format: 'esm', write: false },
      ...{ logLevel: 'silent', minify: true, platform: 'node', plugins: [leanPrices] },
    });
    const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
    const lean: unknown = await import(`data:text/javascript;base64,${text}`);
    assert.ok(hasPrices(lean));
    const { calcPrice } = lean;
    const models = ['claude-sonnet-4-5', 'gpt-4o', 'gpt-5', 'gemini-2.5-pro', 'deepseek-chat'];
    for (const model of models) {
      const expected = published.calcPrice({ input_tokens: 10_000, output_tokens: 100 }, model);
      const found = calcPrice({ input_tokens: 10_000, output_tokens: 100 }, model);
      assert.ok(expected, model);
      assert.deepEqual(found?.model_price, expected.model_price, model);
      assert.equal(found.total_price, expected.total_price, model);
    }
  }).timeout(60_000);
});

function hasPrices(module: unknown): module is typeof published {
  return typeof module === 'object' && module !== null && 'calcPrice' in module;
}
