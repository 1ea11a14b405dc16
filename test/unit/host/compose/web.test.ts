import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import { readSource } from '../../../arch/source-text';

/** As in VS Code. */
const modes = { Production: 1, Development: 2, Test: 3 } as const;

/** The composition as users get it, with a stand-in for VS Code. */
async function loadCompose(): Promise<(base: unknown, deps: unknown) => unknown> {
  const { outputFiles } = await esbuild.build({
    ...{ bundle: true, format: 'esm', logLevel: 'silent', platform: 'node', write: false },
    stdin: {
      ...{ contents: readSource('src/host/compose/web.ts'), loader: 'ts' },
      resolveDir: 'src/host/compose',
    },
    external: ['undici'],
    plugins: [
      {
        name: 'vscode',
        setup(build) {
          build.onResolve({ filter: /^vscode$/ }, () => ({
            path: 'vscode',
            namespace: 'stand-in',
          }));
          build.onLoad({ filter: /./, namespace: 'stand-in' }, () => ({
            contents: `export const ExtensionMode = ${JSON.stringify(modes)}; export const l10n = {};`,
          }));
        },
      },
    ],
  });
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const module: unknown = await import(`data:text/javascript;base64,${text}`);
  assert.ok(typeof module === 'object' && module !== null && 'composeWeb' in module);
  const { composeWeb } = module;
  assert.ok(typeof composeWeb === 'function');
  return (...parts): unknown => Reflect.apply(composeWeb, undefined, parts);
}

describe('the web of the extension', () => {
  for (const [name, extensionMode] of Object.entries(modes)) {
    const isTest = name === 'Test';
    it(`003-web-4: what is below the guard ${isTest ? 'can' : 'cannot'} be replaced in the mode ${name}`, async () => {
      const composeWeb = await loadCompose();
      const context = { extensionMode, extension: { packageJSON: { version: '1.2.3' } } };
      const parts = composeWeb({ context, settings: {}, log: {} }, {});
      assert.ok(typeof parts === 'object' && parts !== null && 'useNetwork' in parts);
      assert.equal(typeof parts.useNetwork, isTest ? 'function' : 'undefined');
    });
  }
});
